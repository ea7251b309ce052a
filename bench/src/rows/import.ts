import { withConnection } from '@sandpiper/testkit/databases';
import { timed } from '../figures.ts';
import { usernames } from '../names.ts';
import { inTurn } from '../row.ts';
import type { Effort, Line, Row } from '../row.ts';
import { inPostgres } from '../system/postgres-place.ts';
import { startServer } from '../system/server-process.ts';

async function measure({ isQuick, rounds }: Effort): Promise<Line[]> {
  const count = isQuick ? 20_000 : 100_000;
  return inPostgres(async (place) => {
    const server = await startServer(place);
    const { user } = await server.owner('GET /api/auth/profile');
    const names = usernames(count);
    let times = 0;
    // Each round uses new names, so that all rounds do the same work.
    const newNames = () => {
      times += 1;
      return names.map((name) => `${name}.${times}`);
    };
    const newList = async () => (await server.owner('POST /api/lists', { body: { name: `Bench ${times}` } })).list.id;
    const ours = async () => {
      const body = { list_id: await newList(), recipients: newNames() };
      const { ms, result } = await timed(() => server.owner('POST /api/recipients/bulk', { body }));
      if (result.added !== count) throw new Error(`${result.added} of ${count} names were added`);
      return (count * 1000) / ms;
    };
    const theirs = async () => {
      const values = [user.id, await newList(), newNames()];
      const insert = `INSERT INTO recipients (user_id, list_id, recipient) SELECT $1, $2, unnest($3::text[])`;
      const { ms } = await withConnection(place.databaseUrl, (client) => timed(() => client.query(insert, values)));
      return (count * 1000) / ms;
    };
    const figures = await inTurn(rounds, ours, theirs);
    await server.stop();
    const yardstick = 'one raw INSERT of the same number of rows into the same table';
    const what = `${count.toLocaleString('en')} names`;
    return [{ what, yardstick, unit: 'names/s', aim: { atLeast: 0.85 }, ...figures }];
  });
}

export const importRow: Row = { name: 'import', what: 'importing names in one call, PostgreSQL', measure };

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import autocannon from 'autocannon';
import type { Client } from '@sandpiper/contract/client';
import { withConnection } from '@sandpiper/testkit/databases';
import { usernames } from '../names.ts';
import { inTurn } from '../row.ts';
import type { Effort, Line, Row } from '../row.ts';
import { inPostgres } from '../system/postgres-place.ts';
import type { PostgresPlace } from '../system/postgres-place.ts';
import { withRecordedServer } from '../system/recording.ts';
import type { Statement } from '../system/recording.ts';
import { startServer } from '../system/server-process.ts';
import { startYardstick } from '../system/yardstick-process.ts';

const connections = 16;
const many = 60;

const paths = {
  campaigns: '/api/campaigns',
  recipients: '/api/recipients',
  people: '/api/people',
  accounts: '/api/profiles',
  support: '/api/support',
} as const;

async function fill(owner: Client): Promise<void> {
  const { user } = await owner('GET /api/auth/profile');
  await owner('PUT /api/users/:id', { params: { id: user.id }, body: { username: user.username, pack: 'pro' } });
  const { list } = await owner('POST /api/lists', { body: { name: 'People' } });
  await owner('POST /api/recipients/bulk', { body: { list_id: list.id, recipients: usernames(1000) } });
  const { template } = await owner('POST /api/templates', { body: { name: 'Hello', content: 'Hi {username}' } });
  for (let number = 1; number <= many; number += 1) {
    const { profile } = await owner('POST /api/profiles', {
      body: { profile_name: `shop${number}`, profile_path: `/profiles/shop${number}` },
    });
    const parts = { message_template_id: template.id, list_id: list.id, profiles_used: [profile.id] };
    await owner('POST /api/campaigns', { body: { name: `Spring ${number}`, ...parts } });
  }
}

/** Adds support tickets directly to the database, because that is faster than creating them through the API. */
async function addTickets(place: PostgresPlace): Promise<void> {
  await withConnection(place.databaseUrl, async (client) => {
    await client.query(
      `INSERT INTO tickets (ticket_number, user_id, subject, description)
       SELECT 'B-' || n, (SELECT min(id) FROM users), 'Question ' || n, 'How does this work?' FROM generate_series(1, $1) n`,
      [many],
    );
    await client.query('ANALYZE');
  });
}

/** A route of the bare server that also looks up the caller, to show how much time that lookup takes. */
const signedInPath = '/signed-in/campaigns';

/** Records the queries of each call. Leaves out the queries that identify the caller, except for `signedInPath`. */
async function recordRoutes(place: PostgresPlace): Promise<Record<string, Statement[]>> {
  return withRecordedServer(place, async ({ url, ownerToken }, statementsOf) => {
    const routes: Record<string, Statement[]> = {};
    for (const path of Object.values(paths)) {
      const call = async () => {
        const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${ownerToken}` } });
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
        await answer.arrayBuffer();
      };
      await call();
      const statements = await statementsOf(call);
      // Leave out statements about the lease of the server's sweep, which may run at the same time.
      const selects = statements.filter(({ text }) => /^\s*select/i.test(text) && !text.includes('sweep'));
      routes[path] = selects.filter(({ text }) => !text.includes('sessions'));
      if (path === paths.campaigns) routes[signedInPath] = selects;
    }
    return routes;
  });
}

async function perSecond(url: string, token: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { authorization: `Bearer ${token}` },
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx + result.errors} calls failed`);
  return result.requests.average;
}

async function measure({ isQuick, rounds }: Effort): Promise<Line[]> {
  return inPostgres(async (place) => {
    const filling = await startServer(place);
    await fill(filling.owner);
    await filling.stop();
    await addTickets(place);
    const file = join(place.dataDir, 'routes.json');
    await writeFile(file, JSON.stringify(await recordRoutes(place)));
    const server = await startServer(place);
    const bare = await startYardstick('bare-server', [file, place.databaseUrl]);
    const seconds = isQuick ? 2 : 5;
    const lines: Line[] = [];
    const compare = async (what: string, path: string, barePath: string, line: Pick<Line, 'yardstick' | 'aim'>) => {
      const ours = (time: number) => perSecond(`${server.url}${path}`, server.ownerToken, time);
      const theirs = (time: number) => perSecond(`${bare.url}${barePath}`, server.ownerToken, time);
      for (const warm of [ours, theirs]) await warm(1);
      const figures = await inTurn(
        rounds,
        () => ours(seconds),
        () => theirs(seconds),
      );
      lines.push({ what, unit: 'calls/s', ...line, ...figures });
    };
    const yardstick = 'a bare Fastify route with the same SQL as named statements';
    for (const [what, path] of Object.entries(paths)) {
      await compare(what, path, path, { yardstick, aim: { atLeast: 0.75 } });
    }
    const withSession = { yardstick: 'the same bare route, which also looks up the session', aim: null };
    if (!isQuick) await compare('campaigns, both with a session', paths.campaigns, signedInPath, withSession);
    await bare.stop();
    await server.stop();
    return lines;
  });
}

export const listCallsRow: Row = {
  name: 'list-calls',
  what: 'signed-in list calls, 16 connections, PostgreSQL',
  measure,
};

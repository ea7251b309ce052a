import { setTimeout } from 'node:timers/promises';
import { percentile } from '@sandpiper/testkit/percentile';
import { databaseUrl } from '../config.ts';
import { milliseconds, printFigure, seconds, timed } from '../figures.ts';
import { usernames } from '../names.ts';
import { withEmbedded } from '../system/embedded.ts';
import { inDataFolder, startServer } from '../system/server-process.ts';
import type { ServerPlace } from '../system/server-process.ts';
import { watched } from '../system/watched.ts';

const count = 100_000;
const idleMs = 3000;
const clientTimeoutMs = 10_000;

/** Measures how long an import of 100,000 names in one call takes, and how much it slows down another user's calls. */
export async function measureBulkImport(): Promise<void> {
  await inDataFolder(async (dataDir) => {
    console.log('Bulk import of 100,000 names in one call, embedded Postgres');
    const importMs = await measureImport({ dataDir, databaseUrl: null });
    const raw = await measureRawInsert(dataDir);
    printFigure('one raw INSERT of the same rows into the same table', seconds(raw.ms));
    printFigure('the CPU time of this INSERT', seconds(raw.processorMs));
    printFigure('the call, relative to this INSERT', `${(importMs / raw.ms).toFixed(1)} times`);
  });
  if (databaseUrl === null) {
    console.log('  (Set TEST_DATABASE_URL to measure a PostgreSQL server too.)');
    return;
  }
  await inDataFolder(async (dataDir) => {
    console.log('Bulk import of 100,000 names in one call, PostgreSQL server');
    await measureImport({ dataDir, databaseUrl });
  });
}

async function measureImport(place: ServerPlace): Promise<number> {
  const server = await startServer(place);
  const other = await server.newUser();
  const idle = await watched(server, other, () => setTimeout(idleMs));
  const { list } = await server.owner('POST /api/lists', { body: { name: 'Bench' } });
  const body = { list_id: list.id, recipients: usernames(count) };
  const processorBefore = await server.processorMs();
  const importing = () => server.owner('POST /api/recipients/bulk', { body });
  const { ms, result, waits } = await watched(server, other, importing);
  const processorMs = (await server.processorMs()) - processorBefore;
  if (result.added !== count) throw new Error(`${result.added} of ${count} names were added`);
  const again = await timed(importing);
  await server.stop();
  printFigure('the call', `${seconds(ms)} (${Math.round((100 * ms) / clientTimeoutMs)}% of the client's timeout)`);
  printFigure("the server's CPU time, including the other user's reads", seconds(processorMs));
  printFigure('the call with the same names again', seconds(again.ms));
  printFigure("another user's read of one row, alone: median, longest", waitText(idle.waits));
  printFigure("another user's read of one row, during the import: median, longest", waitText(waits));
  return ms;
}

function waitText(waits: number[]): string {
  const [median, high, longest] = [50, 99, 100].map((percent) => milliseconds(percentile(waits, percent)));
  return `${median}, ${longest} (99th percentile: ${high}; ${waits.length} reads)`;
}

/** Measures the lower bound for the import: a single INSERT statement, without a server or any checks. */
function measureRawInsert(dataDir: string): Promise<{ ms: number; processorMs: number }> {
  return withEmbedded(dataDir, async (postgres) => {
    await postgres.exec('DELETE FROM recipients');
    await postgres.exec('VACUUM FULL recipients');
    const names = usernames(count);
    const before = process.cpuUsage();
    const { ms } = await timed(() =>
      postgres.query(
        `INSERT INTO recipients (user_id, list_id, recipient)
         SELECT user_id, id, name FROM (SELECT user_id, id FROM lists LIMIT 1) AS list, unnest($1::text[]) AS name`,
        [names],
      ),
    );
    const { user, system } = process.cpuUsage(before);
    return { ms, processorMs: (user + system) / 1000 };
  });
}

import { setTimeout } from 'node:timers/promises';
import { megabytes, printFigure, seconds, timed } from '../figures.ts';
import { withEmbedded } from '../system/embedded.ts';
import { inDataFolder, startServer } from '../system/server-process.ts';
import type { ServerProcess } from '../system/server-process.ts';

const sizes = [10_000, 1_000_000] as const;

/** Exports a short and a very long log. Memory use must not grow with the log. */
export async function measureExport(): Promise<void> {
  console.log('Export of a campaign log as a spreadsheet, embedded Postgres');
  const grown: number[] = [];
  for (const rows of sizes) grown.push(await inDataFolder((dataDir) => measure(dataDir, rows)));
  const [short = Number.NaN, long = Number.NaN] = grown;
  printFigure(`memory used for ${sizes[1] / sizes[0]} times the rows`, `${(long / short).toFixed(1)} times`);
}

async function measure(dataDir: string, rows: number): Promise<number> {
  const campaignId = await seed(dataDir, rows);
  const server = await startServer({ dataDir, databaseUrl: null });
  const before = await server.memory();
  const exporting = timed(async () => {
    const response = await server.owner('GET /api/campaigns/:id/logs/export', { params: { id: campaignId } });
    let bytes = 0;
    for await (const chunk of response.body ?? []) if (chunk instanceof Uint8Array) bytes += chunk.length;
    return bytes;
  });
  const peak = await peakMemoryUntil(server, exporting);
  const { ms, result } = await exporting;
  await server.stop();
  const name = `${rows.toLocaleString('en')} rows`;
  printFigure(name, `${seconds(ms)}, file ${(result / 1024 ** 2).toFixed(1)} MB`);
  printFigure(`${name}: memory before, peak`, `${megabytes(before)}, ${megabytes(peak)}`);
  return peak;
}

async function peakMemoryUntil(server: ServerProcess, work: Promise<unknown>): Promise<number> {
  let peak = await server.memory();
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await setTimeout(50);
    peak = Math.max(peak, await server.memory());
  }
  await done;
  return peak;
}

/** A finished campaign with this many log entries; returns its id. */
async function seed(dataDir: string, rows: number): Promise<number> {
  const server = await startServer({ dataDir, databaseUrl: null });
  await server.stop();
  return withEmbedded(dataDir, async (postgres) => {
    const made = await postgres.query<{ id: number }>(
      `INSERT INTO campaigns (user_id, name, status, template_name, template_content, list_name, started_at, completed_at)
       SELECT id, 'Bench', 'completed', 'Hello', 'Hi {username}', 'People', now(), now() FROM users LIMIT 1 RETURNING id`,
    );
    const id = made.rows[0]?.id ?? 0;
    await postgres.query(
      `INSERT INTO campaign_logs (user_id, campaign_id, seq, action, recipient, message, profile_name)
       SELECT (SELECT id FROM users LIMIT 1), $1, n, 'message_sent', 'person' || n, 'Hi person' || n, 'shop'
       FROM generate_series(1, $2::bigint) AS n`,
      [id, rows],
    );
    return id;
  });
}

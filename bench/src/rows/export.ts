import { setTimeout } from 'node:timers/promises';
import type { Client } from '@sandpiper/contract/client';
import { withConnection } from '@sandpiper/testkit/databases';
import { percentile } from '@sandpiper/testkit/percentile';
import type { Effort, Line, Row } from '../row.ts';
import { inPostgres } from '../system/postgres-place.ts';
import type { PostgresPlace } from '../system/postgres-place.ts';
import { callMs, startServer } from '../system/server-process.ts';
import { watched } from '../system/watched.ts';
import { runYardstick } from '../system/yardstick-process.ts';

async function seed(place: PostgresPlace, rows: number): Promise<number> {
  return withConnection(place.databaseUrl, async (client) => {
    const made = await client.query<{ id: string }>(
      `INSERT INTO campaigns (user_id, name, status, template_name, template_content, list_name, started_at, completed_at)
       SELECT min(id), 'Bench', 'completed', 'Hello', 'Hi {username}', 'People', now(), now() FROM users RETURNING id`,
    );
    const id = Number(made.rows[0]?.id);
    await client.query(
      `INSERT INTO campaign_logs (user_id, campaign_id, seq, action, recipient, message, profile_name, created_at)
       SELECT (SELECT min(id) FROM users), $1, n, 'message_sent', 'person' || n, 'Hi person' || n, 'shop', now() + n * interval '1 ms'
       FROM generate_series(1, $2::bigint) AS n`,
      [id, rows],
    );
    await client.query('VACUUM ANALYZE campaign_logs');
    return id;
  });
}

async function download(owner: Client, id: number): Promise<void> {
  const input = { params: { id }, query: { timezone: 'Europe/Berlin' } };
  const response = await owner('GET /api/campaigns/:id/logs/export', input, { timeoutMs: callMs });
  for await (const _chunk of response.body ?? []);
}

const megabyte = 1024 ** 2;

async function measure({ isQuick, rounds }: Effort): Promise<Line[]> {
  const rows = isQuick ? 100_000 : 1_000_000;
  return inPostgres(async (place) => {
    const server = await startServer(place);
    const other = await server.newUser();
    const id = await seed(place, rows);
    const speed: [number[], number[]] = [[], []];
    const memory: [number[], number[]] = [[], []];
    const waits: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const alone = await watched(server, other, () => setTimeout(2000));
      const busy = await watched(server, other, () => download(server.owner, id));
      speed[0].push((rows * 1000) / busy.ms);
      speed[1].push((rows * 1000) / (await runYardstick('sheet', [String(rows)])));
      memory[0].push(busy.peak / megabyte);
      memory[1].push(alone.peak / megabyte);
      waits[0].push(percentile(busy.waits, 95));
      waits[1].push(percentile(alone.waits, 95));
    }
    await server.stop();
    const lines: [string, string, string, [number[], number[]], Line['aim']][] = [
      [`${rows.toLocaleString('en')} rows`, 'the sheet library alone', 'rows/s', speed, { atLeast: 0.8 }],
      ['peak memory', 'the server before the export', 'MB', memory, { atMost: 1.2 }],
      ["another user's read during the export, 95th percentile", 'the same read alone', 'ms', waits, null],
    ];
    return lines.map(([what, yardstick, unit, [ours, theirs], aim]) => ({ what, yardstick, unit, ours, theirs, aim }));
  });
}

export const exportRow: Row = { name: 'export', what: 'exporting a log as a spreadsheet', measure };

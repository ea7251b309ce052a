import { inflateRawSync } from 'node:zlib';
import { logActionText } from '@sandpiper/contract/campaign-logs.texts';
import { violate } from '../history/history.ts';
import type { History } from '../history/history.ts';

const localHeader = 0x04034b50;
const dataDescriptor = 8;

/** Returns the files in a zip archive. The lengths of the files must be in the archive's central directory. */
function filesOf(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    const start = zip.readUInt32LE(at + 42);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    if (zip.readUInt32LE(start) !== localHeader) throw new Error('The export is not a zip file');
    const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const bytes = zip.subarray(data, data + packed);
    files.set(name, (zip.readUInt16LE(at + 10) === dataDescriptor ? inflateRawSync(bytes) : bytes).toString('utf8'));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

/** Counts how often each cell text occurs in a spreadsheet. */
function cellCountsOf(zip: Buffer): Map<string, number> {
  const counts = new Map<string, number>();
  const text = [...filesOf(zip).values()].join('\n');
  for (const [, cell = ''] of text.matchAll(/>([^<>]+)</gu)) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return counts;
}

type Ledger = { id: number; name: string; sent: number; failed: number; unknown: number; skipped: number };

async function exportOf(history: History, id: number): Promise<Buffer | null> {
  const [server] = history.servers.all;
  const response = await server?.app.http.inject({
    method: 'GET',
    url: `/api/campaigns/${id}/logs/export`,
    headers: { authorization: `Bearer ${history.scene.token}` },
  });
  return response?.statusCode === 200 ? response.rawPayload : null;
}

/** Checks that each campaign's exported spreadsheet shows the same number of people for each outcome as the campaign's deliveries. */
export async function checkExports(history: History): Promise<void> {
  const { rows } = await history.store.pool.query<Ledger>(
    `SELECT c.id, c.name, count(*) FILTER (WHERE d.status = 'sent')::int AS sent,
       count(*) FILTER (WHERE d.status IN ('failed', 'not_found'))::int AS failed,
       count(*) FILTER (WHERE d.status = 'unknown')::int AS unknown, count(*) FILTER (WHERE d.status = 'skipped')::int AS skipped
     FROM campaigns c JOIN deliveries d ON d.user_id = c.user_id AND d.campaign_id = c.id
     WHERE c.deleted_at IS NULL AND c.started_at IS NOT NULL GROUP BY c.id, c.name ORDER BY c.id`,
  );
  for (const { id, name, sent, failed, unknown, skipped } of rows) {
    const file = await exportOf(history, id);
    if (file === null) return violate(history, `${name} could not be exported.`);
    const counts = cellCountsOf(file);
    const found = (['message_sent', 'message_failed', 'message_unknown', 'skipped'] as const).map(
      (action) => counts.get(logActionText({ action, message: null })) ?? 0,
    );
    const wanted = [sent, failed, unknown, skipped];
    if (found.join() !== wanted.join())
      violate(history, `${name}: the export shows ${found.join()}, but the deliveries show ${wanted.join()}.`);
  }
}

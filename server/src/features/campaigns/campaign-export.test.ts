import assert from 'node:assert/strict';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { streamTable } from '../../platform/files/table-file.ts';
import { buildUser } from '../../testing/builders.ts';
import { buildCampaignRow } from '../../testing/campaign-rows.ts';
import { testServer } from '../../testing/test-server.ts';
import { deleteCampaign } from './campaign-deletion.service.ts';
import { tableOfLogs } from './campaign-export.service.ts';

const { app } = await testServer();
const entries = 60_000;
const batch = 10_000;

// Build a campaign with a long log that barely compresses.
const user = await buildUser(app);
const { id } = await buildCampaignRow(app, user, { status: 'completed' });
for (let first = 1; first <= entries; first += batch) {
  await sql`INSERT INTO campaign_logs (user_id, campaign_id, seq, action, recipient, message)
    SELECT ${user.id}, ${id}, n, 'message_failed', md5(n::text), md5(n::text || 'a') || md5(n::text || 'b')
    FROM generate_series(${first}::bigint, ${first + batch - 1}) n`.execute(app.db);
}

/** Starts an export of the long log. `queryCount` returns how many queries the export has made. */
async function longExport() {
  let queryCount = 0;
  const db = app.db.withPlugin({
    transformQuery: ({ node }) => {
      queryCount += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  return {
    file: streamTable('xlsx', await tableOfLogs({ ...app, db }, { user_id: user.id, id })),
    queryCount: () => queryCount,
  };
}

/** Waits between two chunks, as a slow client does. */
async function pauseBetweenChunks(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await setImmediate();
}

describe('exporting a long log', () => {
  it('reads the log only as fast as the file is downloaded, so that only a small part of the log is in memory at a time', async () => {
    const { file, queryCount } = await longExport();
    const progress: { bytes: number; queryCount: number }[] = [];
    let bytes = 0;
    for await (const piece of file) {
      assert.ok(piece instanceof Uint8Array);
      bytes += piece.length;
      progress.push({ bytes, queryCount: queryCount() });
      await pauseBetweenChunks();
    }
    const whole = queryCount();
    assert.ok(whole > 100, `${whole} queries`);
    const lead = Math.max(...progress.map((at) => at.queryCount / whole - at.bytes / bytes));
    assert.ok(lead < 0.25, `${Math.round(lead * 100)}% of the log was in memory`);
  });

  it('stops reading once the download is closed', async () => {
    const { file, queryCount } = await longExport();
    await once(file, 'readable');
    file.destroy();
    await once(file, 'close');
    await pauseBetweenChunks();
    const atEnd = queryCount();
    await pauseBetweenChunks();
    assert.equal(queryCount(), atEnd);
    assert.ok(atEnd < 60, `${atEnd} queries`);
  });

  it('aborts the download if the campaign is deleted meanwhile, so that nobody keeps an incomplete file', async () => {
    const { file } = await longExport();
    await once(file, 'readable');
    await deleteCampaign(app, user.id, id);
    await assert.rejects(buffer(file), /deleted/);
  });
});

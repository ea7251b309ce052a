import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { buildCampaignRow } from '../../testing/campaign-rows.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

describe('a campaign’s log', () => {
  it('can be read from the entry after a given sequence number', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { status: 'paused' });
    const { logs, last_seq } = await server.call(user, 'GET /api/campaigns/:id/logs', {
      params: { id },
      query: { after_seq: 1 },
    });
    assert.equal(last_seq, 2);
    assert.deepEqual(
      logs.map((log) => [log.seq, log.action]),
      [[2, 'paused']],
    );
  });

  it('can be exported as a spreadsheet in which no cell is a formula', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { status: 'running' });
    await app.db
      .insertInto('campaign_logs')
      .values({ user_id: user.id, campaign_id: id, seq: 2, action: 'message_failed', message: '=HYPERLINK("x")' })
      .execute();
    const reply = await server.send(user, { method: 'GET', url: `/api/campaigns/${id}/logs/export` });
    assert.equal(reply.status, 200);
    assert.equal(reply.headers['content-disposition'], `attachment; filename="campaign-${id}-logs.xlsx"`);
    const { readXlsx } = await import('hucre/xlsx');
    const book = await readXlsx(new Uint8Array(reply.raw));
    const rows = book.sheets[0]?.rows ?? [];
    assert.deepEqual(rows[0], ['Number', 'Time (UTC)', 'Action', 'Recipient', 'Account', 'Message']);
    assert.equal(rows.length, 3);
    assert.deepEqual([rows[2]?.[2], rows[2]?.[5]], ['failed', '=HYPERLINK("x")']);
  });

  it('is sorted by time on screen and in the export, even if an entry was reported late', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaignRow(app, user, { status: 'completed' });
    const entry = (seq: number, time: string) => ({
      user_id: user.id,
      campaign_id: id,
      seq,
      action: 'message_sent' as const,
      created_at: `2026-11-21T${time}.000Z`,
    });
    const entries = [entry(1, '10:00:00'), entry(2, '10:00:12'), entry(3, '10:00:07')];
    await app.db.insertInto('campaign_logs').values(entries).execute();
    const { campaign } = await server.call(user, 'GET /api/campaigns/:id', { params: { id } });
    assert.deepEqual(
      campaign.logs.map(({ seq }) => seq),
      [1, 3, 2],
    );
    const reply = await server.send(user, { method: 'GET', url: `/api/campaigns/${id}/logs/export` });
    const { readXlsx } = await import('hucre/xlsx');
    const rows = (await readXlsx(new Uint8Array(reply.raw))).sheets[0]?.rows ?? [];
    assert.deepEqual(
      rows.slice(1).map(([seq]) => seq),
      [1, 3, 2],
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { buildCampaignRow } from '../../testing/campaign-rows.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

async function exportedRows(user: TestUser, path: string) {
  const reply = await server.send(user, { method: 'GET', url: `/api/campaigns/${path}` });
  assert.equal(reply.status, 200);
  const { readXlsx } = await import('hucre/xlsx');
  return (await readXlsx(new Uint8Array(reply.raw))).sheets[0]?.rows ?? [];
}

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
    assert.deepEqual(rows[0], ['Number', 'Time (UTC)', 'Action', 'Recipient', 'Account', 'Message', 'Link to profile']);
    assert.equal(rows.length, 3);
    assert.deepEqual([rows[2]?.[2], rows[2]?.[5]], ['failed', '=HYPERLINK("x")']);
  });

  it('is exported with times in the user’s time zone, and with links to the people’s profiles', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaignRow(app, user, { status: 'completed' });
    const entry = { user_id: user.id, campaign_id: id, action: 'message_sent' as const };
    await app.db
      .insertInto('campaign_logs')
      .values([
        { ...entry, seq: 1, recipient: 'rye.and.co', created_at: '2026-10-25T00:59:59.500Z' },
        { ...entry, seq: 2, recipient: '#forgotten', created_at: '2026-10-25T01:00:00.000Z' },
      ])
      .execute();
    const rows = await exportedRows(user, `${id}/logs/export?timezone=Europe/Berlin`);
    assert.equal(rows[0]?.[1], 'Time (Europe/Berlin)');
    assert.deepEqual(
      rows.slice(1).map((row) => [row[1], row[3], row[6]]),
      [
        ['2026-10-25 02:59:59', 'rye.and.co', 'https://www.instagram.com/rye.and.co/'],
        ['2026-10-25 02:00:00', '(forgotten)', ''],
      ],
    );
    for (const unknown of ['Berlin', 'IST']) {
      assert.equal((await exportedRows(user, `${id}/logs/export?timezone=${unknown}`))[0]?.[1], 'Time (UTC)', unknown);
    }
  });

  it('calls a campaign that the user stopped early "stopped" in the export, although the action is "completed"', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { status: 'running' });
    const { campaign } = await server.call(user, 'POST /api/campaigns/:id/stop', { params: { id } });
    assert.equal(campaign.logs.at(-1)?.action, 'completed');
    const rows = await exportedRows(user, `${id}/logs/export`);
    assert.deepEqual(rows.at(-1)?.slice(2, 6), [
      'stopped',
      '',
      '',
      'You stopped this campaign. 3 people were not messaged.',
    ]);
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
    const rows = await exportedRows(user, `${id}/logs/export`);
    assert.deepEqual(
      rows.slice(1).map(([seq]) => seq),
      [1, 3, 2],
    );
  });
});

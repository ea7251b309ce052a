import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { usualRetention } from '@sandpiper/contract/limits';
import type { Retention } from '@sandpiper/contract/retention';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser } from '../../testing/builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { deleteOutdated } from './retention-sweep.service.ts';

const server = await startTestServer();
const { app } = server;
const { db } = app;
const scene = scenesOn(server);
const admin = await buildUser(app, { role: 'admin' });
const set = (changes: Partial<Retention>) =>
  server.call(admin, 'PUT /api/retention', { body: { ...usualRetention, ...changes } });

/** Builds an ended campaign that sent to one person, failed with another, and is now this many days old. */
async function endedCampaign(days: number) {
  const sending = await scene({ recipients: ['ana', 'ben'] });
  await sending.sendOne();
  await sending.report(await sending.commitOne(), 'failed', { reason: 'not_sent', detail: 'A red mark' });
  const { id } = sending.campaign;
  for (const statement of [
    sql`UPDATE campaigns SET status = 'completed', started_at = started_at - ${days} * interval '1 day',
      completed_at = clock_timestamp() - ${days} * interval '1 day' WHERE id = ${id}`,
    sql`UPDATE campaign_logs SET created_at = created_at - ${days} * interval '1 day' WHERE campaign_id = ${id}`,
    sql`UPDATE contacts SET contacted_at = contacted_at - ${days} * interval '1 day' WHERE campaign_id = ${id}`,
    sql`UPDATE deliveries SET variables = '{"city": "Rome"}' WHERE campaign_id = ${id}`,
  ]) {
    await statement.execute(db);
  }
  return sending;
}

type Sending = Awaited<ReturnType<typeof endedCampaign>>;

const open = async ({ user, params }: Sending) =>
  (await server.call(user, 'GET /api/campaigns/:id', { params })).campaign;

const detailsOf = ({ campaign }: Sending) =>
  db
    .selectFrom('deliveries')
    .select(['recipient', 'status', 'variables', 'detail'])
    .where('campaign_id', '=', campaign.id)
    .orderBy('recipient')
    .execute();

describe('how long data is kept', () => {
  it('has defaults, can be changed, and the change is recorded', async () => {
    assert.deepEqual(await server.call(admin, 'GET /api/retention'), usualRetention);
    const changed = { campaign_logs: 30, campaign_details: 60, agent_requests: null, contact_messages: 7 };
    assert.deepEqual(await set(changed), changed);
    assert.deepEqual(await server.call(admin, 'GET /api/retention'), changed);
    const { events } = await server.call(admin, 'GET /api/audit', { query: { action: 'retention_changed' } });
    assert.deepEqual(events[0]?.changes['agent_requests'], { from: 90, to: null });
    for (const days of [0, 6, 3651, 1.5]) {
      const body = { ...usualRetention, campaign_logs: days };
      const refused = await server.refuse(admin, 'PUT /api/retention', { body });
      assert.match(refused.fields?.['campaign_logs'] ?? '', /whole number from 7 to 3650/);
    }
  });

  it('deletes old log entries of ended campaigns, and keeps results, the timeline and who was contacted', async () => {
    await set({ campaign_logs: 30 });
    const [old, recent] = [await endedCampaign(40), await endedCampaign(20)];
    const performance = (sending: Sending) =>
      server.call(sending.user, 'GET /api/campaigns/:id/profile-performance', { params: sending.params });
    const before = await performance(old);
    await deleteOutdated(app);
    const { logs, logs_deleted_to: deletedTo, total_sent: sent } = await open(old);
    assert.deepEqual([logs, sent], [[], 1]);
    assert.ok(deletedTo !== null && Date.now() - Date.parse(deletedTo) > 39 * 86_400_000);
    assert.deepEqual(await performance(old), before);
    assert.equal(before.profilePerformance[0]?.messages_sent, 1);
    const params = { username: 'ana' };
    const { events } = await server.call(old.user, 'GET /api/person/:username/timeline', { params });
    assert.deepEqual(
      events.map(({ type }) => type),
      ['added_to_list', 'message_sent'],
    );
    const kept = await open(recent);
    assert.deepEqual([kept.logs_deleted_to, kept.logs.length > 1], [null, true]);
    const rest = await server.call(old.user, 'GET /api/campaigns/:id/logs', { params: old.params });
    assert.deepEqual([rest.logs.length, rest.last_seq > 1], [0, true]);
  });

  it('leaves the log of a campaign alone that can still send', async () => {
    await set({ campaign_logs: 30 });
    const old = await endedCampaign(40);
    await db.updateTable('campaigns').set({ status: 'paused' }).where('id', '=', old.campaign.id).execute();
    await deleteOutdated(app);
    assert.ok((await open(old)).logs.length > 1);
  });

  it('deletes details of ended campaigns once, and again when they were restarted', async () => {
    await set({ campaign_details: 30 });
    const [old, recent] = [await endedCampaign(40), await endedCampaign(20)];
    await deleteOutdated(app);
    assert.deepEqual(await detailsOf(old), [
      { recipient: 'ana', status: 'sent', variables: null, detail: null },
      { recipient: 'ben', status: 'failed', variables: null, detail: null },
    ]);
    assert.notEqual((await open(old)).details_deleted_at, null);
    assert.equal((await open(old)).logs.length > 1, true);
    assert.equal((await detailsOf(recent))[1]?.detail, 'A red mark');
    await sql`UPDATE deliveries SET detail = 'Again' WHERE campaign_id = ${old.campaign.id}`.execute(db);
    await deleteOutdated(app);
    assert.equal((await detailsOf(old))[0]?.detail, 'Again');
    await sql`UPDATE campaigns SET details_deleted_at = completed_at - interval '1 day' WHERE id = ${old.campaign.id}`.execute(
      db,
    );
    await deleteOutdated(app);
    assert.equal((await detailsOf(old))[0]?.detail, null);
  });

  it('deletes old finished requests and contact messages, however many, and none that still matter', async () => {
    await set({ agent_requests: 30, contact_messages: 30 });
    const { user } = await scene();
    const days = (number: number) => sql<Date>`clock_timestamp() - ${number} * interval '1 day'`;
    await sql`INSERT INTO agent_requests (user_id, request_type, status, created_at, completed_at)
      SELECT ${user.id}, 'unread_check', 'completed', ${days(40)}, ${days(40)} FROM generate_series(1, 700)`.execute(
      db,
    );
    const request = { user_id: user.id, request_type: 'unread_check' } as const;
    await db
      .insertInto('agent_requests')
      .values([
        { ...request, status: 'completed', created_at: days(20) },
        { ...request, status: 'pending', created_at: days(40) },
      ])
      .execute();
    const message = { name: 'Ana', email: 'ana@example.com' };
    await db
      .insertInto('contact_messages')
      .values([
        { ...message, message: 'old', created_at: days(40) },
        { ...message, message: 'old, to be mailed', created_at: days(40), mail_due_at: new Date() },
        { ...message, message: 'new', created_at: days(20) },
      ])
      .execute();
    await deleteOutdated(app);
    const requests = db.selectFrom('agent_requests').select('status').where('user_id', '=', user.id).orderBy('status');
    assert.deepEqual(await requests.execute(), [{ status: 'completed' }, { status: 'pending' }]);
    const messages = await db.selectFrom('contact_messages').select('message').orderBy('id').execute();
    assert.deepEqual(
      messages.map((one) => one.message),
      ['old, to be mailed', 'new'],
    );
  });
});

describeAccess(server, [
  { key: 'GET /api/retention' },
  { key: 'PUT /api/retention', input: () => Promise.resolve({ body: usualRetention }) },
]);

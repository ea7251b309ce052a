import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import { usualRetention } from '@sandpiper/contract/limits';
import type { Retention } from '@sandpiper/contract/retention';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser } from '../../testing/builders.ts';
import { makeDue } from '../../testing/campaign-builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { jobsToEnd } from '../../platform/background-jobs.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { findRetention } from './retention.store.ts';
import { deleteOutdated } from './retention-sweep.service.ts';

const server = await startTestServer();
const { app } = server;
const { db } = app;
const scene = scenesOn(server);
type Scene = Awaited<ReturnType<typeof scene>>;
const admin = await buildUser(app, { role: 'admin' });
const set = (changes: Partial<Retention>) =>
  server.call(admin, 'PUT /api/retention', { body: { ...usualRetention, ...changes } });

async function makeUnknown(sending: Scene, delivery: ClaimedDelivery): Promise<void> {
  await sending.fallSilent(delivery);
  await sending.report(await sending.claimCheck(delivery), 'unknown', { reason: 'no_note' });
}

/** Builds a campaign that ended this many days ago. One message was sent, and the second message has this outcome. */
async function endedCampaign(days: number, outcome: 'failed' | 'unknown' = 'failed') {
  const sending = await scene({ recipients: ['ana', 'ben'] });
  await sending.sendOne();
  const second = await sending.commitOne();
  if (outcome === 'failed') await sending.report(second, 'failed', { reason: 'not_sent', detail: 'A red mark' });
  else await makeUnknown(sending, second);
  const { id } = sending.campaign;
  for (const statement of [
    sql`UPDATE campaigns SET status = 'completed', started_at = started_at - ${days} * interval '1 day',
      completed_at = clock_timestamp() - ${days} * interval '1 day' WHERE id = ${id}`,
    sql`UPDATE campaign_logs SET created_at = created_at - ${days} * interval '1 day' WHERE campaign_id = ${id}`,
    sql`UPDATE contacts SET contacted_at = contacted_at - ${days} * interval '1 day' WHERE campaign_id = ${id}`,
    sql`UPDATE deliveries SET variables = '{"city": "Rome"}', finished_at = finished_at - ${days} * interval '1 day'
      WHERE campaign_id = ${id}`,
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

async function deleteAll(): Promise<void> {
  await deleteOutdated(app);
  await jobsToEnd(app);
}

/** Builds an ended campaign with more details than one batch deletes. */
async function bigEndedCampaign() {
  await set({ campaign_details: 30 });
  const sending = await endedCampaign(40);
  const { user, campaign } = sending;
  await sql`INSERT INTO deliveries (user_id, campaign_id, recipient, status, detail)
    SELECT ${user.id}, ${campaign.id}, 'person' || n, 'failed', 'A red mark' FROM generate_series(1, 5000) n`.execute(
    db,
  );
  const left = async () => (await detailsOf(sending)).filter(({ detail }) => detail !== null).length;
  return { sending, left };
}

describe('data retention', () => {
  it('has defaults and can be changed, and each change is recorded', async () => {
    assert.deepEqual(await server.call(admin, 'GET /api/retention'), usualRetention);
    const changed = { campaign_logs: 30, campaign_details: 60, agent_requests: null, contact_messages: 7 };
    assert.deepEqual(await set(changed), changed);
    assert.deepEqual(await server.call(admin, 'GET /api/retention'), changed);
    const { events } = await server.call(admin, 'GET /api/audit', { query: { action: 'retention_changed' } });
    const other = await server.call(admin, 'PUT /api/retention', { body: { campaign_logs: null } });
    assert.deepEqual(other, { ...changed, campaign_logs: null });
    assert.deepEqual(events[0]?.changes['agent_requests'], { from: 90, to: null });
    for (const days of [0, 6, 3651, 1.5]) {
      const body = { ...usualRetention, campaign_logs: days };
      const refused = await server.refuse(admin, 'PUT /api/retention', { body });
      assert.match(refused.fields?.['campaign_logs'] ?? '', /whole number from 7 to 3650/);
    }
  });

  it('stores only the periods that were given, so that administrators don’t overwrite each other’s changes', async () => {
    await db.deleteFrom('server_settings').execute();
    await server.call(admin, 'PUT /api/retention', { body: { campaign_logs: null } });
    const changed = await server.call(admin, 'PUT /api/retention', { body: { contact_messages: 7 } });
    assert.deepEqual(changed, { ...usualRetention, campaign_logs: null, contact_messages: 7 });
    assert.deepEqual(await server.call(admin, 'PUT /api/retention', { body: {} }), changed);
    assert.deepEqual(await findRetention(db), {
      log_days: 0,
      ended_campaign_days: null,
      agent_request_days: null,
      contact_message_days: 7,
    });
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
    const timelineOf = async (username: string) =>
      (await server.call(old.user, 'GET /api/person/:username/timeline', { params: { username } })).events;
    assert.deepEqual(
      (await timelineOf('ana')).map(({ type }) => type),
      ['added_to_list', 'message_sent'],
    );
    const [, failure] = await timelineOf('ben');
    assert.deepEqual([failure?.type, failure?.profile_name], ['message_failed', old.account.profile_name]);
    assert.match(failure?.text ?? '', /A red mark/);
    const kept = await open(recent);
    assert.deepEqual([kept.logs_deleted_to, kept.logs.length > 1], [null, true]);
    const rest = await server.call(old.user, 'GET /api/campaigns/:id/logs', { params: old.params });
    assert.deepEqual([rest.logs.length, rest.last_seq > 1], [0, true]);
  });

  it('keeps people who were not found or skipped in their timelines, each once', async () => {
    await set({ campaign_logs: 30 });
    const sending = await scene({ recipients: ['ana', 'ben', 'cleo'] });
    for (const [outcome, reason] of [['not_found'], ['skipped', 'conversation'], ['not_found']] as const) {
      await makeDue(app, sending.account);
      await sending.report(await sending.claimOne(), outcome, reason === undefined ? {} : { reason });
    }
    const { id } = sending.campaign;
    const old = sql`created_at - interval '40 days'`;
    await sql`UPDATE campaign_logs SET created_at = ${old} WHERE campaign_id = ${id} AND recipient IN ('ana', 'ben')`.execute(
      db,
    );
    await deleteOutdated(app);
    const shown = [];
    for (const username of ['ana', 'ben', 'cleo']) {
      const { user } = sending;
      const { events } = await server.call(user, 'GET /api/person/:username/timeline', { params: { username } });
      shown.push(events.map(({ type }) => type).toSorted());
    }
    assert.deepEqual(shown, [
      ['added_to_list', 'message_failed'],
      ['added_to_list', 'replied', 'skipped'],
      ['added_to_list', 'message_failed'],
    ]);
  });

  it('deletes old log entries and details of failed campaigns', async () => {
    await set({ campaign_logs: 30, campaign_details: 30 });
    const old = await endedCampaign(40);
    await db.updateTable('campaigns').set({ status: 'failed' }).where('id', '=', old.campaign.id).execute();
    await deleteAll();
    assert.deepEqual((await open(old)).logs, []);
    assert.deepEqual((await detailsOf(old))[1], { recipient: 'ben', status: 'failed', variables: null, detail: null });
  });

  it('keeps the log of a campaign that can still send', async () => {
    await set({ campaign_logs: 30 });
    const old = await endedCampaign(40);
    await db.updateTable('campaigns').set({ status: 'paused' }).where('id', '=', old.campaign.id).execute();
    await deleteOutdated(app);
    assert.ok((await open(old)).logs.length > 1);
  });

  it('keeps results correct if an outcome is corrected after its log entry was deleted', async () => {
    await set({ campaign_logs: 30 });
    const old = await endedCampaign(40, 'unknown');
    const resultsOf = async () => {
      const { profilePerformance } = await server.call(old.user, 'GET /api/campaigns/:id/profile-performance', {
        params: old.params,
      });
      return profilePerformance.map(({ messages_sent, messages_failed }) => [messages_sent, messages_failed]);
    };
    await deleteOutdated(app);
    assert.deepEqual(await resultsOf(), [[1, 1]]);
    const { people } = await server.call(old.user, 'GET /api/campaigns/:id/unknown', { params: old.params });
    const params = { ...old.params, deliveryId: people[0]?.delivery_id ?? 0 };
    await server.call(old.user, 'POST /api/campaigns/:id/unknown/:deliveryId', { params, body: { was_sent: true } });
    assert.deepEqual(await resultsOf(), [[2, 0]]);
    assert.deepEqual(
      (await open(old)).logs.map(({ action }) => action),
      ['message_sent'],
    );
  });

  it('deletes the details of an ended campaign once, and again if the campaign has run since', async () => {
    await set({ campaign_details: 30 });
    const [old, recent] = [await endedCampaign(40), await endedCampaign(20)];
    await deleteAll();
    assert.deepEqual(await detailsOf(old), [
      { recipient: 'ana', status: 'sent', variables: null, detail: null },
      { recipient: 'ben', status: 'failed', variables: null, detail: null },
    ]);
    assert.notEqual((await open(old)).details_deleted_at, null);
    assert.equal((await open(old)).logs.length > 1, true);
    assert.equal((await detailsOf(recent))[1]?.detail, 'A red mark');
    await sql`UPDATE deliveries SET detail = 'Again' WHERE campaign_id = ${old.campaign.id}`.execute(db);
    await deleteAll();
    assert.equal((await detailsOf(old))[0]?.detail, 'Again');
    await sql`UPDATE campaigns SET details_deleted_at = completed_at - interval '1 day' WHERE id = ${old.campaign.id}`.execute(
      db,
    );
    await deleteAll();
    assert.equal((await detailsOf(old))[0]?.detail, null);
  });

  it('deletes the details of a large campaign in the background, in batches', async () => {
    const { sending, left } = await bigEndedCampaign();
    await deleteOutdated(app);
    assert.ok((await left()) > 0);
    assert.equal((await open(sending)).details_deleted_at, null);
    await jobsToEnd(app);
    assert.equal(await left(), 0);
    assert.notEqual((await open(sending)).details_deleted_at, null);
  });

  it('stops deleting details if the campaign is restarted in the meantime', async () => {
    const { sending, left } = await bigEndedCampaign();
    await deleteOutdated(app);
    await db.updateTable('campaigns').set({ status: 'running' }).where('id', '=', sending.campaign.id).execute();
    const before = await left();
    await jobsToEnd(app);
    assert.ok(before - (await left()) <= 300);
    assert.equal((await open(sending)).details_deleted_at, null);
  });

  it('deletes any number of old requests and contact messages, except requests that are unfinished', async () => {
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
        { ...message, message: 'new', created_at: days(20) },
      ])
      .execute();
    await deleteOutdated(app);
    const requests = db.selectFrom('agent_requests').select('status').where('user_id', '=', user.id).orderBy('status');
    assert.deepEqual(await requests.execute(), [{ status: 'completed' }, { status: 'pending' }]);
    const messages = await db.selectFrom('contact_messages').select('message').orderBy('id').execute();
    assert.deepEqual(
      messages.map((one) => one.message),
      ['new'],
    );
  });
});

describeAccess(server, [
  { key: 'GET /api/retention' },
  { key: 'PUT /api/retention', input: () => Promise.resolve({ body: usualRetention }) },
]);

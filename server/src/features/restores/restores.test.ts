import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jobsToEnd, startJob } from '../../platform/background-jobs.ts';
import { change } from '../../platform/change.ts';
import { syncBody } from '../../testing/agent-calls.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { makeCommittedAgo } from '../../testing/campaign-builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { startTestServer, testServer } from '../../testing/test-server.ts';
import { startDueCampaigns } from '../campaigns/campaign-schedule.service.ts';
import { notifyDeletionAsked } from '../notices/notices.service.ts';
import { markLongUnreportedUnknown } from '../sending/sending-sweep.service.ts';
import { deleteDueUsers } from '../user-deletion/user-deletion.service.ts';
import { pauseAfterRestore } from './restores.service.ts';

const server = await startTestServer();
const shared = await testServer();
const { app } = server;
const admin = await buildUser(app, { role: 'admin' });
const backup_made_at = new Date('2026-11-20T10:00:00Z');

async function markRestored(): Promise<void> {
  await app.db.insertInto('restores').values({ backup_made_at }).execute();
}

const statusOf = async (user: Parameters<typeof server.call>[0], id: number) =>
  (await server.call(user, 'GET /api/campaigns/:id', { params: { id } })).campaign;

/** Returns what the user would read about a request if no agent took it within a minute. */
async function expiryTextOf(user: TestUser, id: number): Promise<string> {
  const setAge = (seconds: number) =>
    app.db
      .updateTable('agent_requests')
      .set({ created_at: new Date(Date.now() - seconds * 1000) })
      .where('id', '=', id)
      .execute();
  await setAge(61);
  const { requests } = await server.call(user, 'GET /api/profiles/requests');
  await setAge(0);
  return requests[0]?.error_message ?? '';
}

describe('a restored database', () => {
  it('hands out no claims, go-aheads or requests until an administrator has confirmed it', async () => {
    const { user, agent, account, claim, claimOne, commit } = await scenesOn(server)();
    const claimed = await claimOne();
    const { request_id } = await server.call(user, 'POST /api/profiles/:id/sign-in', { params: { id: account.id } });
    await markRestored();
    const answer = await commit(claimed);
    assert.equal(!answer.may_send && answer.reason, 'server_restored');
    const refused = await claim();
    assert.equal(refused.delivery === null && refused.reason, 'server_restored');
    assert.deepEqual((await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent) })).requests, []);
    assert.match(await expiryTextOf(user, request_id), /^The server was restored from a backup/);

    const { restore } = await server.call(admin, 'GET /api/restore');
    assert.equal(restore?.backup_made_at, backup_made_at.toISOString());
    await server.call(admin, 'POST /api/restore/confirm');
    assert.equal((await server.call(admin, 'GET /api/restore')).restore, null);
    assert.equal((await commit(claimed)).may_send, true);
    assert.equal((await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent) })).requests.length, 1);
    const { action, actor_name } = await app.db
      .selectFrom('audit_events')
      .select(['action', 'actor_name'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    assert.deepEqual([action, actor_name], ['restore_confirmed', admin.username]);
    const again = await server.refuse(admin, 'POST /api/restore/confirm');
    assert.equal(again.code, 'invalid_state');
  });

  it('leaves agents a day after its confirmation to check messages that were sent before the backup was made', async () => {
    const { commitOne, fallSilent, statusOf: statusOfDelivery } = await scenesOn(server)();
    const delivery = await commitOne();
    await fallSilent(delivery);
    await makeCommittedAgo(app, delivery.id, 72);
    await markRestored();
    await markLongUnreportedUnknown(app);
    assert.equal(await statusOfDelivery(delivery), 'committed');
    await server.call(admin, 'POST /api/restore/confirm');
    const confirmAgo = (hours: number) =>
      app.db
        .updateTable('restores')
        .set({ confirmed_at: new Date(Date.now() - hours * 3_600_000) })
        .execute();
    await confirmAgo(23.9);
    await markLongUnreportedUnknown(app);
    assert.equal(await statusOfDelivery(delivery), 'committed');
    await confirmAgo(24.1);
    await markLongUnreportedUnknown(app);
    assert.equal(await statusOfDelivery(delivery), 'unknown');
  });

  it('pauses the campaigns that were running, but only once, and explains why', async () => {
    const { user, campaign } = await scenesOn(server)();
    await pauseAfterRestore(app);
    assert.equal((await statusOf(user, campaign.id)).status, 'running');
    await markRestored();
    await pauseAfterRestore(app);
    const paused = await statusOf(user, campaign.id);
    assert.deepEqual([paused.status, paused.status_reason?.code], ['paused', 'paused_after_restore']);
    await server.call(user, 'PUT /api/campaigns/:id/status', {
      params: { id: campaign.id },
      body: { status: 'running' },
    });
    await pauseAfterRestore(app);
    assert.equal((await statusOf(user, campaign.id)).status, 'running');
    await server.call(admin, 'POST /api/restore/confirm');
  });

  const startAt = (campaign: { id: number }, start_at: Date) =>
    app.db.updateTable('campaigns').set({ start_at }).where('id', '=', campaign.id).execute();

  for (const [when, aheadMs] of [
    ['was due after', -60_000],
    ['is scheduled for later, in case it was started early after', 3_600_000],
  ] as const) {
    it(`starts no campaign that ${when} the backup was made, and notifies its owner`, async () => {
      const { user, campaign, params } = await scenesOn(server)({ status: 'pending' });
      await startAt(campaign, new Date(Date.now() + aheadMs));
      await markRestored();
      await pauseAfterRestore(app);
      await server.call(admin, 'POST /api/restore/confirm');
      await startAt(campaign, new Date(Date.now() - 1000));
      await startDueCampaigns(app);
      const { status, scheduled_start, status_reason } = await statusOf(user, campaign.id);
      assert.deepEqual([status, scheduled_start?.is_missed], ['pending', true]);
      assert.match(
        scheduled_start?.problem ?? '',
        /may have been started .* check whether people already got the message\.$/,
      );
      assert.match(
        status_reason?.text ?? '',
        /^This campaign won't start automatically anymore\. The server was restored/,
      );
      const { notices } = await server.call(user, 'GET /api/notices');
      assert.ok(notices.some(({ message }) => /may have been started after the backup was made/.test(message)));
      await server.call(user, 'POST /api/campaigns/:id/start', { params });
      assert.equal((await statusOf(user, campaign.id)).status, 'running');
    });
  }

  it('gives users another week to cancel a deletion that was due, and notifies them, because they may have canceled it after the backup was made', async () => {
    const user = await buildUser(app);
    const deletion_due_at = new Date(Date.now() - 1000);
    await app.db.updateTable('users').set({ deletion_due_at }).where('id', '=', user.id).execute();
    await change(app, (change) => notifyDeletionAsked(change, user.id, deletion_due_at.toISOString()));
    await markRestored();
    await pauseAfterRestore(app);
    await deleteDueUsers(app);
    const notices = await app.db.selectFrom('notices').select('title').where('user_id', '=', user.id).execute();
    const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10).split('-').toReversed().join('-');
    assert.equal(notices.length, 1);
    assert.ok(notices[0]?.title.startsWith(`Your user account will be deleted on ${inAWeek} at `), notices[0]?.title);
    await server.call(user, 'DELETE /api/user-deletion');
    await server.call(admin, 'POST /api/restore/confirm');
  });

  it('also postpones the deletion of deactivated users, but continues deletions that had begun', async () => {
    const [deactivated, begun] = [await buildUser(app), await buildUser(app)];
    const ids = [deactivated.id, begun.id];
    const due = { is_active: false, deletion_due_at: new Date(Date.now() - 1000) };
    await app.db.updateTable('users').set(due).where('id', 'in', ids).execute();
    await change(app, async (change) => {
      await startJob(change, { userId: begun.id, kind: 'user-deletion', subjectId: begun.id }, { due: null });
    });
    await markRestored();
    await pauseAfterRestore(app);
    await deleteDueUsers(app);
    await jobsToEnd(app);
    const left = await app.db.selectFrom('users').select('id').where('id', 'in', ids).execute();
    assert.deepEqual(left, [{ id: deactivated.id }]);
    await server.call(admin, 'POST /api/restore/confirm');
  });

  it('does not cause a preflight to report that no account can be used', async () => {
    const { user, params } = await scenesOn(server)({ status: 'pending' });
    await markRestored();
    const review = await server.call(user, 'POST /api/campaigns/:id/preflight', { params, body: {} });
    assert.deepEqual(review.problems, []);
    assert.deepEqual(
      review.accounts.map(({ code }) => code),
      ['server_restored'],
    );
    await server.call(user, 'POST /api/campaigns/:id/start', { params });
    await server.call(admin, 'POST /api/restore/confirm');
  });

  it('starts no scheduled campaign until an administrator has confirmed the restore', async () => {
    const { user, campaign } = await scenesOn(server)({ status: 'pending' });
    await startAt(campaign, new Date(Date.now() - 60_000));
    await markRestored();
    await startDueCampaigns(app);
    assert.equal((await statusOf(user, campaign.id)).status, 'pending');
    await server.call(admin, 'POST /api/restore/confirm');
    await startDueCampaigns(app);
    assert.equal((await statusOf(user, campaign.id)).status, 'running');
  });
});

describeAccess(shared, [{ key: 'GET /api/restore' }, { key: 'POST /api/restore/confirm' }]);

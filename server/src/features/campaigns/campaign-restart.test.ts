import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser } from '../../testing/builders.ts';
import { buildCampaign, makeDue } from '../../testing/campaign-builders.ts';
import { reasonOf, scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

type Scene = Awaited<ReturnType<typeof scene>>;

const restart = (key: 'POST /api/campaigns/:id/continue' | 'POST /api/campaigns/:id/retry-failed') => ({
  call: async ({ user, params }: Scene) => (await server.call(user, key, { params })).campaign,
  refuse: ({ user, params }: Scene) => server.refuse(user, key, { params }),
});
const continueCampaign = restart('POST /api/campaigns/:id/continue');
const retry = restart('POST /api/campaigns/:id/retry-failed');

/** Claims the next person and reports a failure that isn't retried automatically. */
async function fail(given: Scene, reason: 'recipient_refuses_requests' | 'not_found' = 'recipient_refuses_requests') {
  await makeDue(app, given.account);
  const delivery = await given.claimOne();
  await given.report(delivery, reason === 'not_found' ? 'not_found' : 'failed', { reason });
  return delivery;
}

/** Records that the messages to these people failed. */
async function failAll(given: Scene, names: readonly string[]) {
  await app.db
    .updateTable('deliveries')
    .set({ status: 'failed', reason: 'page_failed' })
    .where('campaign_id', '=', given.campaign.id)
    .where('recipient', 'in', [...names])
    .execute();
  await app.db
    .updateTable('campaigns')
    .set({ total_failed: names.length })
    .where('id', '=', given.campaign.id)
    .execute();
}

async function becomeUnknown(given: Scene) {
  const delivery = await given.commitOne();
  await given.report(delivery, 'unknown', { reason: 'no_note' });
  return delivery;
}

describe('continuing with the people left', () => {
  it('runs a stopped campaign for the people who were not messaged, and for nobody else', async () => {
    const given = await scene({ recipients: ['anna', 'ben', 'cleo'] });
    await given.sendOne();
    await given.setStatus('completed');
    const { status, status_reason, completed_at, total_sent } = await continueCampaign.call(given);
    assert.deepEqual([status, status_reason?.code, completed_at, total_sent], ['running', undefined, null, 1]);
    assert.equal((await given.sendOne()).recipient, 'ben');
    assert.equal((await given.sendOne()).recipient, 'cleo');
    assert.deepEqual([(await given.view()).status, await given.counters()], ['completed', [3, 3, 0, 0]]);
  });

  it('messages nobody whose outcome was unknown when the campaign was stopped', async () => {
    const given = await scene({ recipients: ['anna', 'ben'] });
    await given.commitOne();
    await given.setStatus('completed');
    await continueCampaign.call(given);
    assert.equal((await given.sendOne()).recipient, 'ben');
    assert.equal((await given.view()).total_unknown, 1);
  });

  it('is refused if the campaign has not ended, if nobody is left, or if no account is usable and free', async () => {
    const running = await scene();
    assert.equal((await continueCampaign.refuse(running)).code, 'invalid_state');
    const done = await scene({ recipients: ['anna'] });
    await done.sendOne();
    assert.match((await continueCampaign.refuse(done)).error, /No one is left/);
    const off = await scene();
    await off.setStatus('completed');
    await app.db.updateTable('profiles').set({ is_active: false }).where('id', '=', off.account.id).execute();
    assert.match((await continueCampaign.refuse(off)).error, /switched off.* See Accounts, or duplicate the campaign/);
    assert.equal((await off.view()).status, 'completed');
    const used = await scene();
    await used.setStatus('completed');
    await used.another({ accounts: [used.account] });
    assert.equal((await continueCampaign.refuse(used)).code, 'profiles_in_use');
  });
});

describe('retrying people whose message failed', () => {
  it('removes the failure from the dashboard and the campaign’s results, including those of the day it happened, and counts only the new outcome', async () => {
    const given = await scene({ recipients: ['anna', 'ben'] });
    const failures = async () => {
      const call = (query = {}) => server.call(given.user, 'GET /api/campaigns/dashboard-stats', { query });
      const [all, dated] = [await call(), await call({ start_date: '2000-01-01', end_date: '2999-12-31' })];
      const { profilePerformance } = await server.call(given.user, 'GET /api/campaigns/:id/profile-performance', given);
      const daily = all.daily.reduce((sum, { failed }) => sum + failed, 0);
      return [all.stats.failed, dated.stats.failed, daily, profilePerformance[0]?.messages_failed, all.stats.sent];
    };
    await fail(given);
    await fail(given, 'not_found');
    assert.deepEqual(await failures(), [2, 2, 2, 2, 0]);
    await retry.call(given);
    assert.deepEqual(await failures(), [1, 1, 1, 1, 0]);
    await fail(given);
    assert.deepEqual(await failures(), [2, 2, 2, 2, 0]);
    await retry.call(given);
    await given.sendOne();
    assert.deepEqual(await failures(), [1, 1, 1, 1, 1]);
  });

  it('sets them back to pending in the campaign and on the list, and keeps the failure in the log', async () => {
    const given = await scene({ recipients: ['anna', 'ben'] });
    await fail(given);
    await given.sendOne();
    assert.equal((await given.view()).status, 'completed');
    const { status, total_failed } = await retry.call(given);
    assert.deepEqual(
      [status, total_failed, await given.recipients()],
      [
        'running',
        0,
        [
          ['anna', 'pending'],
          ['ben', 'sent'],
        ],
      ],
    );
    assert.equal((await given.sendOne()).recipient, 'anna');
    assert.deepEqual([(await given.view()).status, await given.counters()], ['completed', [2, 2, 0, 0]]);
    assert.deepEqual(await given.logOfPeople(), ['anna message_failed', 'ben message_sent', 'anna message_sent']);
    assert.deepEqual(await given.recipients(), [
      ['anna', 'sent'],
      ['ben', 'sent'],
    ]);
  });

  it('works for a campaign that has failed or is running', async () => {
    const failed = await scene({ recipients: ['anna'] });
    await fail(failed);
    assert.equal((await failed.view()).status, 'failed');
    assert.equal((await retry.call(failed)).status, 'running');
    const running = await scene({ recipients: ['anna', 'ben'] });
    await fail(running);
    assert.equal((await retry.call(running)).status, 'running');
  });

  it('leaves a paused campaign paused, and says so in the log', async () => {
    const given = await scene({ recipients: ['anna', 'ben'] });
    await fail(given);
    await given.setStatus('paused');
    const { status, total_failed, logs } = await retry.call(given);
    assert.deepEqual([status, total_failed], ['paused', 0]);
    const { action, message } = logs.at(-1) ?? {};
    assert.equal(action, 'paused');
    assert.equal(message, '1 person whose message failed is pending again. The campaign is still paused.');
    await given.setStatus('running');
    assert.equal((await given.sendOne()).recipient, 'anna');
  });

  it('leaves a campaign stopped if others are left, who are messaged only after it is continued', async () => {
    const names = Array.from({ length: 13 }, (_, index) => `person${String(index).padStart(2, '0')}`);
    const given = await scene({ recipients: names });
    await failAll(given, names.slice(0, 12));
    await given.setStatus('completed');
    const { status, status_reason, total_failed, logs } = await retry.call(given);
    assert.deepEqual([status, status_reason?.code, total_failed], ['completed', 'stopped_by_user', 0]);
    assert.equal(logs.at(-1)?.message, 'You stopped this campaign. 12 people whose message failed are pending again.');
    await makeDue(app, given.account);
    assert.equal((await given.claim()).delivery, null);
    await continueCampaign.call(given);
    assert.equal((await given.sendOne()).recipient, 'person00');
  });

  it('leaves a campaign stopped if an agent could still give back someone who was not messaged', async () => {
    const given = await scene({ recipients: ['anna', 'ben'] });
    await fail(given);
    await makeDue(app, given.account);
    const claimed = await given.claimOne();
    await given.setStatus('completed');
    assert.equal((await retry.call(given)).status, 'completed');
    await given.report(claimed, 'released', { reason: 'lease_lost' });
    assert.equal(await given.statusOf(claimed), 'pending');
  });

  it('runs a stopped campaign if everyone else was messaged', async () => {
    const given = await scene({ recipients: ['anna', 'ben'] });
    await fail(given);
    await given.commitOne();
    await given.setStatus('completed');
    assert.equal((await retry.call(given)).status, 'running');
    assert.equal((await given.sendOne()).recipient, 'anna');
  });

  it('gives people their original place in the queue, even if problems had moved them to the back', async () => {
    const given = await scene({ recipients: ['anna', 'ben', 'cleo'] });
    const delivery = await fail(given);
    await app.db.updateTable('deliveries').set({ turn: 2 }).where('id', '=', delivery.id).execute();
    await retry.call(given);
    assert.equal((await given.sendOne()).recipient, 'anna');
  });

  it('leaves out people who were skipped or not found, whose outcome is unknown, or whose message the user marked as not sent', async () => {
    const given = await scene({ recipients: ['anna', 'ben', 'cleo', 'dora', 'emil'] });
    await becomeUnknown(given);
    const looked = await becomeUnknown(given);
    await server.call(given.user, 'POST /api/campaigns/:id/unknown/:deliveryId', {
      params: { id: given.campaign.id, deliveryId: looked.id },
      body: { was_sent: false },
    });
    await fail(given, 'not_found');
    await makeDue(app, given.account);
    await given.report(await given.claimOne(), 'skipped', { reason: 'conversation' });
    assert.match((await retry.refuse(given)).error, /No one in this campaign can be retried/);
    assert.equal((await given.view()).has_retryable, false);
    const { recipient } = await fail(given);
    assert.equal((await given.view()).has_retryable, true);
    const { retried } = await server.call(given.user, 'POST /api/campaigns/:id/retry-failed', { params: given.params });
    assert.deepEqual([recipient, retried], ['emil', 1]);
  });

  it('clears the failure and the day on which it was counted, and ignores a repeated report about the first attempt', async () => {
    const given = await scene({ recipients: ['anna'] });
    const delivery = await given.commitOne();
    await given.report(delivery, 'failed', { reason: 'not_sent' });
    await retry.call(given);
    const { status, failures, claim_id, counted_on, message_id } = await given.deliveryOf(delivery);
    assert.deepEqual([status, failures, claim_id, counted_on, message_id], ['pending', 0, null, null, null]);
    await given.report(delivery, 'failed', { reason: 'not_sent' });
    assert.equal(await given.statusOf(delivery), 'pending');
    await given.sendOne();
    assert.deepEqual(await given.counters(), [1, 1, 0, 0]);
  });

  it('corrects only the last log entry if the outcome of the second attempt arrives late', async () => {
    const given = await scene({ recipients: ['anna'] });
    await fail(given);
    await retry.call(given);
    const delivery = await given.commitOne();
    await given.report(delivery, 'unknown', { reason: 'history_not_shown' });
    await given.setStatus('completed');
    await given.report(delivery, 'sent');
    assert.deepEqual(await given.logOfPeople(), ['anna message_failed', 'anna message_sent']);
  });

  it('retries more than one batch, and skips people who may no longer be messaged', async () => {
    const names = Array.from({ length: 23 }, (_, index) => `person${String(index).padStart(2, '0')}`);
    const given = await scene({ recipients: names });
    await failAll(given, names);
    await app.db.updateTable('campaigns').set({ status: 'completed' }).where('id', '=', given.campaign.id).execute();
    await server.call(given.user, 'POST /api/do-not-contact', { body: { usernames: ['person00'] } });
    const { retried } = await server.call(given.user, 'POST /api/campaigns/:id/retry-failed', { params: given.params });
    assert.equal(retried, 23);
    assert.equal((await given.claimOne()).recipient, 'person01');
    assert.deepEqual(await given.counters(), [22, 0, 0, 1]);
  });

  it('is refused, just like continuing, if the list no longer has a variable that the text uses', async () => {
    const withVariable = () =>
      scene({
        recipients: ['anna', 'ben'],
        content: 'Hi {first_name|there}',
        variables: ['first_name'],
        values: { anna: { first_name: 'Anna' }, ben: { first_name: 'Ben' } },
      });
    const stopped = await withVariable();
    await stopped.setStatus('completed');
    const failed = await withVariable();
    await fail(failed);
    await fail(failed);
    for (const { given, again } of [
      { given: stopped, again: continueCampaign },
      { given: failed, again: retry },
    ]) {
      const rename = (rename_from: string, name: string) =>
        server.call(given.user, 'PUT /api/lists/:id/variables', {
          params: { id: given.campaign.listId },
          body: { variables: [{ name, rename_from }] },
        });
      await rename('first_name', 'name');
      const { code, error } = await again.refuse(given);
      assert.equal(code, 'invalid_state');
      assert.match(error, /^The campaign's text uses \{first_name\}/);
      await rename('name', 'first_name');
      await again.call(given);
      await makeDue(app, given.account);
      assert.equal((await given.claimOne()).text, 'Hi Anna');
    }
  });

  it('is refused before the first start, or while another campaign uses one of its accounts, without changing anything', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user);
    const params = { id };
    assert.equal((await server.refuse(user, 'POST /api/campaigns/:id/retry-failed', { params })).code, 'invalid_state');
    const given = await scene({ recipients: ['anna'] });
    const failed = await fail(given);
    await buildCampaign(app, given.user, { status: 'running', accounts: [given.account] });
    assert.equal((await retry.refuse(given)).code, 'profiles_in_use');
    assert.equal(await given.statusOf(failed), 'failed');
    assert.equal(reasonOf(await given.claim()), 'waiting_for_time');
  });

  it('doesn’t need the accounts of a campaign that already runs', async () => {
    const given = await scene({ recipients: ['anna', 'ben'], accounts: 2 });
    await fail(given);
    const [, readded] = given.campaign.accounts;
    assert.ok(readded);
    // An account that is removed and added again no longer works for the campaigns that were running in the meantime.
    await app.db
      .updateTable('campaign_profiles')
      .set({ is_running: false })
      .where('profile_id', '=', readded.id)
      .execute();
    await given.another({ accounts: [readded] });
    assert.equal((await retry.call(given)).status, 'running');
  });
});

const stopped = async (owner: Parameters<typeof buildCampaign>[1]) => ({
  params: { id: (await buildCampaign(app, owner, { status: 'completed' })).id },
});
describeAccess(server, [
  { key: 'POST /api/campaigns/:id/continue', input: stopped, isOwned: true },
  { key: 'POST /api/campaigns/:id/retry-failed', input: stopped, isOwned: true },
]);

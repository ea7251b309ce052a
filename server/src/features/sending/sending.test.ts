import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildAgent } from '../../testing/builders.ts';
import { expireLease, makeDue, makeRetryable } from '../../testing/campaign-builders.ts';
import { reasonOf, scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

describe('a claim', () => {
  it('gets the first person with the text as it is to be sent', async () => {
    const { claimOne, account, view } = await scene();
    const delivery = await claimOne();
    assert.equal(delivery.recipient, 'anna');
    assert.equal(delivery.campaign_created_at, (await view()).created_at);
    assert.equal(delivery.text, 'Hello anna!');
    assert.equal(delivery.profile_path, account.profile_path);
    assert.equal(delivery.verify_first, false);
    assert.equal(delivery.attempt, 1);
  });

  it('is refused while the account holds another, and then until the pause is over', async () => {
    const { claim, claimOne, report, account } = await scene();
    const delivery = await claimOne();
    assert.equal(reasonOf(await claim()), 'account_busy');
    await report(delivery, 'sent');
    const waiting = await claim();
    assert.ok(waiting.delivery === null);
    assert.equal(waiting.reason, 'waiting_for_time');
    const seconds = (Date.parse(waiting.not_before ?? '') - Date.now()) / 1000;
    assert.ok(seconds > 300 && seconds <= 450, String(seconds));
    await makeDue(app, account);
    assert.equal((await claimOne()).recipient, 'ben');
  });

  for (const [reason, spoil] of [['account_inactive', { is_active: false }]] as const) {
    it(`says ${reason}`, async () => {
      const { claim, account } = await scene({ accounts: 2 });
      await app.db.updateTable('profiles').set(spoil).where('id', '=', account.id).execute();
      assert.equal(reasonOf(await claim()), reason);
    });
  }

  it('is refused while the campaign is paused, and by the account of no campaign', async () => {
    const { user, claim, campaign } = await scene();
    await server.call(user, 'PUT /api/campaigns/:id/status', {
      params: { id: campaign.id },
      body: { status: 'paused' },
    });
    assert.equal(reasonOf(await claim()), 'campaign_not_running');
  });

  it('pauses the campaign when the subscription has ended, and logs why', async () => {
    const { user, claim, view } = await scene();
    await app.db.updateTable('users').set({ subscription_end_date: '2020-01-01' }).where('id', '=', user.id).execute();
    assert.equal(reasonOf(await claim()), 'subscription_ended');
    const campaign = await view();
    assert.equal(campaign.status, 'paused');
    assert.match(campaign.logs.at(-1)?.message ?? '', /subscription/);
  });

  it('of many at once for one account only one succeeds', async () => {
    const { claim } = await scene();
    const answers = await Promise.all(Array.from({ length: 8 }, () => claim()));
    assert.equal(answers.filter((answer) => answer.delivery !== null).length, 1);
  });

  it('of several accounts at once never gives two the same person', async () => {
    const { campaign, claimOne } = await scene({ accounts: 3 });
    const deliveries = await Promise.all(campaign.accounts.map((account) => claimOne(account.id)));
    assert.equal(new Set(deliveries.map((delivery) => delivery.recipient)).size, 3);
  });
});

describe('a report', () => {
  it('moves counters, recipient and log together, and again changes nothing', async () => {
    const { claimOne, report, view, user, campaign } = await scene();
    const delivery = await claimOne();
    assert.deepEqual(await report(delivery, 'sent'), { recorded: true, is_repeated: false, status: 'sent' });
    assert.deepEqual(await report(delivery, 'sent'), { recorded: false, is_repeated: true, status: 'sent' });
    assert.deepEqual(await report(delivery, 'failed'), { recorded: false, is_repeated: false, status: 'sent' });
    const seen = await view();
    assert.deepEqual([seen.total_sent, seen.total_failed, seen.total_list], [1, 0, 3]);
    assert.deepEqual(
      seen.logs.map((log) => [log.seq, log.action, log.recipient]),
      [
        [1, 'started', null],
        [2, 'message_sent', 'anna'],
      ],
    );
    const { recipients } = await server.call(user, 'GET /api/lists/:id/recipients', {
      params: { id: campaign.listId },
    });
    assert.deepEqual(recipients.map((recipient) => recipient.status).toSorted(), ['pending', 'pending', 'sent']);
  });

  it('sent ten times at once is recorded once', async () => {
    const { claimOne, report, view } = await scene();
    const delivery = await claimOne();
    const answers = await Promise.all(Array.from({ length: 10 }, () => report(delivery, 'sent')));
    assert.equal(answers.filter((answer) => answer.recorded).length, 1);
    assert.equal((await view()).total_sent, 1);
  });

  it('of somebody who does not exist counts as failed and says not found', async () => {
    const { claimOne, report, view } = await scene();
    assert.equal((await report(await claimOne(), 'not_found')).status, 'not_found');
    const seen = await view();
    assert.equal(seen.total_failed, 1);
    assert.equal(seen.logs.at(-1)?.action, 'message_failed');
  });

  it('of a failure that sent nothing is tried again as often as the settings say, and logged only at the end', async () => {
    const { claim, claimOne, report, view, account, campaign } = await scene(
      { recipients: ['anna'] },
      { max_retries: 2 },
    );
    for (const attempt of [1, 2]) {
      const delivery = await claimOne();
      assert.equal(delivery.attempt, attempt);
      assert.equal((await report(delivery, 'failed', { is_retryable: true })).status, 'pending');
      await makeDue(app, account);
      assert.equal(reasonOf(await claim()), 'retry_later');
      await makeRetryable(app, campaign);
    }
    assert.equal(
      (await report(await claimOne(), 'failed', { is_retryable: true, detail: 'No box to write in' })).status,
      'failed',
    );
    const seen = await view();
    assert.deepEqual([seen.status, seen.total_sent, seen.total_failed], ['completed', 0, 1]);
    assert.deepEqual(
      seen.logs.map((log) => log.action),
      ['started', 'message_failed', 'completed'],
    );
    assert.equal(seen.logs[1]?.message, 'No box to write in');
  });

  it('given back untouched frees account and person at once', async () => {
    const { claimOne, report } = await scene();
    const first = await claimOne();
    await report(first, 'released');
    const again = await claimOne();
    assert.equal(again.id, first.id);
    assert.equal(again.attempt, 1);
    assert.equal(again.verify_first, false);
  });

  it('that the browser profile is elsewhere stops the account when no other computer can have it', async () => {
    const { user, agent, claim, claimOne, report } = await scene({ accounts: 2 });
    const other = await buildAgent(app, user);
    const hello = { protocol: 1, version: '1.0.0', platform: 'linux' };
    for (const each of [agent, other]) await server.call(each, 'POST /api/agent/hello', { body: hello });
    const why = { reason: 'profile_not_here', detail: 'The browser profile is not on this computer.' };
    assert.equal((await report(await claimOne(), 'released', why)).status, 'pending');
    await server.call(other, 'POST /api/agent/sign-off');
    assert.equal((await report(await claimOne(), 'released', why)).status, 'pending');
    const refusal = await claim();
    assert.ok(refusal.delivery === null);
    assert.deepEqual([refusal.reason, refusal.text], ['account_blocked', why.detail]);
  });

  it('of a block stops that account alone; another takes the person over', async () => {
    const { claim, claimOne, report, view, campaign } = await scene({ accounts: 2, recipients: ['anna'] });
    const delivery = await claimOne();
    await report(delivery, 'blocked', { detail: 'Instagram asks to confirm it is you.' });
    assert.equal(reasonOf(await claim()), 'account_blocked');
    const seen = await view();
    assert.equal(seen.status, 'running');
    assert.equal(seen.accounts[0]?.state, 'blocked');
    assert.equal(seen.accounts[0]?.text, 'Instagram asks to confirm it is you.');
    assert.equal((await claimOne(campaign.accounts[1]?.id)).recipient, 'anna');
  });

  for (const outcome of ['sent', 'unknown', 'failed'] as const) {
    it(`of ${outcome} during which the platform objected stops the account as well`, async () => {
      const { claim, claimOne, report, view, account } = await scene({ accounts: 2 });
      const stops = { reason: 'rate_limited', detail: 'Instagram slows this account down.' };
      assert.equal((await report(await claimOne(), outcome, { stops })).recorded, true);
      await makeDue(app, account);
      assert.equal(reasonOf(await claim()), 'account_blocked');
      const seen = await view();
      assert.deepEqual([seen.status, seen.accounts[0]?.text], ['running', stops.detail]);
      assert.equal(seen.logs.filter((log) => log.action === 'profile_blocked').length, 1);
    });
  }

  it('of a block of the last account fails the campaign', async () => {
    const { claimOne, report, view } = await scene();
    await report(await claimOne(), 'blocked');
    const seen = await view();
    assert.equal(seen.status, 'failed');
    assert.deepEqual(
      seen.logs.map((log) => log.action),
      ['started', 'profile_blocked', 'failed'],
    );
  });

  it('with the mark of an earlier claim is refused', async () => {
    const { claimOne, report, account } = await scene({ recipients: ['anna'] });
    const first = await claimOne();
    await expireLease(app, first.id);
    await makeDue(app, account);
    const second = await claimOne();
    assert.equal(second.id, first.id);
    assert.equal((await report(first, 'failed')).recorded, false);
    assert.equal((await report(second, 'sent')).recorded, true);
  });
});

describe('a lease', () => {
  it('is prolonged, and says whether sending is still wanted', async () => {
    const { claimOne, renew, user, campaign } = await scene();
    const delivery = await claimOne();
    assert.equal((await renew(delivery)).may_send, true);
    await server.call(user, 'PUT /api/campaigns/:id/status', {
      params: { id: campaign.id },
      body: { status: 'paused' },
    });
    const renewed = await renew(delivery);
    assert.equal(renewed.may_send, false);
    assert.match(renewed.reason ?? '', /no running campaign/);
  });

  it('cannot be prolonged once the claim is reported', async () => {
    const { claimOne, report, agent } = await scene();
    const delivery = await claimOne();
    await report(delivery, 'sent');
    const refusal = await server.refuse(agent, 'POST /api/agent/deliveries/:id/renew', {
      params: { id: delivery.id },
      body: { fence: delivery.fence },
    });
    assert.equal(refusal.code, 'lease_lost');
  });

  it('ends when the agent signs off: its account alone may look into it at once', async () => {
    const { claim, claimOne, renew, agent, account, campaign } = await scene({ accounts: 2, recipients: ['anna'] });
    const delivery = await claimOne();
    await renew(delivery);
    await server.call(agent, 'POST /api/agent/sign-off');
    assert.equal(reasonOf(await claim(campaign.accounts[1]?.id)), 'nothing_left');
    await makeDue(app, account);
    const again = await claimOne();
    assert.deepEqual([again.id, again.verify_first], [delivery.id, true]);
  });

  it('that another computer with the same token ended by signing off still counts what was sent under it', async () => {
    const { claimOne, renew, report, agent, view } = await scene({ recipients: ['anna', 'ben'] });
    const sending = await claimOne();
    await server.call(agent, 'POST /api/agent/sign-off');
    assert.equal((await renew(sending)).may_send, true);
    await server.call(agent, 'POST /api/agent/sign-off');
    assert.deepEqual(await report(sending, 'sent'), { recorded: true, is_repeated: false, status: 'sent' });
    assert.equal((await view()).total_sent, 1);
  });
});

describe('work', () => {
  it('is none once the subscription has ended, and the campaign pauses though nobody claims', async () => {
    const { user, agent, view } = await scene();
    await app.db.updateTable('users').set({ subscription_end_date: null }).where('id', '=', user.id).execute();
    assert.deepEqual((await server.call(agent, 'GET /api/agent/work')).accounts, []);
    const campaign = await view();
    assert.deepEqual([campaign.status, campaign.logs.at(-1)?.action], ['paused', 'paused']);
    assert.match(campaign.logs.at(-1)?.message ?? '', /subscription has expired/);
  });

  it('names accounts with people left and when they are due', async () => {
    const { agent, claimOne, report, account } = await scene();
    const before = await server.call(agent, 'GET /api/agent/work');
    assert.deepEqual(
      before.accounts.map((work) => [work.profile_id, work.due_at]),
      [[account.id, null]],
    );
    await report(await claimOne(), 'sent');
    const after = await server.call(agent, 'GET /api/agent/work');
    assert.ok(Date.parse(after.accounts[0]?.due_at ?? '') > Date.now());
  });
});

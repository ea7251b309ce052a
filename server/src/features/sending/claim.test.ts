import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { goAheadMs } from '@sandpiper/contract/limits';
import { describeAccess } from '../../testing/access-tests.ts';
import { syncBody } from '../../testing/agent-calls.ts';
import { buildAccount, buildComputer, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign, makeDue, makeRetryable } from '../../testing/campaign-builders.ts';
import { reasonOf, scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';
import { pauseWithoutSubscription } from './sending-sweep.service.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

describe('a claim', () => {
  it('gets the next person and the final text, and has a random ID', async () => {
    const { claimOne, account, campaign } = await scene({ accounts: 2 });
    const first = await claimOne();
    assert.deepEqual([first.recipient, first.text, first.task], ['anna', 'Hello anna!', 'send']);
    assert.deepEqual([first.profile_id, first.profile_path], [account.id, account.profile_path]);
    assert.ok(Date.parse(first.lease_expires_at) > Date.now());
    const second = await claimOne(campaign.accounts[1]?.id);
    assert.equal(second.recipient, 'ben');
    assert.match(second.claim_id, /^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    assert.notEqual(first.claim_id, second.claim_id);
  });

  it('has the same message key in every campaign with the same text, and a repeat key if the campaign may repeat messages', async () => {
    const { claimOne, another } = await scene({ recipients: ['anna', 'ben', 'cleo', 'dora'] });
    const next = await another();
    const repeating = await another({ name: 'Again', allow_repeat: true });
    const [first, second, third] = [
      await claimOne(),
      await claimOne(next.account.id),
      await claimOne(repeating.account.id),
    ];
    assert.deepEqual([second.message_key, third.message_key], [first.message_key, first.message_key]);
    assert.deepEqual([first.repeat_key, second.repeat_key], [null, null]);
    assert.ok(third.repeat_key !== null && third.repeat_key !== first.message_key);
  });

  it('has a different message key than a claim in another user’s campaign with the same text, because users can share a computer', async () => {
    const [ours, theirs] = [await (await scene()).claimOne(), await (await scene()).claimOne()];
    assert.equal(ours.text, theirs.text);
    assert.notEqual(ours.message_key, theirs.message_key);
  });

  it('has only the hash of the text as its message key if an earlier version started the campaign', async () => {
    const { claimOne, campaign } = await scene();
    await server.app.db.updateTable('campaigns').set({ message_key: null }).where('id', '=', campaign.id).execute();
    assert.match((await claimOne()).message_key, /^[0-9a-f]{32}$/);
  });

  it('is refused while the account has another claim, and until the pause after that claim has ended', async () => {
    const { claim, claimOne, commit, report, account } = await scene();
    const delivery = await claimOne();
    assert.equal(reasonOf(await claim()), 'account_busy');
    await commit(delivery);
    await report(delivery, 'sent');
    const waiting = await claim();
    assert.ok(waiting.delivery === null);
    assert.equal(waiting.reason, 'waiting_for_time');
    const seconds = (Date.parse(waiting.not_before ?? '') - Date.now()) / 1000;
    const goAheadSeconds = goAheadMs / 1000;
    assert.ok(seconds > 300 && seconds <= 450 + goAheadSeconds, String(seconds));
    await makeDue(app, account);
    assert.equal((await claimOne()).recipient, 'ben');
  });

  const account = { is_active: false, deleted_at: new Date(), hold_reason: 'challenge', held_at: new Date() };
  for (const [reason, spoil] of [
    ['account_inactive', { is_active: account.is_active }],
    ['account_removed', { deleted_at: account.deleted_at }],
    ['account_held', { hold_reason: account.hold_reason, held_at: account.held_at }],
    ['no_computer', { installation_id: null }],
    ['wrong_computer', { installation_id: '11111111-1111-4111-8111-111111111111' }],
  ] as const) {
    it(`returns ${reason} and an explanation`, async () => {
      const { claim, account } = await scene({ accounts: 2 });
      await app.db.updateTable('profiles').set(spoil).where('id', '=', account.id).execute();
      const answer = await claim();
      assert.ok(answer.delivery === null);
      assert.equal(answer.reason, reason);
      assert.ok(answer.text.length > 10);
    });
  }

  it('returns the end of a timed hold', async () => {
    const { claim, account } = await scene();
    const until = new Date(Date.now() + 3_600_000);
    await app.db
      .updateTable('profiles')
      .set({ hold_reason: 'rate_limited', held_at: new Date(), held_until: until })
      .where('id', '=', account.id)
      .execute();
    const answer = await claim();
    assert.ok(answer.delivery === null);
    assert.deepEqual([answer.reason, answer.not_before], ['account_held', until.toISOString()]);
  });

  it('is refused while the campaign is paused, and for an account without a campaign', async () => {
    const { user, agent, claim, setStatus } = await scene();
    await setStatus('paused');
    assert.equal(reasonOf(await claim()), 'campaign_not_running');
    const idle = await buildAccount(app, user, { installation_id: agent.installationId });
    assert.equal(reasonOf(await claim(idle.id)), 'campaign_not_running');
  });

  it('is refused if the computer has never identified itself', async () => {
    const { agent, claim } = await scene();
    await app.db.updateTable('agent_tokens').set({ installation_id: null }).where('id', '=', agent.id).execute();
    assert.equal(reasonOf(await claim()), 'no_computer');
  });

  it('is refused if another of the user’s computers makes the claim', async () => {
    const { user, account } = await scene();
    const other = await buildComputer(app, user, { accounts: [] });
    const answer = await server.call(other, 'POST /api/agent/deliveries/claim', { body: { profile_id: account.id } });
    assert.equal(reasonOf(answer), 'wrong_computer');
  });

  it('pauses the campaign when the subscription has ended, and logs why', async () => {
    const { user, claim, view } = await scene();
    await app.db.updateTable('users').set({ subscription_end_date: '2020-01-01' }).where('id', '=', user.id).execute();
    assert.equal(reasonOf(await claim()), 'subscription_ended');
    const campaign = await view();
    assert.deepEqual([campaign.status, campaign.status_reason?.code], ['paused', 'subscription_ended']);
    assert.match(campaign.logs.at(-1)?.message ?? '', /subscription/);
  });

  it('succeeds only once if an account makes many claims at the same time', async () => {
    const { claim } = await scene();
    const answers = await Promise.all(Array.from({ length: 8 }, () => claim()));
    assert.equal(answers.filter((answer) => answer.delivery !== null).length, 1);
  });

  it('never gives two accounts the same person, even if they claim at the same time', async () => {
    const { campaign, claimOne } = await scene({ accounts: 3 });
    const deliveries = await Promise.all(campaign.accounts.map((account) => claimOne(account.id)));
    assert.equal(new Set(deliveries.map((delivery) => delivery.recipient)).size, 3);
  });

  it('returns the time at which the remaining people will be retried', async () => {
    const { claim, claimOne, report, account, campaign } = await scene({ recipients: ['anna'] });
    await report(await claimOne(), 'failed', { reason: 'page_failed' });
    await makeDue(app, account);
    const answer = await claim();
    assert.ok(answer.delivery === null);
    assert.equal(answer.reason, 'retry_later');
    const seconds = (Date.parse(answer.not_before ?? '') - Date.now()) / 1000;
    assert.ok(seconds > 30 && seconds <= 60, String(seconds));
    await makeRetryable(app, campaign);
    assert.equal((await claimOne()).recipient, 'anna');
  });

  it('says that nobody is left while another account is messaging the last person', async () => {
    const { claim, claimOne, campaign } = await scene({ recipients: ['anna'], accounts: 2 });
    await claimOne();
    assert.equal(reasonOf(await claim(campaign.accounts[1]?.id)), 'nothing_left');
  });

  it('says that the last messages are being checked', async () => {
    const { claim, commitOne, fallSilent, campaign } = await scene({ recipients: ['anna'], accounts: 2 });
    await fallSilent(await commitOne());
    assert.equal(reasonOf(await claim(campaign.accounts[1]?.id)), 'being_checked');
  });

  it('tells the agent to double-check every third of several consecutive "not found" results', async () => {
    const { claimOne, report, account } = await scene({ recipients: ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'] });
    const doubts: boolean[] = [];
    for (let person = 0; person < 6; person += 1) {
      await makeDue(app, account);
      const delivery = await claimOne();
      doubts.push(delivery.doubts_not_found);
      await report(delivery, 'not_found', { reason: 'not_found' });
    }
    assert.deepEqual(doubts, [false, false, true, false, false, true]);
  });
});

describe('the work that the server lists for an agent', () => {
  const workOf = async (agent: Parameters<typeof syncBody>[0]) =>
    (await server.call({ token: agent.token }, 'POST /api/agent/sync', { body: syncBody(agent) })).accounts;

  it('includes each of its accounts with people left, and when that account is due', async () => {
    const { agent, sendOne, account, campaign } = await scene();
    assert.deepEqual(
      (await workOf(agent)).map((work) => [work.profile_id, work.campaign_id, work.due_at]),
      [[account.id, campaign.id, null]],
    );
    await sendOne();
    const [after] = await workOf(agent);
    assert.ok(Date.parse(after?.due_at ?? '') > Date.now());
  });

  it('begins with the account that has waited longest', async () => {
    const { agent, campaign } = await scene({ accounts: 3 });
    const [first, second, third] = campaign.accounts.map(({ id }) => id);
    const waitFor = (id: number | undefined, minutes: number) =>
      app.db
        .updateTable('profiles')
        .set({ next_due_at: new Date(Date.now() - minutes * 60_000) })
        .where('id', '=', id ?? 0)
        .execute();
    await waitFor(first, 1);
    await waitFor(second, 2);
    assert.deepEqual(
      (await workOf(agent)).map((work) => work.profile_id),
      [third, second, first],
    );
  });

  it('includes an account that has a message to check, even if its campaign is paused', async () => {
    const { agent, commitOne, fallSilent, setStatus, account } = await scene({ recipients: ['anna'] });
    await fallSilent(await commitOne());
    await setStatus('paused');
    assert.deepEqual(
      (await workOf(agent)).map((work) => work.profile_id),
      [account.id],
    );
  });

  it('leaves out accounts that are on hold or on another computer', async () => {
    const { user, agent, stop } = await scene({ accounts: 2 });
    const other = await buildComputer(app, user, { accounts: [] });
    assert.equal((await workOf(agent)).length, 2);
    assert.deepEqual(await workOf(other), []);
    await stop('challenge');
    assert.equal((await workOf(agent)).length, 1);
  });

  it('includes no accounts once the subscription has ended, and the campaign is paused even if no agent claims anything', async () => {
    const { user, agent, view } = await scene();
    await app.db.updateTable('users').set({ subscription_end_date: null }).where('id', '=', user.id).execute();
    await pauseWithoutSubscription(app);
    assert.deepEqual(await workOf(agent), []);
    const campaign = await view();
    assert.deepEqual([campaign.status, campaign.logs.at(-1)?.action], ['paused', 'paused']);
  });
});

async function claimedBy(owner: TestUser) {
  const { accounts } = await buildCampaign(app, owner, { status: 'running' });
  const agent = await buildComputer(app, owner);
  const profile_id = accounts[0]?.id ?? 0;
  const { delivery } = await server.call(agent, 'POST /api/agent/deliveries/claim', { body: { profile_id } });
  assert.ok(delivery);
  return { params: { id: delivery.id }, body: { claim_id: delivery.claim_id } };
}

describeAccess(server, [
  {
    key: 'POST /api/agent/deliveries/claim',
    input: async (owner) => ({ body: { profile_id: (await buildAccount(app, owner)).id } }),
  },
  { key: 'POST /api/agent/deliveries/:id/renew', input: claimedBy, isOwned: true },
  { key: 'POST /api/agent/deliveries/:id/commit', input: claimedBy, isOwned: true },
  {
    key: 'POST /api/agent/deliveries/:id/result',
    input: async (owner) => {
      const { params, body } = await claimedBy(owner);
      return { params, body: { ...body, outcome: 'sent' } };
    },
    isOwned: true,
  },
  {
    key: 'POST /api/agent/profiles/:id/stop',
    input: async (owner) => ({ params: { id: (await buildAccount(app, owner)).id }, body: { reason: 'challenge' } }),
    isOwned: true,
  },
]);

describe('a claim for an account', () => {
  it('is refused as not found if the account belongs to another user', async () => {
    const { agent } = await scene();
    const stranger = await buildAccount(app, await buildUser(app));
    const refusal = await server.refuse(agent, 'POST /api/agent/deliveries/claim', {
      body: { profile_id: stranger.id },
    });
    assert.equal(refusal.status, 404);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { StatusReason } from '@sandpiper/contract/campaign-status';
import type { ReasonCode } from '@sandpiper/contract/reasons';
import { buildComputer } from '../../testing/builders.ts';
import { makeDue } from '../../testing/campaign-builders.ts';
import { reasonOf, scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';
import { pauseWithoutSubscription } from '../sending/sending-sweep.service.ts';
import { settleStuckCampaigns } from './campaign-settle.service.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);
type Scene = Awaited<ReturnType<typeof scene>>;

const waitsFor = (reason: ReasonCode) => async (given: Scene) => {
  await given.report(await given.claimOne(), 'released', { reason });
};
const goAway = ({ user }: Scene) =>
  app.db
    .updateTable('agent_tokens')
    .set({ last_seen_at: new Date(Date.now() - 3_600_000) })
    .where('user_id', '=', user.id)
    .execute();

const pauseAgent = ({ agent }: Scene) =>
  app.db.updateTable('agent_tokens').set({ is_paused: true }).where('id', '=', agent.id).execute();

type Case = [
  code: StatusReason['code'],
  status: string,
  options: Parameters<typeof scene>[0],
  bring: (scene: Scene) => Promise<unknown>,
];

/** Sets the campaign's start to `hours` hours from now. */
const startIn =
  (hours: number) =>
  ({ campaign }: Scene) =>
    app.db
      .updateTable('campaigns')
      .set({ start_at: new Date(Date.now() + hours * 3_600_000) })
      .where('id', '=', campaign.id)
      .execute();

const cases: readonly Case[] = [
  ['scheduled', 'pending', { status: 'pending' }, startIn(1)],
  ['start_missed', 'pending', { status: 'pending' }, startIn(-3)],
  ['paused_by_user', 'paused', {}, ({ setStatus }) => setStatus('paused')],
  ['stopped_by_user', 'completed', {}, ({ setStatus }) => setStatus('completed')],
  [
    'subscription_ended',
    'paused',
    {},
    async ({ user }) => {
      await app.db.updateTable('users').set({ subscription_end_date: null }).where('id', '=', user.id).execute();
      await pauseWithoutSubscription(app);
    },
  ],
  ['no_usable_account', 'paused', {}, ({ stop }) => stop('challenge')],
  [
    'two_accounts_limited',
    'paused',
    { accounts: 3 },
    async ({ stop, campaign }) => {
      await stop('rate_limited', campaign.accounts[0]?.id);
      await stop('rate_limited', campaign.accounts[1]?.id);
    },
  ],
  [
    'nobody_was_sent',
    'failed',
    { recipients: ['anna'] },
    async ({ claimOne, report }) => report(await claimOne(), 'not_found'),
  ],
  ['no_agent', 'running', {}, goAway],
  ['computer_paused', 'running', {}, pauseAgent],
  ['profile_in_use', 'running', {}, waitsFor('profile_in_use')],
  [
    'being_checked',
    'running',
    { recipients: ['anna'] },
    async ({ commitOne, fallSilent }) => fallSilent(await commitOne()),
  ],
];

describe('the reason why a campaign is not sending', () => {
  for (const [code, status, options, bring] of cases) {
    it(`is ${code} on the page of the ${status} campaign and in the list of campaigns`, async () => {
      const given = await scene(options);
      assert.equal((await given.view()).status_reason, null);
      await bring(given);
      const seen = await given.view();
      assert.deepEqual([seen.status, seen.status_reason?.code], [status, code]);
      assert.ok((seen.status_reason?.text.length ?? 0) > 10);
      const { campaigns } = await server.call(given.user, 'GET /api/campaigns');
      assert.deepEqual(campaigns[0]?.status_reason, seen.status_reason);
    });
  }

  it('is not that two accounts are limited if another account is put on hold after the user resumed', async () => {
    const given = await scene({ accounts: 4 });
    const [, second, third] = given.campaign.accounts;
    await given.stop('rate_limited');
    await given.stop('rate_limited', second?.id);
    await given.setStatus('running');
    await given.stop('challenge', third?.id);
    assert.equal((await given.view()).status, 'running');
  });

  it('advises the user to start the campaign again if it is paused', async () => {
    const given = await scene();
    await given.setStatus('paused');
    assert.equal((await given.view()).status_reason?.action, "Start it again when you're ready.");
  });

  it('does not claim that the cause still exists if the campaign is paused', async () => {
    const held = await scene();
    await held.stop('challenge');
    await server.call(held.user, 'POST /api/profiles/:id/release', { params: { id: held.account.id } });
    assert.match((await held.view()).status_reason?.text ?? '', /was paused because every account in it was/);

    const expired = await scene();
    const endOn = (subscription_end_date: string | null) =>
      app.db.updateTable('users').set({ subscription_end_date }).where('id', '=', expired.user.id).execute();
    await endOn(null);
    assert.equal((await expired.view()).status_reason?.text, 'Your subscription has expired.');
    await pauseWithoutSubscription(app);
    await endOn('2999-01-01');
    assert.match((await expired.view()).status_reason?.text ?? '', /was paused because your subscription expired/);
  });

  it('is no longer shown once the campaign continues', async () => {
    const given = await scene();
    await given.setStatus('paused');
    await given.setStatus('running');
    assert.equal((await given.view()).status_reason, null);
  });
});

const waits = [
  'profile_in_use',
  'profile_not_here',
  'firefox_missing',
  'firefox_not_started',
  'network',
  'notes_not_written',
  'sign_in_unreachable',
] as const;

describe('a wait reason', () => {
  for (const reason of waits) {
    it(`leaves the campaign running, and the campaign shows what to do (${reason})`, async () => {
      const given = await scene();
      await waitsFor(reason)(given);
      const { status, status_reason, accounts, rate_per_hour, expected_end_at } = await given.view();
      assert.deepEqual([status, status_reason?.code], ['running', reason]);
      assert.ok((status_reason?.action ?? '').length > 10);
      assert.deepEqual([accounts[0]?.state, accounts[0]?.reason], ['waiting', reason]);
      assert.deepEqual([rate_per_hour, expected_end_at], [null, null]);
      await given.sendOne();
      assert.equal((await given.view()).status_reason, null);
    });
  }

  it('halves the rate, but is not shown for the campaign while another account can send', async () => {
    const given = await scene({ accounts: 2 });
    const rateOfBoth = (await given.view()).rate_per_hour ?? 0;
    await waitsFor('profile_in_use')(given);
    const { status_reason, rate_per_hour } = await given.view();
    assert.deepEqual([status_reason, rate_per_hour], [null, rateOfBoth / 2]);
  });

  it('is replaced by a summary if each account has a different one', async () => {
    const given = await scene({ accounts: 2 });
    await waitsFor('profile_in_use')(given);
    const second = given.campaign.accounts[1]?.id;
    await given.report(await given.claimOne(second), 'released', { reason: 'network' });
    assert.equal((await given.view()).status_reason?.text, 'No account can send right now.');
  });

  it('is replaced by a summary if the other account is on hold', async () => {
    const given = await scene({ accounts: 2 });
    await given.stop('rate_limited');
    const second = given.campaign.accounts[1]?.id;
    await given.report(await given.claimOne(second), 'released', { reason: 'network' });
    const { status_reason } = await given.view();
    assert.deepEqual(
      [status_reason?.code, status_reason?.text],
      ['accounts_waiting', 'No account can send right now.'],
    );
  });

  it('is shown for the campaign if all its other accounts are switched off', async () => {
    const given = await scene({ accounts: 2 });
    const { user, account, campaign } = given;
    await server.call(user, 'PUT /api/profiles/:id/toggle', { params: { id: account.id }, body: { is_active: false } });
    const second = campaign.accounts[1]?.id;
    await given.report(await given.claimOne(second), 'released', { reason: 'network' });
    const { status_reason } = await given.view();
    assert.equal(status_reason?.code, 'network');
    assert.doesNotMatch(status_reason.text, /all of them/);
  });

  for (const [what, values, reason] of [
    ['an account that is not assigned to a computer', { installation_id: null }, 'no_computer'],
    ['a computer that is away', { installation_id: '11111111-1111-4111-8111-111111111111' }, 'computer_away'],
  ] as const) {
    it(`leaves the campaign running (${what})`, async () => {
      const given = await scene();
      await app.db.updateTable('profiles').set(values).where('id', '=', given.account.id).execute();
      await settleStuckCampaigns(app);
      const { status, accounts, status_reason } = await given.view();
      assert.deepEqual([status, status_reason?.code, accounts[0]?.reason], ['running', reason, reason]);
    });
  }

  it('is shown if the account’s computer is paused, even if another computer is online', async () => {
    const given = await scene();
    await buildComputer(app, given.user, { accounts: [] });
    assert.equal((await given.view()).status_reason, null);
    await pauseAgent(given);
    const { status, status_reason, accounts, rate_per_hour } = await given.view();
    assert.deepEqual([status, status_reason?.code, rate_per_hour], ['running', 'computer_paused', null]);
    assert.deepEqual([accounts[0]?.state, accounts[0]?.reason], ['waiting', 'computer_paused']);
    assert.match(accounts[0]?.text ?? '', /paused\..*sandpiper-agent resume/);
  });

  it('is no longer shown while the account tries again', async () => {
    const given = await scene();
    await waitsFor('profile_in_use')(given);
    await makeDue(app, given.account);
    await given.claimOne();
    assert.equal((await given.view()).accounts[0]?.state, 'sending');
  });
});

describe('a stop reason from Instagram', () => {
  it('puts the account on hold for a day, while the campaign stays running', async () => {
    const given = await scene();
    await given.stop('rate_limited', given.account.id, 'Try again later.');
    const { status, status_reason, accounts, logs } = await given.view();
    assert.deepEqual([status, status_reason?.code], ['running', 'rate_limited']);
    assert.deepEqual([accounts[0]?.state, accounts[0]?.reason], ['held', 'rate_limited']);
    const hours = (Date.parse(accounts[0]?.next_due_at ?? '') - Date.now()) / 3_600_000;
    assert.ok(hours > 23 && hours <= 24, `${hours}`);
    assert.match(logs.at(-1)?.message ?? '', /slowing this account down\. Try again later\./);
  });

  it('is one line in the log, however often it is reported', async () => {
    const given = await scene({ accounts: 2 });
    for (const _time of [1, 2, 3]) await given.stop('challenge');
    const { logs, status } = await given.view();
    assert.equal(logs.filter(({ action }) => action === 'profile_blocked').length, 1);
    assert.equal(status, 'running');
  });

  it('is not cleared by resuming the campaign or by using the account in another one', async () => {
    const given = await scene({ accounts: 2 });
    await given.stop('challenge');
    await given.setStatus('paused');
    await given.setStatus('running');
    assert.equal(reasonOf(await given.claim()), 'account_held');
    await server.call(given.user, 'POST /api/campaigns/:id/stop', { params: given.params });
    await given.another({ accounts: given.campaign.accounts, content: 'Something else' });
    assert.equal(reasonOf(await given.claim()), 'account_held');
    assert.equal((await given.claim(given.campaign.accounts[1]?.id)).delivery?.recipient, 'anna');
  });

  it('pauses a campaign with no other account, and the campaign cannot be resumed before the owner reviews the account', async () => {
    const given = await scene();
    await given.stop('challenge');
    const { params, user } = given;
    assert.equal((await given.view()).logs.at(-1)?.action, 'paused');
    const refusal = await server.refuse(user, 'POST /api/campaigns/:id/start', { params });
    assert.equal(refusal.code, 'invalid_state');
    assert.match(refusal.error, /switched off, deleted, or on hold/);
    await server.call(user, 'POST /api/profiles/:id/release', { params: { id: given.account.id } });
    assert.equal((await server.call(user, 'POST /api/campaigns/:id/start', { params })).campaign.status, 'running');
  });

  it('pauses the campaign if two accounts are limited within a day, so that the third stops too', async () => {
    const given = await scene({ accounts: 3 });
    const [first, second, third] = given.campaign.accounts.map(({ id }) => id);
    await given.stop('rate_limited', first);
    assert.equal((await given.view()).status, 'running');
    await given.stop('rate_limited', second);
    assert.equal((await given.view()).status, 'paused');
    assert.equal(reasonOf(await given.claim(third)), 'campaign_not_running');
  });

  it('does not pause the campaign if two accounts were limited on different days', async () => {
    const given = await scene({ accounts: 3 });
    const [first, second] = given.campaign.accounts.map(({ id }) => id);
    await given.stop('rate_limited', first);
    await app.db
      .updateTable('account_holds')
      .set({ held_at: sql<Date>`held_at - interval '25 hours'` })
      .where('user_id', '=', given.user.id)
      .execute();
    await given.stop('rate_limited', second);
    assert.equal((await given.view()).status, 'running');
  });

  it('puts the account on hold even if no running campaign uses the account', async () => {
    const given = await scene();
    await given.setStatus('paused');
    await given.stop('challenge');
    assert.equal((await given.view()).accounts[0]?.state, 'held');
  });
});

describe('a running campaign with nobody left', () => {
  it('is ended by the sweep, whatever kept it from ending before', async () => {
    const given = await scene({ recipients: ['anna'] });
    await app.db
      .updateTable('deliveries')
      .set({ status: 'unknown' })
      .where('campaign_id', '=', given.campaign.id)
      .execute();
    await app.db.updateTable('campaigns').set({ total_failed: 1 }).where('id', '=', given.campaign.id).execute();
    await settleStuckCampaigns(app);
    assert.equal((await given.view()).status, 'failed');
  });
});

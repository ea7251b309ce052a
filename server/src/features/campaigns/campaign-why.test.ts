import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildCampaign, makeDue } from '../../testing/campaign-builders.ts';
import { testServer } from '../../testing/test-server.ts';
import { testCauses, whyScenesOn } from '../../testing/why-scene.ts';
import type { WhyCase } from '../../testing/why-scene.ts';

const server = await testServer();
const { app } = server;
const { scene, whyOf, changeCampaign, disconnectAgent } = whyScenesOn(server);

const hour = 3_600_000;
/** Sending hours that exclude today and tomorrow. */
const closed = JSON.stringify([{ day: ((new Date().getUTCDay() + 1) % 7) + 1, from: '09:00', to: '17:00' }]);

const cases: readonly WhyCase[] = [
  {
    cause: 'the campaign’s hours are closed',
    code: 'outside_hours',
    text: /outside the sending hours/,
    path: '/profiles/{account}',
    hasUntil: true,
    bring: (given) => changeCampaign(given, { hours: closed }),
  },
  {
    cause: 'the only person is waiting for a retry',
    code: 'retry_later',
    text: /retried later/,
    hasUntil: true,
    options: { recipients: ['anna'] },
    bring: async ({ claimOne, report, account }) => {
      await report(await claimOne(), 'failed', { reason: 'page_failed' });
      await makeDue(app, account);
    },
  },
  {
    cause: 'the subscription has ended',
    code: 'subscription_ended',
    text: /subscription has expired/,
    path: '/support?new=renewal',
    bring: ({ user }) =>
      app.db.updateTable('users').set({ subscription_end_date: null }).where('id', '=', user.id).execute(),
  },
  {
    cause: 'nobody is left',
    code: 'nothing_left',
    text: /No one is left/,
    options: { recipients: ['anna'] },
    bring: ({ sendOne }) => sendOne(),
  },
  {
    cause: 'the user paused the campaign',
    code: 'paused_by_user',
    account: 'campaign_not_running',
    text: /You paused/,
    bring: ({ setStatus }) => setStatus('paused'),
  },
  {
    cause: 'the server paused the campaign',
    code: 'two_accounts_limited',
    account: 'rate_limited',
    text: /limited two accounts/,
    path: '/profiles',
    options: { accounts: 3 },
    bring: async ({ stop, campaign }) => {
      await stop('rate_limited', campaign.accounts[0]?.id);
      await stop('rate_limited', campaign.accounts[1]?.id);
    },
  },
  {
    cause: 'the start is scheduled',
    code: 'scheduled',
    account: 'campaign_not_running',
    text: /will start automatically/,
    hasUntil: true,
    options: { status: 'pending' },
    bring: (given) => changeCampaign(given, { start_at: new Date(Date.now() + hour) }),
  },
  {
    cause: 'another campaign is messaging the people left',
    code: 'being_written_to',
    text: /Another campaign/,
    options: { recipients: ['anna'] },
    bring: async ({ another, claimOne }) => claimOne((await another({ content: 'Something else' })).account.id),
  },
  {
    cause: 'an unknown outcome needs the user’s answer',
    code: 'unknown_outcomes',
    account: 'nothing_left',
    text: /^1 message needs your answer/,
    options: { recipients: ['anna'] },
    bring: async ({ commitOne, report }) => report(await commitOne(), 'unknown', { reason: 'no_note' }),
  },
  {
    cause: 'a message is being checked',
    code: 'being_checked',
    text: /checking whether/,
    options: { recipients: ['anna'] },
    bring: async ({ commitOne, fallSilent }) => fallSilent(await commitOne()),
  },
  {
    cause: 'the campaign has not been started',
    code: 'not_started',
    account: 'campaign_not_running',
    text: /hasn't been started/,
    options: { status: 'pending' },
    bring: () => Promise.resolve(),
  },
  { cause: 'a message is being sent', code: 'sending', text: /being sent/, bring: ({ claimOne }) => claimOne() },
  { cause: 'a message can be sent now', code: 'ready', text: /can be sent now/, bring: () => Promise.resolve() },
];

describe('the answer to "Why is nothing being sent?"', () => {
  testCauses(server, cases);

  it('covers the campaign and each of its accounts, and says what to do', async () => {
    const given = await scene({ accounts: 2 });
    await given.releaseOne('profile_in_use');
    const second = given.campaign.accounts[1];
    await given.releaseOne('firefox_missing', second?.id);
    const why = await whyOf(given);
    assert.deepEqual([why.code, why.path], ['accounts_waiting', `/campaigns/${given.campaign.id}`]);
    assert.deepEqual(
      why.accounts.map(({ name, code, action }) => [name, code, action]),
      [
        [given.account.profile_name, 'profile_in_use', 'Close that Firefox window, and the agent will continue.'],
        [second?.profile_name, 'firefox_missing', 'Install or update Firefox.'],
      ],
    );
  });

  it('is that the next message can be sent if at least one account can send', async () => {
    const given = await scene({ accounts: 2 });
    await given.releaseOne('profile_in_use');
    assert.equal((await whyOf(given)).code, 'ready');
  });

  it('says what a waiting account needs, even if another account is on hold', async () => {
    const given = await scene({ accounts: 2 });
    await given.stop('challenge');
    await disconnectAgent(given);
    assert.equal((await whyOf(given)).code, 'no_agent');
  });

  it('is available to the agent for a running campaign, but not for one that has ended', async () => {
    const given = await scene();
    await given.releaseOne('profile_in_use');
    const { campaigns } = await server.call(given.agent, 'GET /api/agent/why');
    assert.deepEqual(
      campaigns.map(({ id, name, code }) => [id, name, code]),
      [[given.campaign.id, 'Spring', 'profile_in_use']],
    );
    await given.setStatus('completed');
    assert.deepEqual((await server.call(given.agent, 'GET /api/agent/why')).campaigns, []);
  });
});

describeAccess(server, [
  {
    key: 'GET /api/campaigns/:id/why',
    input: async (owner) => ({ params: { id: (await buildCampaign(app, owner)).id } }),
    isOwned: true,
  },
  { key: 'GET /api/agent/why' },
]);

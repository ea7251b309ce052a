import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StatusReason } from '@sandpiper/contract/campaign-status';
import { buildComputer } from '../../testing/builders.ts';
import { buildCampaign, makeDue } from '../../testing/campaign-builders.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);
type Scene = Awaited<ReturnType<typeof scene>>;
type Code = StatusReason['code'];

const hour = 3_600_000;
const changeAgent = ({ agent }: Scene, values: object) =>
  app.db.updateTable('agent_tokens').set(values).where('id', '=', agent.id).execute();
const changeAccount = ({ account }: Scene, values: object) =>
  app.db.updateTable('profiles').set(values).where('id', '=', account.id).execute();
const changeCampaign = ({ campaign }: Scene, values: object) =>
  app.db.updateTable('campaigns').set(values).where('id', '=', campaign.id).execute();
const goAway = (given: Scene) => changeAgent(given, { last_seen_at: new Date(Date.now() - hour) });

/** Hours that are closed today and tomorrow. */
const closed = JSON.stringify([{ day: ((new Date().getUTCDay() + 1) % 7) + 1, from: '09:00', to: '17:00' }]);

type Case = {
  cause: string;
  code: Code;
  /** The account's code, if it differs from the campaign's. */
  account?: Code;
  text: RegExp;
  path?: string | null;
  /** Whether the answer says when the campaign continues automatically. */
  hasUntil?: true;
  options?: Parameters<typeof scene>[0];
  bring: (given: Scene) => Promise<unknown>;
};

const cases: readonly Case[] = [
  {
    cause: 'no agent is connected',
    code: 'no_agent',
    text: /No computer is connected/,
    path: '/settings',
    bring: goAway,
  },
  {
    cause: 'no agent is connected, and no computer has had the profile',
    code: 'no_agent',
    text: /No computer is connected/,
    path: '/settings',
    bring: async (given) => {
      await goAway(given);
      await changeAccount(given, { installation_id: null, folder: null });
    },
  },
  {
    cause: 'the agent is outdated',
    code: 'agent_outdated',
    text: /too old/,
    path: '/settings',
    bring: ({ agent }) =>
      server.refuse(agent, 'POST /api/agent/hello', { body: { version: '0.1.0', platform: 'linux' } }),
  },
  {
    cause: 'the account’s computer is away, but another one is online',
    code: 'computer_away',
    text: /not the one this account belongs to/,
    path: '/settings',
    bring: async (given) => {
      await goAway(given);
      await buildComputer(app, given.user, { accounts: [] });
    },
  },
  {
    cause: 'no computer has the profile',
    code: 'no_computer',
    text: /None of your connected computers/,
    path: '/profiles/{account}',
    bring: (given) => changeAccount(given, { installation_id: null, folder: null }),
  },
  {
    cause: 'the agent is paused',
    code: 'computer_paused',
    text: /paused/,
    bring: (given) => changeAgent(given, { is_paused: true }),
  },
  {
    cause: 'the profile is open in Firefox',
    code: 'profile_in_use',
    text: /open in Firefox/,
    hasUntil: true,
    bring: ({ releaseOne }) => releaseOne('profile_in_use'),
  },
  {
    cause: 'Firefox is missing',
    code: 'firefox_missing',
    text: /can't use Firefox/,
    hasUntil: true,
    bring: ({ releaseOne }) => releaseOne('firefox_missing'),
  },
  {
    cause: 'the only account is not signed in',
    code: 'no_usable_account',
    account: 'signed_out',
    text: /on hold until you check it/,
    path: '/profiles',
    bring: ({ stop }) => stop('signed_out'),
  },
  {
    cause: 'the account is on a timed hold',
    code: 'rate_limited',
    text: /slowing this account down/,
    path: '/profiles/{account}',
    hasUntil: true,
    bring: ({ stop }) => stop('rate_limited'),
  },
  {
    cause: 'the account has reached its daily limit',
    code: 'over_budget',
    text: /all its messages for today/,
    path: '/profiles/{account}',
    hasUntil: true,
    bring: async (given) => {
      await changeAccount(given, { daily_limit: 1 });
      await given.sendOne();
    },
  },
  {
    cause: 'the campaign’s hours are closed',
    code: 'outside_hours',
    text: /outside the sending hours/,
    path: '/profiles/{account}',
    hasUntil: true,
    bring: (given) => changeCampaign(given, { hours: closed }),
  },
  {
    cause: 'the account is pausing between messages',
    code: 'waiting_for_time',
    text: /pause/,
    hasUntil: true,
    bring: ({ sendOne }) => sendOne(),
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
    path: '/support',
    bring: ({ user }) =>
      app.db.updateTable('users').set({ subscription_end_date: null }).where('id', '=', user.id).execute(),
  },
  {
    cause: 'the only account is switched off',
    code: 'no_usable_account',
    account: 'account_inactive',
    text: /switched off/,
    path: '/profiles',
    bring: ({ user, account }) => server.call(user, 'PUT /api/profiles/:id/toggle', { params: { id: account.id } }),
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
    text: /not been started/,
    options: { status: 'pending' },
    bring: () => Promise.resolve(),
  },
  { cause: 'a message is being sent', code: 'sending', text: /being sent/, bring: ({ claimOne }) => claimOne() },
  { cause: 'a message can be sent now', code: 'ready', text: /can be sent now/, bring: () => Promise.resolve() },
];

const whyOf = ({ user, params }: Scene) => server.call(user, 'GET /api/campaigns/:id/why', { params });

describe('the reason why nothing is being sent', () => {
  for (const { cause, code, account = code, text, path, hasUntil, options = {}, bring } of cases) {
    it(`is given immediately if ${cause}`, async () => {
      const given = await scene(options);
      await bring(given);
      const why = await whyOf(given);
      assert.deepEqual([why.code, why.accounts[0]?.code], [code, account]);
      assert.match(why.text, text);
      if (path !== undefined) assert.equal(why.path, path?.replace('{account}', String(given.account.id)) ?? null);
      assert.equal(why.until !== null && Date.parse(why.until) > Date.now(), hasUntil ?? false, String(why.until));
    });
  }

  it('is shown with what to do about it, for the campaign and each of its accounts', async () => {
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

  it('is not reported while one account can send', async () => {
    const given = await scene({ accounts: 2 });
    await given.releaseOne('profile_in_use');
    assert.equal((await whyOf(given)).code, 'ready');
  });

  it('says what a waiting account needs, even if another account is on hold', async () => {
    const given = await scene({ accounts: 2 });
    await given.stop('challenge');
    await goAway(given);
    assert.equal((await whyOf(given)).code, 'no_agent');
  });

  it('is available to the agent for every campaign that is running or paused', async () => {
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

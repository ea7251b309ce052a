import { describe } from 'node:test';
import { buildAgent, buildComputer } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';
import { testCauses, whyScenesOn } from '../../testing/why-scene.ts';
import type { WhyCase } from '../../testing/why-scene.ts';

const server = await testServer();
const { app } = server;
const { changeAgent, changeAccount, disconnectAgent } = whyScenesOn(server);

const cases: readonly WhyCase[] = [
  {
    cause: 'no agent is connected',
    code: 'no_agent',
    text: /No computer is connected/,
    path: '/settings',
    bring: disconnectAgent,
  },
  {
    cause: 'no agent is connected, and no computer has reported the profile',
    code: 'no_agent',
    text: /No computer is connected/,
    path: '/settings',
    bring: async (given) => {
      await disconnectAgent(given);
      await changeAccount(given, { installation_id: null, folder: null });
    },
  },
  {
    cause: 'the agent is outdated',
    code: 'agent_outdated',
    text: /doesn't match the server/,
    path: '/settings',
    bring: ({ agent }) =>
      server.refuse(agent, 'POST /api/agent/hello', { body: { version: '0.1.0', platform: 'linux' } }),
  },
  {
    cause: 'the account’s computer is offline, but another computer is online',
    code: 'computer_away',
    text: /not the one this account belongs to/,
    path: '/settings',
    bring: async (given) => {
      await disconnectAgent(given);
      await buildComputer(app, given.user, { accounts: [] });
    },
  },
  {
    cause: 'the account’s computer is offline, and the agent on another computer is outdated',
    code: 'no_agent',
    text: /No computer is connected/,
    path: '/settings',
    bring: async (given) => {
      await disconnectAgent(given);
      const other = await buildComputer(app, given.user, { accounts: [] });
      await server.refuse(other, 'POST /api/agent/hello', { body: { version: '0.1.0', platform: 'linux' } });
    },
  },
  {
    cause: 'an outdated agent connects that has never reported its computer',
    code: 'agent_outdated',
    text: /doesn't match the server/,
    path: '/settings',
    bring: async (given) => {
      await disconnectAgent(given);
      const again = await buildAgent(app, given.user);
      await app.db.updateTable('agent_tokens').set({ installation_id: null }).where('id', '=', again.id).execute();
      await server.refuse(again, 'POST /api/agent/hello', { body: { version: '0.1.0', platform: 'linux' } });
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
    cause: 'Instagram’s pages aren’t as expected',
    code: 'page_drift',
    text: /aren't what the agent expects/,
    path: '/profiles',
    hasUntil: true,
    bring: ({ releaseOne }) => releaseOne('page_drift'),
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
    cause: 'the account is pausing between messages',
    code: 'waiting_for_time',
    text: /pause/,
    hasUntil: true,
    bring: ({ sendOne }) => sendOne(),
  },
  {
    cause: 'the only account is switched off',
    code: 'no_usable_account',
    account: 'account_inactive',
    text: /switched off/,
    path: '/profiles',
    bring: ({ user, account }) => server.call(user, 'PUT /api/profiles/:id/toggle', { params: { id: account.id } }),
  },
];

describe('the reason why an account sends nothing', () => testCauses(server, cases));

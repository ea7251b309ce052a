import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reasonText } from '@sandpiper/contract/reasons';
import { change } from '../../platform/change.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { completeRequest, syncBody, takeRequest } from '../../testing/agent-calls.ts';
import { buildAccount, buildAgent, buildComputer, buildUser } from '../../testing/builders.ts';
import type { TestAccount, TestUser } from '../../testing/builders.ts';
import { buildCampaignRow } from '../../testing/campaign-rows.ts';
import { testServer } from '../../testing/test-server.ts';
import { holdAccount } from '../accounts/account-holds.service.ts';

const server = await testServer();

async function userWithAccounts() {
  const user = await buildUser(server.app);
  const free = await buildAccount(server.app, user, { profile_name: 'free' });
  const busy = await buildAccount(server.app, user, { profile_name: 'busy' });
  const off = await buildAccount(server.app, user, { profile_name: 'off', is_active: false });
  const own = await buildAccount(server.app, user, { profile_path: '/p/ab12cd34.default-release' });
  await buildAccount(server.app, user, { profile_name: 'Nightly' });
  await buildAccount(server.app, user, { deleted_at: new Date() });
  await buildCampaignRow(server.app, user, { name: 'Spring', status: 'running', accounts: [busy] });
  return { user, free, busy, off, own, agent: await buildComputer(server.app, user) };
}

async function check(user: TestUser, body: { profileIds?: number[] } = {}): Promise<number> {
  return (await server.call(user, 'POST /api/unread-checker/requests', { body })).request_id;
}

const results = ({ profile_name, profile_path }: TestAccount) => ({
  profiles_checked: 1,
  total_unread: 3,
  results: [{ profile_name, profile_path, unread_count: 3, exact: true, error: null }],
});

describe('an unread check', () => {
  it('covers every active account that is free, and shows what the agent found', async () => {
    const { user, free, agent } = await userWithAccounts();
    const asked = await server.call(user, 'POST /api/unread-checker/requests');
    const id = asked.request_id;
    const request = await takeRequest(server, agent);
    assert.equal(request.id, id);
    assert.deepEqual(
      request.accounts.map(({ profile_id }) => profile_id),
      [free.id],
    );
    const running = await server.call(user, 'GET /api/unread-checker/requests/:id', { params: { id } });
    assert.deepEqual([running.request.status, running.request.results], ['running', null]);
    await completeRequest(server, agent, request, results(free));
    const done = await server.call(user, 'GET /api/unread-checker/requests/:id', { params: { id } });
    assert.equal(done.request.status, 'completed');
    assert.deepEqual(done.request.results, results(free));
    assert.notEqual(done.request.completed_at, null);
  });

  it('covers only the chosen accounts', async () => {
    const { user, free, agent } = await userWithAccounts();
    const second = await buildAccount(server.app, user, { installation_id: agent.installationId });
    await buildAccount(server.app, user);
    await check(user, { profileIds: [second.id, free.id, free.id] });
    const request = await takeRequest(server, agent);
    assert.deepEqual(
      request.accounts.map(({ profile_id }) => profile_id),
      [free.id, second.id],
    );
  });

  it('goes to each online computer that has any of the accounts, and shows the results once all these computers have answered', async () => {
    const { user, free, agent } = await userWithAccounts();
    const there = await buildAccount(server.app, user);
    const laptop = await buildComputer(server.app, user, { accounts: [there] });
    const nowhere = await buildAccount(server.app, user);
    const id = await check(user);
    const shown = async () =>
      (await server.call(user, 'GET /api/unread-checker/requests/:id', { params: { id } })).request;
    const first = await takeRequest(server, agent);
    const second = await takeRequest(server, laptop);
    assert.deepEqual(
      [first, second].map(({ accounts }) => accounts.map(({ profile_id }) => profile_id)),
      [[free.id], [there.id]],
    );
    await completeRequest(server, agent, first, results(free));
    assert.deepEqual([(await shown()).status, (await shown()).results], ['running', null]);
    await completeRequest(server, laptop, second, results(there));
    const done = await shown();
    assert.equal(done.status, 'completed');
    assert.deepEqual(
      done.results?.results.map(({ profile_path, unread_count, error }) => [profile_path, unread_count, error]),
      [
        [free.profile_path, 3, null],
        [nowhere.profile_path, null, reasonText('no_computer')],
        [there.profile_path, 3, null],
      ],
    );
    assert.deepEqual([done.results?.profiles_checked, done.results?.total_unread], [2, 6]);
    const history = await server.call(user, 'GET /api/unread-checker/requests/history', {
      query: { page: 1, limit: 5 },
    });
    assert.deepEqual(history.requests, [done]);
  });

  it('shows why the check failed on a computer, and which accounts are on a computer that is not online', async () => {
    const { user, free, agent } = await userWithAccounts();
    const [there, away] = [await buildAccount(server.app, user), await buildAccount(server.app, user)];
    const laptop = await buildComputer(server.app, user, { accounts: [there] });
    const offline = await buildAgent(server.app, user);
    await server.app.db
      .updateTable('profiles')
      .set({ installation_id: offline.installationId })
      .where('id', '=', away.id)
      .execute();
    const id = await check(user);
    // A computer that comes online now must not get the request, which belongs to the computer that was asked.
    const late = await server.call(offline, 'POST /api/agent/sync', { body: syncBody(offline) });
    assert.deepEqual(late.requests, []);
    await completeRequest(server, agent, await takeRequest(server, agent), results(free));
    const { fence, ...failed } = await takeRequest(server, laptop);
    await server.call(laptop, 'POST /api/agent/requests/:id/result', {
      params: { id: failed.id },
      body: { fence, status: 'failed', error_message: 'Firefox is missing.' },
    });
    const { request } = await server.call(user, 'GET /api/unread-checker/requests/:id', { params: { id } });
    assert.deepEqual(
      request.results?.results.map(({ profile_path, error }) => [profile_path, error]),
      [
        [free.profile_path, null],
        [away.profile_path, reasonText('computer_away')],
        [there.profile_path, 'Firefox is missing.'],
      ],
    );
  });

  it('fails and asks the user to correct the path if no computer has any of the Firefox profiles', async () => {
    const { user, free, agent } = await userWithAccounts();
    const [one, other] = [await buildAccount(server.app, user), await buildAccount(server.app, user)];
    const failureOf = async (accounts: TestAccount[]) => {
      const id = await check(user, { profileIds: accounts.map((account) => account.id) });
      assert.deepEqual((await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent) })).requests, []);
      await server.app.db
        .updateTable('agent_requests')
        .set({ created_at: new Date(Date.now() - 61_000) })
        .where('id', '=', id)
        .execute();
      return (await server.call(user, 'GET /api/unread-checker/requests/:id', { params: { id } })).request
        .error_message;
    };
    assert.equal(await failureOf([one, other]), reasonText('no_computer'));
    const offline = await buildAgent(server.app, user);
    await server.app.db
      .updateTable('profiles')
      .set({ installation_id: offline.installationId })
      .where('id', 'in', [one.id, free.id])
      .execute();
    assert.match((await failureOf([one, other])) ?? '', /No agent responded within a minute/);
  });

  it('leaves out accounts on hold, and is refused if the user chose such an account', async () => {
    const { user, free, agent } = await userWithAccounts();
    const held = await buildAccount(server.app, user, { installation_id: agent.installationId });
    const id = await check(user);
    const hold = (account: { id: number }) =>
      change(server.app, (change) =>
        holdAccount(change, { userId: user.id, profileId: account.id }, { reason: 'challenge', detail: null }),
      );
    await hold(held);
    const request = await takeRequest(server, agent);
    assert.deepEqual(
      request.accounts.map(({ profile_id }) => profile_id),
      [free.id],
    );
    await completeRequest(server, agent, request, results(free));
    const done = await server.call(user, 'GET /api/unread-checker/requests/:id', { params: { id } });
    assert.equal(done.request.results?.results.at(-1)?.error, reasonText('account_held'));
    const refusal = await server.refuse(user, 'POST /api/unread-checker/requests', { body: { profileIds: [held.id] } });
    assert.equal(refusal.code, 'invalid_state');
    await hold(free);
    assert.equal((await server.refuse(user, 'POST /api/unread-checker/requests', { body: {} })).code, 'invalid_state');
  });

  it('is refused for an account that a running campaign uses', async () => {
    const { user, free, busy } = await userWithAccounts();
    const refusal = await server.refuse(user, 'POST /api/unread-checker/requests', {
      body: { profileIds: [free.id, busy.id] },
    });
    assert.equal(refusal.code, 'profiles_in_use');
    assert.deepEqual(refusal.conflicting_profiles, [{ name: 'busy', campaign: 'Spring' }]);
  });

  it('is refused for an account that is switched off, uses a personal Firefox profile, belongs to another user, or does not exist', async () => {
    const { user, off, own } = await userWithAccounts();
    const browsers = await server.refuse(user, 'POST /api/unread-checker/requests', { body: { profileIds: [own.id] } });
    assert.equal(browsers.code, 'invalid_state');
    const inactive = await server.refuse(user, 'POST /api/unread-checker/requests', { body: { profileIds: [off.id] } });
    assert.equal(inactive.code, 'invalid_state');
    const strangers = await buildAccount(server.app, await buildUser(server.app));
    for (const id of [strangers.id, 999_999_999]) {
      const missing = await server.refuse(user, 'POST /api/unread-checker/requests', { body: { profileIds: [id] } });
      assert.equal(missing.status, 404);
    }
  });

  it('is refused when no account is free', async () => {
    const refusal = await server.refuse(await buildUser(server.app), 'POST /api/unread-checker/requests', { body: {} });
    assert.deepEqual([refusal.status, refusal.code], [409, 'invalid_state']);
  });

  it('is refused for invalid IDs', async () => {
    const user = await buildUser(server.app);
    for (const profileIds of [[0], [1.5], ['1'], [1e300], 'all']) {
      const reply = await server.send(user, {
        method: 'POST',
        url: '/api/unread-checker/requests',
        body: { profileIds },
      });
      assert.equal(reply.status, 400, JSON.stringify(profileIds));
    }
  });
});

describe('unread checks', () => {
  it('are kept in the history, newest first, until they are cleared', async () => {
    const { user } = await userWithAccounts();
    const first = await check(user);
    const second = await check(user);
    const latest = await server.call(user, 'GET /api/unread-checker/requests/history');
    assert.deepEqual(
      latest.requests.map(({ id }) => id),
      [second],
    );
    assert.deepEqual(latest.pagination, { currentPage: 1, totalPages: 2, totalItems: 2, itemsPerPage: 1 });
    const older = await server.call(user, 'GET /api/unread-checker/requests/history', { query: { page: 2, limit: 1 } });
    assert.deepEqual(
      older.requests.map(({ id }) => id),
      [first],
    );
    await server.call(user, 'GET /api/firefox-profiles');
    assert.equal((await server.call(user, 'DELETE /api/unread-checker/requests/clear')).cleared, 2);
    assert.deepEqual((await server.call(user, 'GET /api/unread-checker/requests/history')).requests, []);
    assert.equal((await server.call(user, 'GET /api/firefox-profiles/requests')).requests.length, 1);
  });

  it('are cleaned up: checks that no agent took within a minute fail, and old checks are deleted', async () => {
    const { user } = await userWithAccounts();
    const stale = await check(user);
    const old = await check(user);
    const fresh = await check(user);
    const age = (id: number, columns: { created_at: Date; completed_at?: Date; status?: 'failed' }) =>
      server.app.db.updateTable('agent_requests').set(columns).where('id', '=', id).execute();
    await age(stale, { created_at: new Date(Date.now() - 61_000) });
    const twoHoursAgo = new Date(Date.now() - 7_200_000);
    await age(old, { created_at: twoHoursAgo, completed_at: twoHoursAgo, status: 'failed' });
    const { cleaned } = await server.call(user, 'POST /api/unread-checker/requests/cleanup');
    assert.equal(cleaned, 2);
    const history = await server.call(user, 'GET /api/unread-checker/requests/history', { query: { limit: 10 } });
    assert.deepEqual(
      history.requests.map(({ id, status }) => [id, status]),
      [
        [fresh, 'pending'],
        [stale, 'failed'],
      ],
    );
  });

  it('are not mixed with other requests', async () => {
    const { user } = await userWithAccounts();
    const { request_id } = await server.call(user, 'GET /api/firefox-profiles');
    const refusal = await server.refuse(user, 'GET /api/unread-checker/requests/:id', { params: { id: request_id } });
    assert.equal(refusal.status, 404);
  });
});

describeAccess(server, [
  { key: 'GET /api/unread-checker/requests/history' },
  { key: 'POST /api/unread-checker/requests', input: () => Promise.resolve({ body: {} }) },
  {
    key: 'GET /api/unread-checker/requests/:id',
    input: async (owner) => {
      await buildAccount(server.app, owner);
      return { params: { id: await check(owner) } };
    },
    isOwned: true,
  },
  { key: 'DELETE /api/unread-checker/requests/clear' },
  { key: 'POST /api/unread-checker/requests/cleanup' },
]);

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reasonText } from '@sandpiper/contract/reasons';
import { describeAccess } from '../../testing/access-tests.ts';
import { completeRequest, syncBody, takeRequest } from '../../testing/agent-calls.ts';
import { buildAccount, buildComputer, buildUser } from '../../testing/builders.ts';
import type { TestAgent, TestUser } from '../../testing/builders.ts';
import { buildCampaignRow } from '../../testing/campaign-rows.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

async function storedStatuses({ id }: TestUser): Promise<string[]> {
  const rows = await app.db.selectFrom('agent_requests').select('status').where('user_id', '=', id).execute();
  return rows.map(({ status }) => status);
}

function passAMinute({ id }: TestUser) {
  const created_at = new Date(Date.now() - 61_000);
  return app.db.updateTable('agent_requests').set({ created_at }).where('user_id', '=', id).execute();
}

describe('opening accounts', () => {
  it('asks the agent only once, no matter how often the user asks', async () => {
    const user = await buildUser(app);
    const account = await buildAccount(app, user);
    const agent = await buildComputer(app, user);
    const body = { profile_path: account.profile_path };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => server.call(user, 'POST /api/profiles/open', { body })),
    );
    assert.equal(answers.filter((answer) => answer.success).length, 1);
    assert.equal(answers.filter((answer) => answer.profile_already_processing).length, 3);

    const request = await takeRequest(server, agent);
    assert.equal(request.request_type, 'open');
    assert.equal(request.accounts[0]?.profile_path, account.profile_path);
    assert.deepEqual((await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent) })).requests, []);
    const report = { params: { id: request.id }, body: { fence: request.fence, status: 'completed' as const } };
    assert.equal((await server.call(agent, 'POST /api/agent/requests/:id/result', report)).recorded, true);
    assert.equal((await server.call(agent, 'POST /api/agent/requests/:id/result', report)).recorded, false);
    const { requests } = await server.call(user, 'GET /api/profiles/requests');
    assert.deepEqual([requests[0]?.status, requests[0]?.profile_name], ['completed', account.profile_name]);
    assert.equal((await server.call(user, 'POST /api/profiles/open', { body })).success, true);
  });

  it('asks the agent to open the inbox if the user wants that, and shows whether the agent did so', async () => {
    const user = await buildUser(app);
    const account = await buildAccount(app, user);
    const agent = await buildComputer(app, user);
    const openInbox = async (results: unknown) => {
      const body = { profile_path: account.profile_path, page: 'inbox' as const };
      await server.call(user, 'POST /api/profiles/open', { body });
      const request = await takeRequest(server, agent);
      assert.equal(request.page, 'inbox');
      await completeRequest(server, agent, request, results);
      const { requests } = await server.call(user, 'GET /api/profiles/requests');
      return [requests[0]?.page, requests[0]?.results];
    };
    assert.deepEqual(await openInbox({ opened: true, page: 'inbox' }), ['inbox', { page: 'inbox' }]);
    for (const older of [{ opened: true }, undefined])
      assert.deepEqual(await openInbox(older), ['inbox', { page: null }]);
  });

  it('skips accounts that a campaign is using when the user opens all accounts, and reports why', async () => {
    const user = await buildUser(app);
    const busy = await buildAccount(app, user);
    await buildCampaignRow(app, user, { status: 'running', accounts: [busy] });
    await buildAccount(app, user);
    await buildAccount(app, user, { is_active: false });
    await buildAccount(app, user, { deleted_at: new Date() });
    await buildAccount(app, user, { profile_path: '/p/ab12cd34.default-release' });
    await buildAccount(app, user, { profile_name: 'Nightly' });
    const answer = await server.call(user, 'POST /api/profiles/open-all');
    assert.equal(answer.opened, 1);
    assert.deepEqual(answer.skipped_details, [
      {
        profile_name: busy.profile_name,
        reason: 'This profile is currently being used in a running campaign',
      },
    ]);
    const nobody = await server.call(await buildUser(app), 'POST /api/profiles/open-all');
    assert.deepEqual(nobody.warnings, []);
  });

  it('fails with a reason if no agent takes the request within a minute', async () => {
    const user = await buildUser(app);
    const account = await buildAccount(app, user);
    await buildComputer(app, user);
    await server.call(user, 'POST /api/profiles/open', { body: { profile_path: account.profile_path } });
    await passAMinute(user);
    const [shown] = (await server.call(user, 'GET /api/profiles/requests')).requests;
    assert.equal(shown?.status, 'failed');
    assert.match(shown?.error_message ?? '', /No agent responded within a minute/);
    assert.deepEqual(await storedStatuses(user), ['pending'], 'reading stores nothing');
    assert.equal((await server.call(user, 'POST /api/profiles/requests/cleanup')).cleaned, 1);
    assert.deepEqual(await storedStatuses(user), ['failed']);
    assert.deepEqual((await server.call(user, 'GET /api/profiles/requests')).requests, [shown], 'the same as before');
  });

  it('fails and asks the user to correct the path if no computer has the account’s Firefox profile', async () => {
    const user = await buildUser(app);
    const agent = await buildComputer(app, user);
    const account = await buildAccount(app, user, { profile_path: '/p/mistyped' });
    await server.call(user, 'POST /api/profiles/:id/sign-in', { params: { id: account.id } });
    const paths = [
      { profile_id: account.id, path: account.profile_path, is_mine: false, folder: account.profile_path },
    ];
    await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent, { paths }) });
    await passAMinute(user);
    const messages = async () =>
      (await server.call(user, 'GET /api/profiles/requests')).requests.map(({ error_message }) => error_message);
    assert.deepEqual(await messages(), [reasonText('no_computer')]);
    await server.call(user, 'POST /api/profiles/requests/cleanup');
    assert.deepEqual(await messages(), [reasonText('no_computer')]);
  });

  it('returns the sign-in request that is still running, no matter how old it is', async () => {
    const user = await buildUser(app);
    const { id } = await buildAccount(app, user);
    const agent = await buildComputer(app, user);
    const first = await server.call(user, 'POST /api/profiles/:id/sign-in', { params: { id } });
    await takeRequest(server, agent);
    await app.db
      .updateTable('agent_requests')
      .set({ created_at: new Date(Date.now() - 2 * 3_600_000) })
      .where('id', '=', first.request_id)
      .execute();
    const again = await server.call(user, 'POST /api/profiles/:id/sign-in', { params: { id } });
    assert.equal(again.request_id, first.request_id);
  });

  it('makes a new request if no agent took the earlier one; the agent then gets only the new one', async () => {
    const user = await buildUser(app);
    const { id, profile_path } = await buildAccount(app, user);
    const agent = await buildComputer(app, user);
    const first = await server.call(user, 'POST /api/profiles/:id/sign-in', { params: { id } });
    await app.db
      .updateTable('agent_requests')
      .set({ created_at: new Date(Date.now() - 61_000) })
      .where('id', '=', first.request_id)
      .execute();
    assert.deepEqual((await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent) })).requests, []);
    const again = await server.call(user, 'POST /api/profiles/open', { body: { profile_path } });
    assert.equal(again.success, true);
    assert.equal((await takeRequest(server, agent)).id, again.request_id);
  });

  it('fails if the agent that took the request stops responding, unless the agent reports the outcome later', async () => {
    const user = await buildUser(app);
    const account = await buildAccount(app, user);
    const agent = await buildComputer(app, user);
    await server.call(user, 'POST /api/profiles/open', { body: { profile_path: account.profile_path } });
    const request = await takeRequest(server, agent);
    await app.db
      .updateTable('agent_requests')
      .set({ lease_expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', request.id)
      .execute();
    const { requests } = await server.call(user, 'GET /api/profiles/requests');
    assert.equal(requests[0]?.status, 'failed');
    const refusal = await server.refuse(agent, 'POST /api/agent/requests/:id/renew', {
      params: { id: request.id },
      body: { fence: request.fence },
    });
    assert.equal(refusal.code, 'lease_lost');
    await server.call(user, 'POST /api/profiles/requests/cleanup');
    assert.deepEqual(await storedStatuses(user), ['failed']);
    const report = { params: { id: request.id }, body: { fence: request.fence, status: 'completed' as const } };
    assert.equal((await server.call(agent, 'POST /api/agent/requests/:id/result', report)).recorded, true);
    const [shown] = (await server.call(user, 'GET /api/profiles/requests')).requests;
    assert.deepEqual([shown?.status, shown?.error_message], ['completed', null]);
  });
});

describe('closing all windows', () => {
  it('asks each computer with open windows to close them', async () => {
    const user = await buildUser(app);
    const accounts = [await buildAccount(app, user), await buildAccount(app, user), await buildAccount(app, user)];
    const agents = [await buildComputer(app, user), await buildComputer(app, user), await buildComputer(app, user)];
    const windowsOf = ({ id }: { id: number }) => [{ profile_id: id, campaign_id: null }];
    for (const [index, agent] of agents.slice(0, 2).entries()) {
      const windows = windowsOf(accounts[index] ?? { id: 0 });
      await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent, { windows }) });
    }
    assert.equal((await server.call(user, 'POST /api/profiles/close-all')).closed, 2);
    const typesFor = async (agent: TestAgent) => {
      const { requests } = await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent) });
      return requests.map(({ request_type }) => request_type);
    };
    assert.deepEqual(await Promise.all(agents.toReversed().map(typesFor)), [[], ['close_all'], ['close_all']]);
  });
});

const withAccount = async (owner: TestUser) => ({ params: { id: (await buildAccount(app, owner)).id } });

describeAccess(server, [
  { key: 'GET /api/profiles/requests' },
  { key: 'POST /api/profiles/requests/cleanup' },
  {
    key: 'POST /api/profiles/open',
    input: async (owner) => ({ body: { profile_path: (await buildAccount(app, owner)).profile_path } }),
    isOwned: true,
  },
  { key: 'POST /api/profiles/:id/sign-in', input: withAccount, isOwned: true },
  { key: 'POST /api/profiles/open-all' },
  { key: 'POST /api/profiles/close-all' },
]);

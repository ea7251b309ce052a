import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { completeRequest, syncBody, takeRequest } from '../../testing/agent-calls.ts';
import { buildAccount, buildComputer, buildUser } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();

/** Creates a user with two accounts on an agent's computer. */
async function userWithAgent() {
  const user = await buildUser(server.app);
  const other = await buildAccount(server.app, user);
  const account = await buildAccount(server.app, user, { insta_username: 'shop' });
  const agent = await buildComputer(server.app, user);
  return { user, agent, account, other, claim: () => takeRequest(server, agent) };
}

describe('a request to the agent', () => {
  it('to sign in to an account includes only that account', async () => {
    const { user, account, claim } = await userWithAgent();
    const asked = await server.call(user, 'POST /api/profiles/:id/sign-in', { params: { id: account.id } });
    const request = await claim();
    assert.deepEqual([request.id, request.request_type], [asked.request_id, 'sign_in']);
    assert.deepEqual(request.accounts, [
      {
        profile_id: account.id,
        profile_name: account.profile_name,
        profile_path: account.profile_path,
        insta_username: 'shop',
      },
    ]);
  });

  for (const results of [
    { state: 'signed_in' },
    { state: 'needs_user', reason: 'challenge', detail: 'Instagram asks for a code. Open the account and enter it.' },
  ] as const) {
    it(`stores how a sign-in ended: ${results.state}`, async () => {
      const { user, agent, account, claim } = await userWithAgent();
      await server.call(user, 'POST /api/profiles/:id/sign-in', { params: { id: account.id } });
      const request = await claim();
      await completeRequest(server, agent, request, results);
      const { requests } = await server.call(user, 'GET /api/profiles/requests');
      assert.deepEqual(
        requests.map(({ id, status, results: shown }) => [id, status, shown]),
        [[request.id, 'completed', results]],
      );
    });
  }

  it('stores how a sign-in ended even if text from the page contains characters that cannot be stored', async () => {
    const { user, agent, account, claim } = await userWithAgent();
    await server.call(user, 'POST /api/profiles/:id/sign-in', { params: { id: account.id } });
    const half = '🐦'.slice(0, 1);
    const results = { state: 'needs_user', reason: `refused${half}`, detail: `No\u0000 way ${'x'.repeat(991)}🐦!` };
    await completeRequest(server, agent, await claim(), results);
    const { requests } = await server.call(user, 'GET /api/profiles/requests');
    const kept = { state: 'needs_user', reason: 'refused\ufffd', detail: `No way ${'x'.repeat(991)}🐦` };
    assert.deepEqual([requests[0]?.status, requests[0]?.results], ['completed', kept]);
  });

  it('stays open if the server refuses a sign-in’s result because it is incomplete', async () => {
    const { user, agent, account, claim } = await userWithAgent();
    await server.call(user, 'POST /api/profiles/:id/sign-in', { params: { id: account.id } });
    const { id, fence } = await claim();
    const refusal = await server.refuse(agent, 'POST /api/agent/requests/:id/result', {
      params: { id },
      body: { fence, status: 'completed', results: { state: 'needs_user' } },
    });
    assert.equal(refusal.code, 'validation_failed');
    const { requests } = await server.call(user, 'GET /api/profiles/requests');
    assert.deepEqual([requests[0]?.status, requests[0]?.results], ['running', null]);
  });

  it('fails, and says that the agent stopped, if the agent signs off and no agent takes the request again', async () => {
    const { user, agent, account, claim } = await userWithAgent();
    await server.call(user, 'POST /api/profiles/:id/sign-in', { params: { id: account.id } });
    const { id } = await claim();
    const created_at = new Date(Date.now() - 120_000);
    await server.app.db.updateTable('agent_requests').set({ created_at }).where('id', '=', id).execute();
    await server.call(agent, 'POST /api/agent/sign-off');
    const { requests } = await server.call(user, 'GET /api/profiles/requests');
    assert.deepEqual(
      requests.map(({ status, error_message }) => [status, error_message]),
      [['failed', 'The agent stopped responding before it finished. Try again.']],
    );
  });

  it('to close all windows returns how many windows the agent last reported as open', async () => {
    const { user, agent, account, other, claim } = await userWithAgent();
    assert.equal((await server.call(user, 'POST /api/profiles/close-all')).closed, 0);
    await claim();
    const windows = [account, other].map(({ id }) => ({ profile_id: id, campaign_id: null }));
    await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent, { windows }) });
    const answer = await server.call(user, 'POST /api/profiles/close-all');
    assert.equal(answer.closed, 2);
    assert.equal((await claim()).id, answer.request_id);
  });

  it('stores how many windows were closed, and which stayed open', async () => {
    const { user, agent, claim } = await userWithAgent();
    await server.call(user, 'POST /api/profiles/close-all');
    const results = { closed: 2, still_open: ['Bakery'] };
    await completeRequest(server, agent, await claim(), results);
    const { requests } = await server.call(user, 'GET /api/profiles/requests');
    assert.deepEqual(requests[0]?.results, results);
  });

  it('can be renewed by the agent that took it, and accepts only one result', async () => {
    const { user, agent, claim } = await userWithAgent();
    await server.call(user, 'GET /api/firefox-profiles');
    const { id, fence, lease_expires_at } = await claim();
    await server.app.db
      .updateTable('agent_requests')
      .set({ lease_expires_at: new Date(Date.now() + 10_000) })
      .where('id', '=', id)
      .execute();
    const renewed = await server.call(agent, 'POST /api/agent/requests/:id/renew', { params: { id }, body: { fence } });
    assert.ok(renewed.lease_expires_at >= lease_expires_at);
    const report = { params: { id }, body: { fence, status: 'failed' as const } };
    assert.equal((await server.call(agent, 'POST /api/agent/requests/:id/result', report)).recorded, true);
    assert.equal((await server.call(agent, 'POST /api/agent/requests/:id/result', report)).recorded, false);
    const late = await server.refuse(agent, 'POST /api/agent/requests/:id/renew', { params: { id }, body: { fence } });
    assert.equal(late.code, 'lease_lost');
  });

  it('stays open if the server refuses the agent’s results because of their format', async () => {
    const { user, agent, claim } = await userWithAgent();
    await server.call(user, 'GET /api/firefox-profiles');
    const { id, fence } = await claim();
    const refusal = await server.refuse(agent, 'POST /api/agent/requests/:id/result', {
      params: { id },
      body: { fence, status: 'completed', results: { profiles: 'none' } },
    });
    assert.equal(refusal.code, 'validation_failed');
    const { requests } = await server.call(user, 'GET /api/firefox-profiles/requests');
    assert.equal(requests[0]?.status, 'running');
  });
});

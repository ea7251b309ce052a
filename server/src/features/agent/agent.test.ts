import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildAccount, buildAgent, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { startTestServer, testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

const hello = { protocol: 1, version: '1.2.3', platform: 'linux' };

describe('the handshake', () => {
  it('says whose agent it is and shows it as online', async () => {
    const user = await buildUser(app);
    const agent = await buildAgent(app, user);
    const answer = await server.call(agent, 'POST /api/agent/hello', { body: hello });
    assert.deepEqual(answer.user, { id: user.id, username: user.username });
    assert.equal(answer.agent_name, 'Desk computer');
    assert.equal(answer.sandbox, false);
    const [token] = (await server.call(user, 'GET /api/agent-tokens')).tokens;
    assert.deepEqual([token?.online, token?.version, token?.platform], [true, '1.2.3', 'linux']);
    await server.call(agent, 'POST /api/agent/sign-off');
    assert.equal((await server.call(user, 'GET /api/agent-tokens')).tokens[0]?.online, false);
  });

  it('tells an agent of another protocol to update', async () => {
    const agent = await buildAgent(app, await buildUser(app));
    const refusal = await server.refuse(agent, 'POST /api/agent/hello', { body: { ...hello, protocol: 0 } });
    assert.equal(refusal.code, 'agent_outdated');
    assert.equal(refusal.status, 426);
  });

  it('shows which agent has to be updated until a fitting one calls', async () => {
    const user = await buildUser(app);
    const agent = await buildAgent(app, user);
    const shown = async () => {
      const [token] = (await server.call(user, 'GET /api/agent-tokens')).tokens;
      return [token?.is_outdated, token?.online, token?.version];
    };
    const old = { ...hello, protocol: 0, version: '0.0.9' };
    await server.refuse(agent, 'POST /api/agent/hello', { body: { ...old, is_check: true } });
    assert.deepEqual(await shown(), [false, false, null]);
    await server.refuse(agent, 'POST /api/agent/hello', { body: old });
    assert.deepEqual(await shown(), [true, false, '0.0.9']);
    await server.call(agent, 'POST /api/agent/hello', { body: hello });
    assert.deepEqual(await shown(), [false, true, '1.2.3']);
  });

  it('that only checks says as whom, and leaves the agent as it was', async () => {
    const user = await buildUser(app);
    const agent = await buildAgent(app, user);
    const check = { ...hello, version: '9.9.9', is_check: true };
    assert.equal((await server.call(agent, 'POST /api/agent/hello', { body: check })).user.username, user.username);
    const stopped = (await server.call(user, 'GET /api/agent-tokens')).tokens[0];
    assert.deepEqual([stopped?.online, stopped?.version], [false, null]);
    const running = { ...hello, is_paused: true, windows: [{ profile_id: 7, campaign_id: null }] };
    await server.call(agent, 'POST /api/agent/hello', { body: running });
    await server.call(agent, 'POST /api/agent/hello', { body: check });
    const row = await app.db
      .selectFrom('agent_tokens')
      .select(['is_paused', 'windows'])
      .where('id', '=', agent.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual([row.is_paused, row.windows], [true, running.windows]);
  });

  it('says when the server is a sandbox, where the pause is a hundred times shorter', async () => {
    const sandbox = await startTestServer({ sandbox: true });
    const user = await buildUser(sandbox.app);
    const agent = await buildAgent(sandbox.app, user);
    assert.equal((await sandbox.call(agent, 'POST /api/agent/hello', { body: hello })).sandbox, true);
    const { accounts } = await buildCampaign(sandbox.app, user, { status: 'running' });
    const body = { profile_id: accounts[0]?.id ?? 0 };
    const { delivery } = await sandbox.call(agent, 'POST /api/agent/deliveries/claim', { body });
    assert.ok(delivery);
    const before = Date.now();
    await sandbox.call(agent, 'POST /api/agent/deliveries/:id/result', {
      params: { id: delivery.id },
      body: { fence: delivery.fence, outcome: 'sent' },
    });
    const [work] = (await sandbox.call(agent, 'GET /api/agent/work')).accounts;
    assert.ok(work);
    // Null when even that short pause is over already.
    assert.ok(work.due_at === null || Date.parse(work.due_at) - before < 60_000);
  });
});

describe('two agents that ask at once', () => {
  it('get different requests', async () => {
    const user = await buildUser(app);
    const agents = [await buildAgent(app, user), await buildAgent(app, user)];
    for (const account of [await buildAccount(app, user), await buildAccount(app, user)]) {
      await server.call(user, 'POST /api/profiles/open', { body: { profile_path: account.profile_path } });
    }
    const claims = await Promise.all(agents.map((agent) => server.call(agent, 'POST /api/agent/requests/claim')));
    const ids = claims.map((claim) => claim.request?.id);
    assert.equal(new Set(ids).size, 2);
    assert.ok(ids.every((id) => id !== undefined));
  });

  it('and one that signs off gives its request back', async () => {
    const user = await buildUser(app);
    const agent = await buildAgent(app, user);
    const account = await buildAccount(app, user);
    await server.call(user, 'POST /api/profiles/open', { body: { profile_path: account.profile_path } });
    const first = await server.call(agent, 'POST /api/agent/requests/claim');
    await server.call(agent, 'POST /api/agent/sign-off');
    const again = await server.call(agent, 'POST /api/agent/requests/claim');
    assert.equal(again.request?.id, first.request?.id);
    assert.notEqual(again.request?.fence, first.request?.fence);
  });
});

/** Another user's claimed delivery and request are not found, whatever the fence. */
async function withDelivery(owner: TestUser) {
  const agent = await buildAgent(app, owner);
  const { accounts } = await buildCampaign(app, owner, { status: 'running' });
  const body = { profile_id: accounts[0]?.id ?? 0 };
  const { delivery } = await server.call(agent, 'POST /api/agent/deliveries/claim', { body });
  return { params: { id: delivery?.id ?? 0 }, body: { fence: delivery?.fence ?? 0, outcome: 'sent' } };
}

async function withRequest(owner: TestUser) {
  const account = await buildAccount(app, owner);
  const { request_id } = await server.call(owner, 'POST /api/profiles/open', {
    body: { profile_path: account.profile_path },
  });
  return { params: { id: request_id ?? 0 }, body: { fence: 1, status: 'completed' } };
}

describeAccess(server, [
  { key: 'POST /api/agent/hello', input: () => Promise.resolve({ body: hello }) },
  { key: 'GET /api/agent/work' },
  {
    key: 'POST /api/agent/deliveries/claim',
    input: async (owner) => ({ body: { profile_id: (await buildAccount(app, owner)).id } }),
    isOwned: true,
  },
  { key: 'POST /api/agent/deliveries/:id/renew', input: withDelivery, isOwned: true },
  { key: 'POST /api/agent/deliveries/:id/result', input: withDelivery, isOwned: true },
  { key: 'POST /api/agent/requests/claim' },
  { key: 'POST /api/agent/requests/:id/renew', input: withRequest, isOwned: true },
  { key: 'POST /api/agent/requests/:id/result', input: withRequest, isOwned: true },
  {
    key: 'POST /api/agent/profiles/:id/credentials',
    input: async (owner) => ({ params: { id: (await buildAccount(app, owner)).id } }),
    isOwned: true,
  },
  { key: 'POST /api/agent/sign-off' },
]);

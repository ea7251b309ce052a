import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { AgentToken } from '@sandpiper/contract/agent-tokens';
import { describeAccess } from '../../testing/access-tests.ts';
import { syncBody } from '../../testing/agent-calls.ts';
import { buildAccount, buildAgent, buildComputer, buildUser } from '../../testing/builders.ts';
import type { TestAgent, TestUser } from '../../testing/builders.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

const sync = (agent: TestAgent, more: Parameters<typeof syncBody>[1] = {}) =>
  server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent, more) });
const refuseSync = (agent: TestAgent, more: Parameters<typeof syncBody>[1] = {}) =>
  server.refuse(agent, 'POST /api/agent/sync', { body: syncBody(agent, more) });
const tokenOf = async (user: TestUser) => (await server.call(user, 'GET /api/agent-tokens')).tokens[0];
const isOutdated = (token: AgentToken | undefined) => token !== undefined && token.outdated_at !== null;

describe('an agent’s sync', () => {
  it('returns the agent’s user and marks the agent as online', async () => {
    const user = await buildUser(app);
    const agent = await buildAgent(app, user);
    const answer = await sync(agent);
    assert.deepEqual(answer.user, { id: user.id, username: user.username });
    assert.deepEqual(
      [answer.agent_name, answer.sandbox, answer.accounts, answer.requests, answer.asked_paths],
      ['Desk computer', false, [], [], []],
    );
    const token = await tokenOf(user);
    assert.deepEqual([token?.online, token?.version, token?.platform], [true, '1.2.3', 'linux']);
    await server.call(agent, 'POST /api/agent/sign-off');
    assert.equal((await tokenOf(user))?.online, false);
  });

  it('reports whether the server runs in sandbox mode', async () => {
    const sandbox = await startBeside(server, { sandbox: true });
    const agent = await buildAgent(sandbox.app, await buildUser(sandbox.app));
    assert.equal((await sandbox.call(agent, 'POST /api/agent/sync', { body: syncBody(agent) })).sandbox, true);
  });

  it('returns the user but stores nothing and hands out no work if it is only a check', async () => {
    const user = await buildUser(app);
    const account = await buildAccount(app, user);
    const agent = await buildAgent(app, user);
    await server.call(user, 'GET /api/firefox-profiles');
    const check = { version: '9.9.9', is_check: true, process_id: randomUUID() };
    const paths = [{ profile_id: account.id, path: account.profile_path, is_mine: true, folder: '/p' }];
    assert.equal((await sync(agent, { ...check, paths })).user.username, user.username);
    assert.deepEqual([(await tokenOf(user))?.online, (await tokenOf(user))?.version], [false, null]);
    assert.equal((await server.call(user, 'GET /api/profiles')).profiles[0]?.computer, null);

    const running = { is_paused: true, windows: [{ profile_id: 7, campaign_id: null }] };
    assert.equal((await sync(agent, running)).requests.length, 1);
    const checked = await sync(agent, check);
    assert.deepEqual([checked.requests, checked.asked_paths], [[], []]);
    const row = await app.db
      .selectFrom('agent_tokens')
      .select(['is_paused', 'windows', 'version'])
      .where('id', '=', agent.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual([row.is_paused, row.windows, row.version], [true, running.windows, '1.2.3']);
  });

  it('must identify the agent’s computer and process', async () => {
    const agent = await buildAgent(app, await buildUser(app));
    for (const field of ['installation_id', 'process_id'] as const) {
      for (const value of ['', 'desk', null, 7]) {
        const body = { ...syncBody(agent), [field]: value };
        const reply = await server.send(agent, { method: 'POST', url: '/api/agent/sync', body });
        assert.equal(reply.status, 400, `${field} ${value}`);
      }
    }
  });
});

describe('an agent with another protocol version', () => {
  it('is refused, and is shown as outdated until an agent with the right version syncs', async () => {
    const user = await buildUser(app);
    const agent = await buildAgent(app, user);
    const shown = async () => {
      const token = await tokenOf(user);
      return [isOutdated(token), token?.online, token?.version];
    };
    const old = { protocol: 3, version: '0.0.9' };
    await refuseSync(agent, { ...old, is_check: true });
    assert.deepEqual(await shown(), [false, false, null]);
    const refusal = await refuseSync(agent, old);
    assert.deepEqual([refusal.status, refusal.code], [426, 'agent_outdated']);
    assert.deepEqual(await shown(), [true, false, '0.0.9']);
    await sync(agent);
    assert.deepEqual(await shown(), [false, true, '1.2.3']);
  });

  it('is refused when it sends hello, as agents with the first protocol version do', async () => {
    const user = await buildUser(app);
    const agent = await buildAgent(app, user);
    const hello = { protocol: 1, version: '1.0.0', platform: 'linux', is_paused: false, windows: [] };
    const say = (body: object) => server.send(agent, { method: 'POST', url: '/api/agent/hello', body });
    const check = await say({ ...hello, is_check: true });
    assert.equal(check.status, 426);
    assert.equal(isOutdated(await tokenOf(user)), false);
    const refused = await say(hello);
    assert.equal(refused.status, 426);
    assert.match(refused.text, /"code":"agent_outdated"/);
    const token = await tokenOf(user);
    assert.deepEqual([isOutdated(token), token?.version, token?.online], [true, '1.0.0', false]);
  });
});

describe('two agent processes', () => {
  const silence = (agent: TestAgent) =>
    app.db
      .updateTable('agent_tokens')
      .set({ last_seen_at: new Date(Date.now() - 46_000) })
      .where('id', '=', agent.id)
      .execute();

  it('are not accepted at the same time: one is refused while the other is online', async () => {
    const agent = await buildAgent(app, await buildUser(app));
    await sync(agent);
    const second = { process_id: randomUUID() };
    const refusal = await refuseSync(agent, second);
    assert.deepEqual([refusal.status, refusal.code], [409, 'agent_running_twice']);
    await sync(agent);
    await silence(agent);
    await sync(agent, second);
    assert.equal((await refuseSync(agent)).code, 'agent_running_twice');
  });

  it('are not reported when a single agent restarts', async () => {
    const agent = await buildAgent(app, await buildUser(app));
    const first = syncBody(agent).process_id;
    await sync(agent);
    await sync(agent, { process_id: randomUUID(), previous_process_id: first });
  });

  it('are detected on the same computer even if they have different tokens', async () => {
    const user = await buildUser(app);
    const agent = await buildAgent(app, user);
    const copy = await buildAgent(app, user, { installation_id: agent.installationId });
    await sync(agent);
    assert.equal((await refuseSync(copy)).code, 'agent_running_twice');
    await server.call(agent, 'POST /api/agent/sign-off');
    await sync(copy);
  });

  it('are detected if they use the same token, even on different computers', async () => {
    const agent = await buildAgent(app, await buildUser(app));
    await sync(agent);
    const elsewhere = { installation_id: randomUUID(), process_id: randomUUID() };
    assert.equal((await refuseSync(agent, elsewhere)).code, 'agent_running_twice');
  });

  it('cannot both keep syncing, even if they start at the same time', async () => {
    const agent = await buildAgent(app, await buildUser(app));
    await sync(agent);
    await silence(agent);
    const bodies = [randomUUID(), randomUUID()].map((process_id) => syncBody(agent, { process_id }));
    const call = async () =>
      Promise.all(
        bodies.map(async (body) => (await server.send(agent, { method: 'POST', url: '/api/agent/sync', body })).status),
      );
    await call();
    const statuses = await call();
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, 409],
    );
  });

  it('don’t affect each other if they belong to different users', async () => {
    const agent = await buildAgent(app, await buildUser(app));
    const others = await buildAgent(app, await buildUser(app), { installation_id: agent.installationId });
    await sync(agent);
    await sync(others);
  });
});

describe('a request from the user', () => {
  const open = (user: TestUser, { profile_path }: { profile_path: string }) =>
    server.call(user, 'POST /api/profiles/open', { body: { profile_path } });

  it('goes only to the account’s computer', async () => {
    const user = await buildUser(app);
    const [here, there] = [await buildAccount(app, user), await buildAccount(app, user)];
    const desk = await buildComputer(app, user, { accounts: [here] });
    const home = await buildComputer(app, user, { accounts: [there] });
    await open(user, here);
    await server.call(user, 'POST /api/profiles/:id/sign-in', { params: { id: there.id } });
    const atHome = (await sync(home)).requests;
    assert.deepEqual(
      atHome.map(({ request_type, accounts }) => [request_type, accounts.map(({ profile_id }) => profile_id)]),
      [['sign_in', [there.id]]],
    );
    const atDesk = (await sync(desk)).requests;
    assert.deepEqual(
      atDesk.map(({ request_type, accounts }) => [request_type, accounts.map(({ profile_id }) => profile_id)]),
      [['open', [here.id]]],
    );
  });

  it('waits while the account has no computer, and goes to the computer that reports the account’s Firefox profile', async () => {
    const user = await buildUser(app);
    const account = await buildAccount(app, user);
    const agent = await buildAgent(app, user);
    await open(user, account);
    assert.deepEqual((await sync(agent)).requests, []);
    const paths = [{ profile_id: account.id, path: account.profile_path, is_mine: true, folder: '/p' }];
    assert.equal((await sync(agent, { paths })).requests.length, 1);
  });

  it('is handed out to only one agent, in the response to its next sync', async () => {
    const user = await buildUser(app);
    const accounts = [await buildAccount(app, user), await buildAccount(app, user)];
    const desk = await buildComputer(app, user, { accounts });
    const home = await buildComputer(app, user, { accounts: [] });
    for (const account of accounts) await open(user, account);
    await server.call(user, 'GET /api/firefox-profiles');
    const [first, second] = await Promise.all([sync(desk), sync(home)]);
    const ids = [...first.requests, ...second.requests].map(({ id }) => id);
    assert.deepEqual([ids.length, new Set(ids).size, first.requests.length >= 2], [3, 3, true]);
    assert.deepEqual((await sync(desk)).requests, []);
  });

  it('is handed out again once the agent that took it signs off', async () => {
    const user = await buildUser(app);
    const account = await buildAccount(app, user);
    const agent = await buildComputer(app, user);
    await open(user, account);
    const [first] = (await sync(agent)).requests;
    await server.call(agent, 'POST /api/agent/sign-off');
    const [again] = (await sync(agent)).requests;
    assert.equal(again?.id, first?.id);
    assert.notEqual(again?.fence, first?.fence);
  });
});

/** Requests about a delivery that isn't the caller's get a 404, regardless of the claim ID. */
const withDelivery = () => Promise.resolve({ params: { id: 1 }, body: { claim_id: randomUUID(), outcome: 'sent' } });

async function withRequest(owner: TestUser) {
  const account = await buildAccount(app, owner);
  const { request_id } = await server.call(owner, 'POST /api/profiles/open', {
    body: { profile_path: account.profile_path },
  });
  return { params: { id: request_id ?? 0 }, body: { fence: 1, status: 'completed' } };
}

const withAccount = async (owner: TestUser) => ({ params: { id: (await buildAccount(app, owner)).id } });

describeAccess(server, [
  { key: 'POST /api/agent/hello', input: () => Promise.resolve({ body: { version: '1', platform: 'linux' } }) },
  {
    key: 'POST /api/agent/sync',
    input: () => Promise.resolve({ body: syncBody({ token: '', installationId: randomUUID() }) }),
  },
  {
    key: 'POST /api/agent/deliveries/claim',
    input: async (owner) => ({ body: { profile_id: (await buildAccount(app, owner)).id } }),
    isOwned: true,
  },
  { key: 'POST /api/agent/deliveries/:id/renew', input: withDelivery, isOwned: true },
  { key: 'POST /api/agent/deliveries/:id/commit', input: withDelivery, isOwned: true },
  { key: 'POST /api/agent/deliveries/:id/result', input: withDelivery, isOwned: true },
  {
    key: 'POST /api/agent/profiles/:id/stop',
    input: async (owner) => ({ ...(await withAccount(owner)), body: { reason: 'challenge' } }),
    isOwned: true,
  },
  { key: 'POST /api/agent/requests/:id/renew', input: withRequest, isOwned: true },
  { key: 'POST /api/agent/requests/:id/result', input: withRequest, isOwned: true },
  { key: 'POST /api/agent/sign-off' },
]);

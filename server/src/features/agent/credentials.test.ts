import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accountPassword } from '../../platform/secrets/sealed-owners.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { takeRequest } from '../../testing/agent-calls.ts';
import { buildAccount, buildAgent, buildComputer, buildUser } from '../../testing/builders.ts';
import type { TestAgent, TestUser } from '../../testing/builders.ts';
import { expireLease } from '../../testing/campaign-builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);
const ask = 'POST /api/agent/profiles/:id/credentials';
const stored = { insta_username: 'shop', insta_password: 'a stored secret' };

async function store(userId: number, account: { id: number }, password: string | null = stored.insta_password) {
  const sealed = password === null ? null : app.secrets.seal(password, accountPassword(userId, account.id));
  const values = { insta_username: stored.insta_username, insta_password_sealed: sealed };
  await app.db.updateTable('profiles').set(values).where('id', '=', account.id).execute();
}

const releases = (user: TestUser) =>
  app.db
    .selectFrom('audit_events')
    .select(['action', 'actor_kind', 'actor_id', 'subject', 'address', 'detail'])
    .where('user_id', '=', user.id)
    .where('action', '=', 'instagram_password_released')
    .execute();

async function refusalFor(agent: TestAgent, { id }: { id: number }) {
  const { status, code, error } = await server.refuse(agent, ask, { params: { id } });
  assert.deepEqual([status, code], [403, 'forbidden']);
  return error;
}

const idle = "The agent isn't using this account right now.";

describe('an account’s Instagram password', () => {
  it('is released while the agent has a claim for its account, and each release is recorded', async () => {
    const { user, agent, account, claimOne } = await scene();
    await store(user.id, account);
    assert.equal(await refusalFor(agent, account), idle);
    assert.deepEqual(await releases(user), []);
    const delivery = await claimOne();
    assert.deepEqual(await server.call(agent, ask, { params: { id: account.id } }), stored);
    const release = {
      action: 'instagram_password_released',
      actor_kind: 'agent',
      actor_id: agent.id,
      subject: `account ${account.id}`,
      address: '127.0.0.1',
      detail: { insta_username: 'shop' },
    };
    assert.deepEqual(await releases(user), [release]);
    await expireLease(app, delivery.id);
    assert.equal(await refusalFor(agent, account), idle);
  });

  it('is not released while the agent has a claim for another account', async () => {
    const { user, agent, claimOne } = await scene();
    const other = await buildAccount(app, user, { installation_id: agent.installationId });
    await store(user.id, other);
    await claimOne();
    assert.equal(await refusalFor(agent, other), idle);
  });

  for (const [what, url, body] of [
    ['sign in', (id: number) => `/api/profiles/${id}/sign-in`, () => undefined],
    ['check for unread messages', () => '/api/unread-checker/requests', (id: number) => ({ profileIds: [id] })],
  ] as const) {
    it(`is released while the agent carries out a request to ${what}`, async () => {
      const user = await buildUser(app);
      const account = await buildAccount(app, user);
      const agent = await buildComputer(app, user);
      await store(user.id, account);
      const request = { method: 'POST', url: url(account.id), body: body(account.id) };
      const reply = await server.send(user, request);
      assert.equal(reply.status, 200, reply.text);
      assert.equal(await refusalFor(agent, account), idle, 'the agent has not taken the request yet');
      const { id, fence } = await takeRequest(server, agent);
      assert.deepEqual(await server.call(agent, ask, { params: { id: account.id } }), stored);
      await server.call(agent, 'POST /api/agent/requests/:id/result', {
        params: { id },
        body: { fence, status: 'failed', error_message: 'Enough' },
      });
      assert.equal(await refusalFor(agent, account), idle);
    });
  }

  it('is not released while the agent is only opening the account', async () => {
    const user = await buildUser(app);
    const account = await buildAccount(app, user);
    const agent = await buildComputer(app, user);
    await store(user.id, account);
    await server.call(user, 'POST /api/profiles/open', { body: { profile_path: account.profile_path } });
    await takeRequest(server, agent);
    assert.equal(await refusalFor(agent, account), idle);
  });

  it('is not released to another of the user’s computers, or for an account whose Firefox profile no computer has reported', async () => {
    const { user, account, claimOne } = await scene();
    await store(user.id, account);
    await claimOne();
    const other = await buildAgent(app, user);
    const elsewhere = "This account isn't on this computer.";
    assert.equal(await refusalFor(other, account), elsewhere);
    assert.equal(await refusalFor(other, await buildAccount(app, user)), elsewhere);
  });

  it('is null if no password is stored, and nothing is recorded', async () => {
    const { user, agent, account } = await scene();
    await store(user.id, account, null);
    const params = { id: account.id };
    assert.deepEqual(await server.call(agent, ask, { params }), { insta_username: 'shop', insta_password: null });
    assert.deepEqual(await releases(user), []);
  });
});

describeAccess(server, [
  {
    key: 'POST /api/agent/profiles/:id/credentials',
    input: async (owner) => ({ params: { id: (await buildAccount(app, owner)).id } }),
    isOwned: true,
  },
]);

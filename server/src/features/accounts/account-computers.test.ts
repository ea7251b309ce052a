import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { change } from '../../platform/change.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { syncBody } from '../../testing/agent-calls.ts';
import { buildAccount, buildAgent, buildComputer, buildUser } from '../../testing/builders.ts';
import type { TestAccount, TestAgent, TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { testServer } from '../../testing/test-server.ts';
import { holdAccount } from './account-holds.service.ts';

const server = await testServer();
const { app } = server;

const sync = (agent: TestAgent, more: Parameters<typeof syncBody>[1] = {}) =>
  server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent, more) });
const answer = (agent: TestAgent, account: TestAccount, folder = account.profile_path, is_mine = true) =>
  sync(agent, { paths: [{ profile_id: account.id, path: account.profile_path, is_mine, folder }] });
const askedOf = async (agent: TestAgent) => (await sync(agent)).asked_paths.map(({ profile_id }) => profile_id);

async function shown(user: TestUser, { id }: { id: number }) {
  const account = (await server.call(user, 'GET /api/profiles')).profiles.find((one) => one.id === id);
  assert.ok(account);
  return account;
}

const move = (user: TestUser, { id }: { id: number }, computer_id: string | null) =>
  server.call(user, 'PUT /api/profiles/:id/computer', { params: { id }, body: { computer_id } });

describe('an account', () => {
  it('belongs to the first computer that reports its Firefox profile', async () => {
    const user = await buildUser(app);
    const account = await buildAccount(app, user);
    const desk = await buildAgent(app, user);
    const home = await buildAgent(app, user, { name: 'Home' });
    assert.equal((await shown(user, account)).computer, null);
    assert.deepEqual((await sync(desk)).asked_paths, [{ profile_id: account.id, path: account.profile_path }]);
    assert.deepEqual((await answer(desk, account, 'x', false)).asked_paths.length, 1);
    assert.deepEqual((await answer(home, account)).asked_paths, []);
    await answer(desk, account);
    assert.deepEqual((await shown(user, account)).computer, {
      id: home.installationId,
      name: 'Home',
      is_online: true,
    });
    assert.deepEqual(await askedOf(desk), []);
  });

  it('belongs to only one computer if two computers report its profile at the same time', async () => {
    const user = await buildUser(app);
    const account = await buildAccount(app, user);
    const agents = [await buildAgent(app, user), await buildAgent(app, user)];
    await Promise.all(agents.map((agent) => answer(agent, account)));
    const { computer } = await shown(user, account);
    assert.ok(agents.some(({ installationId }) => installationId === computer?.id));
    assert.deepEqual(await Promise.all(agents.map(askedOf)), [[], []]);
  });

  it('has no computer after each change of its path, until a computer reports the new path', async () => {
    const user = await buildUser(app);
    const account = await buildAccount(app, user);
    const agent = await buildAgent(app, user);
    const body = { profile_name: account.profile_name, profile_path: '/p/elsewhere' };
    await server.call(user, 'PUT /api/profiles/:id', { params: { id: account.id }, body });
    assert.deepEqual((await answer(agent, account)).asked_paths, [{ profile_id: account.id, path: '/p/elsewhere' }]);
    await answer(agent, { ...account, profile_path: '/p/elsewhere' });
    assert.equal((await shown(user, account)).computer?.id, agent.installationId);
    await server.call(user, 'PUT /api/profiles/:id', {
      params: { id: account.id },
      body: { ...body, profile_path: '/p/third' },
    });
    assert.equal((await shown(user, account)).computer, null);
    assert.deepEqual(await askedOf(agent), [account.id]);
  });

  it('waits while its path is wrong, and gets work once the path is corrected', async () => {
    const user = await buildUser(app);
    const account = await buildAccount(app, user, { profile_path: '/p/mistyped' });
    const { id } = await buildCampaign(app, user, { status: 'running', accounts: [account] });
    const agent = await buildAgent(app, user);
    await answer(agent, account, account.profile_path, false);
    const seen = async () => (await server.call(user, 'GET /api/campaigns/:id', { params: { id } })).campaign;
    const { status, accounts } = await seen();
    assert.deepEqual([status, accounts[0]?.reason], ['running', 'no_computer']);
    const corrected = { ...account, profile_path: '/p/right' };
    const body = { profile_name: account.profile_name, profile_path: corrected.profile_path };
    await server.call(user, 'PUT /api/profiles/:id', { params: { id: account.id }, body });
    const { asked_paths, accounts: work } = await sync(agent);
    assert.deepEqual([asked_paths, work], [[{ profile_id: account.id, path: '/p/right' }], []]);
    assert.deepEqual(
      (await answer(agent, corrected)).accounts.map(({ profile_id }) => profile_id),
      [account.id],
    );
    const claimed = await server.call(agent, 'POST /api/agent/deliveries/claim', { body: { profile_id: account.id } });
    assert.equal(claimed.delivery?.profile_path, '/p/right');
    assert.equal((await seen()).accounts[0]?.state, 'sending');
  });

  it('is neither looked for on a computer nor assigned to it if it was removed or belongs to another user', async () => {
    const user = await buildUser(app);
    const removed = await buildAccount(app, user, { deleted_at: new Date() });
    const others = await buildAccount(app, await buildUser(app));
    const agent = await buildAgent(app, user);
    assert.deepEqual(await askedOf(agent), []);
    for (const account of [removed, others]) await answer(agent, account);
    const rows = await app.db
      .selectFrom('profiles')
      .select('installation_id')
      .where('id', 'in', [removed.id, others.id])
      .execute();
    assert.deepEqual(
      rows.map(({ installation_id }) => installation_id),
      [null, null],
    );
  });

  it('belongs to the computer that its owner chose, and only this computer is asked about its profile', async () => {
    const user = await buildUser(app);
    const [desk, laptop] = [await buildAgent(app, user), await buildAgent(app, user)];
    const body = { profile_name: 'shop', profile_path: '/p/shop', computer_id: laptop.installationId };
    const { profile } = await server.call(user, 'POST /api/profiles', { body });
    assert.equal(profile.computer?.id, laptop.installationId);
    assert.deepEqual([await askedOf(desk), await askedOf(laptop)], [[], [profile.id]]);
    const params = { id: profile.id };
    const moved = { profile_path: '/p/other', computer_id: desk.installationId };
    const { profile: changed } = await server.call(user, 'PUT /api/profiles/:id', { params, body: moved });
    assert.equal(changed.computer?.id, desk.installationId);
    await server.call(user, 'DELETE /api/profiles/:id', { params });
    const again = await server.call(user, 'POST /api/profiles', { body: { ...body, profile_path: '/p/other' } });
    assert.deepEqual([again.profile.id, again.profile.computer?.id], [profile.id, laptop.installationId]);
    const others = { ...body, profile_path: '/p/third', computer_id: randomUUID() };
    assert.equal((await server.refuse(user, 'POST /api/profiles', { body: others })).status, 404);
  });

  it('can be moved by its owner to another computer, or to whichever computer reports its profile first', async () => {
    const user = await buildUser(app);
    const account = await buildAccount(app, user);
    const desk = await buildComputer(app, user);
    const home = await buildAgent(app, user, { name: 'Home' });
    const moved = await move(user, account, home.installationId);
    assert.deepEqual(moved.profile.computer, { id: home.installationId, name: 'Home', is_online: false });
    assert.deepEqual(await askedOf(desk), []);
    assert.equal((await move(user, account, null)).profile.computer, null);
    assert.deepEqual(await askedOf(desk), [account.id]);
  });

  it('cannot be moved to an unknown computer or to another user’s computer', async () => {
    const user = await buildUser(app);
    const account = await buildAccount(app, user);
    const others = await buildAgent(app, await buildUser(app));
    for (const computer_id of [randomUUID(), others.installationId]) {
      const refusal = await server.refuse(user, 'PUT /api/profiles/:id/computer', {
        params: { id: account.id },
        body: { computer_id },
      });
      assert.equal(refusal.status, 404);
    }
    for (const computer_id of ['', 'desk', 7]) {
      const url = `/api/profiles/${account.id}/computer`;
      assert.equal((await server.send(user, { method: 'PUT', url, body: { computer_id } })).status, 400);
    }
  });
});

describe('a computer', () => {
  it('is named after the last agent that connected from it, and keeps its accounts when it is paired again', async () => {
    const user = await buildUser(app);
    const account = await buildAccount(app, user);
    const first = await buildComputer(app, user, { name: 'Old name' });
    const again = await buildAgent(app, user, { name: 'New name', installation_id: first.installationId });
    const listed = async () => (await server.call(user, 'GET /api/computers')).computers;
    const id = first.installationId;
    assert.deepEqual(await listed(), [{ id, name: 'Old name', is_online: true }]);
    await server.call(user, 'DELETE /api/agent-tokens/:id', { params: { id: first.id } });
    await sync(again);
    assert.deepEqual(await listed(), [{ id, name: 'New name', is_online: true }]);
    assert.deepEqual((await shown(user, account)).computer, { id, name: 'New name', is_online: true });
    await server.call(user, 'DELETE /api/agent-tokens/:id', { params: { id: again.id } });
    assert.deepEqual(await listed(), []);
    assert.deepEqual((await shown(user, account)).computer, { id, name: 'Unpaired computer', is_online: false });
  });
});

describe('two accounts that use the same Firefox profile folder', () => {
  async function duplicates() {
    const user = await buildUser(app);
    const first = await buildAccount(app, user, { profile_path: '/P/Shop' });
    const second = await buildAccount(app, user, { profile_path: '/p/shop/' });
    const agent = await buildAgent(app, user);
    await answer(agent, first, '/p/shop');
    await answer(agent, second, '/p/shop');
    return { user, first, second, agent };
  }

  it('are treated as one account: the second keeps its path, but is switched off and cannot be switched on', async () => {
    const { user, first, second, agent } = await duplicates();
    const duplicate = await shown(user, second);
    assert.deepEqual(
      [duplicate.is_active, duplicate.profile_path, duplicate.double_of],
      [0, '/p/shop/', { id: first.id, name: first.profile_name }],
    );
    assert.deepEqual([(await shown(user, first)).is_active, (await shown(user, first)).double_of], [1, null]);
    const refusal = await server.refuse(user, 'PUT /api/profiles/:id/toggle', { params: { id: second.id } });
    assert.equal(refusal.code, 'invalid_state');
    assert.ok(refusal.error.includes(first.profile_name), refusal.error);
    assert.deepEqual(await askedOf(agent), []);
  });

  it('pause a campaign that uses only the second account', async () => {
    const user = await buildUser(app);
    const first = await buildAccount(app, user);
    const campaign = await buildCampaign(app, user, { status: 'running' });
    const agent = await buildAgent(app, user);
    await answer(agent, first, '/p/shop');
    for (const account of campaign.accounts) await answer(agent, account, '/p/shop');
    const params = { id: campaign.id };
    assert.equal((await server.call(user, 'GET /api/campaigns/:id', { params })).campaign.status, 'paused');
  });

  it('stay separate if they are on different computers', async () => {
    const user = await buildUser(app);
    const first = await buildAccount(app, user);
    const second = await buildAccount(app, user);
    await answer(await buildAgent(app, user), first, '/p/shop');
    await answer(await buildAgent(app, user), second, '/p/shop');
    assert.equal((await shown(user, second)).double_of, null);
  });

  it('are treated as one account even if the computer reports both at the same time', async () => {
    const user = await buildUser(app);
    const accounts = [await buildAccount(app, user), await buildAccount(app, user)];
    const agent = await buildAgent(app, user);
    await Promise.all(accounts.map((account) => answer(agent, account, '/p/shop')));
    const seen = await Promise.all(accounts.map((account) => shown(user, account)));
    assert.equal(seen.filter(({ double_of }) => double_of !== null).length, 1);
  });

  for (const way of ['change of path', 'removal', 'change of computer'] as const) {
    it(`are separate again after a ${way}, but the second stays off until its owner switches it on`, async () => {
      const { user, first, second } = await duplicates();
      const body = { profile_name: second.profile_name, profile_path: '/p/other' };
      const params = { id: second.id };
      if (way === 'change of path') await server.call(user, 'PUT /api/profiles/:id', { params, body });
      if (way === 'removal') await server.call(user, 'DELETE /api/profiles/:id', { params: { id: first.id } });
      if (way === 'change of computer') await move(user, second, null);
      const freed = await shown(user, second);
      assert.deepEqual([freed.double_of, freed.is_active], [null, 0]);
      assert.equal((await server.call(user, 'PUT /api/profiles/:id/toggle', { params })).profile.is_active, 1);
    });
  }

  describe('if the first leaves the folder and comes back', () => {
    async function leave() {
      const { user, first, second, agent } = await duplicates();
      const third = await buildAccount(app, user, { profile_path: '/p//shop' });
      await answer(agent, third, '/p/shop');
      const moveTo = (profile_path: string) =>
        server.call(user, 'PUT /api/profiles/:id', { params: { id: first.id }, body: { profile_path } });
      await moveTo('/p/other');
      const comeBack = async () => {
        await moveTo(first.profile_path);
        await answer(agent, first, '/p/shop');
        const seen = await Promise.all([first, second, third].map((account) => shown(user, account)));
        return seen.map(({ is_active, double_of }) => [is_active, double_of?.id ?? null]);
      };
      return { user, first, second, comeBack };
    }

    it('are treated as one account again, and the first stays on', async () => {
      const { first, comeBack } = await leave();
      assert.deepEqual(await comeBack(), [
        [1, null],
        [0, first.id],
        [0, first.id],
      ]);
    });

    it('are treated as one account again, and the first is switched off if the second is on hold', async () => {
      const { user, second, comeBack } = await leave();
      const hold = { reason: 'challenge', detail: null } as const;
      await change(app, (change) => holdAccount(change, { userId: user.id, profileId: second.id }, hold));
      assert.deepEqual((await comeBack())[0], [0, second.id]);
    });

    it('are treated as one account again, and the second stays on if its owner has switched it on', async () => {
      const { user, second, comeBack } = await leave();
      await server.call(user, 'PUT /api/profiles/:id/toggle', { params: { id: second.id } });
      assert.deepEqual(await comeBack(), [
        [0, second.id],
        [1, null],
        [0, second.id],
      ]);
    });
  });

  it('are still treated as one account after the second gets another name and username', async () => {
    const { user, first, second } = await duplicates();
    const body = { profile_name: 'New name', profile_path: second.profile_path, insta_username: 'new' };
    const params = { id: second.id };
    const { profile } = await server.call(user, 'PUT /api/profiles/:id', { params, body });
    assert.equal(profile.double_of?.id, first.id);
  });
});

describe('two duplicates of the same account', () => {
  it('become an original and its duplicate once the account that they duplicate is removed', async () => {
    const user = await buildUser(app);
    const first = await buildAccount(app, user, { insta_username: 'shop' });
    const ids = [];
    for (const _number of [2, 3]) {
      const { id } = await buildAccount(app, user, { insta_username: 'shop', double_of: first.id, is_active: false });
      ids.push(id);
    }
    await server.call(user, 'DELETE /api/profiles/:id', { params: { id: first.id } });
    const seen = (await server.call(user, 'GET /api/profiles')).profiles;
    assert.deepEqual(
      seen.map(({ id, double_of }) => [id, double_of?.id ?? null]),
      [
        [ids[0], null],
        [ids[1], ids[0]],
      ],
    );
  });
});

describeAccess(server, [
  { key: 'GET /api/computers' },
  {
    key: 'PUT /api/profiles/:id/computer',
    input: async (owner) => ({
      params: { id: (await buildAccount(app, owner)).id },
      body: { computer_id: null },
    }),
    isOwned: true,
  },
]);

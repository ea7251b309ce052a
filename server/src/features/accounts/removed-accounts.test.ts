import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { change } from '../../platform/change.ts';
import { buildAccount, buildComputer, buildUser, uniqueName } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';
import { holdAccount } from './account-holds.service.ts';

const server = await testServer();
const { app } = server;

const newAccount = () => ({ profile_name: uniqueName('account-'), profile_path: `/profiles/${uniqueName('p')}` });

const hold = (user: TestUser, account: { id: number }, reason: 'challenge' | 'rate_limited') =>
  change(app, (change) => holdAccount(change, { userId: user.id, profileId: account.id }, { reason, detail: null }));
const remove = (user: TestUser, { id }: { id: number }) =>
  server.call(user, 'DELETE /api/profiles/:id', { params: { id } });
const rowOf = ({ id }: { id: number }) =>
  app.db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const pace = new Date(Date.now() + 3_600_000).toISOString();
const setPace = (account: { id: number }) =>
  app.db.updateTable('profiles').set({ next_due_at: pace }).where('id', '=', account.id).execute();

async function withRemoved(reason: 'challenge' | 'rate_limited' | null = 'challenge') {
  const user = await buildUser(app);
  const removed = await buildAccount(app, user, { insta_username: 'shop' });
  await setPace(removed);
  if (reason !== null) await hold(user, removed, reason);
  await remove(user, removed);
  return { user, removed };
}

describe('a removed account', () => {
  it('is not listed, counted or found', async () => {
    const { user, removed } = await withRemoved();
    assert.deepEqual((await server.call(user, 'GET /api/profiles')).profiles, []);
    assert.equal((await server.call(user, 'GET /api/profiles/pack-info')).currentProfileCount, 0);
    assert.deepEqual((await server.call(user, 'GET /api/profiles/performance')).profilePerformance, []);
    const params = { id: removed.id };
    const body = { profile_path: removed.profile_path };
    assert.equal((await server.refuse(user, 'POST /api/profiles/open', { body })).status, 404);
    for (const key of [
      'DELETE /api/profiles/:id',
      'PUT /api/profiles/:id/toggle',
      'POST /api/profiles/:id/release',
      'POST /api/profiles/:id/sign-in',
    ] as const) {
      assert.equal((await server.refuse(user, key, { params })).status, 404, key);
    }
    assert.equal((await server.refuse(user, 'PUT /api/profiles/:id', { params, body: newAccount() })).status, 404);
    const computer = await buildComputer(app, user);
    const refusal = await server.refuse(computer, 'POST /api/agent/profiles/:id/credentials', { params });
    assert.equal(refusal.status, 404);
  });

  it('is switched off', async () => {
    const { removed } = await withRemoved();
    assert.equal((await rowOf(removed)).is_active, false);
  });

  it('keeps today’s message count, even if it comes back with another time zone', async () => {
    const user = await buildUser(app);
    const body = { ...newAccount(), daily_limit: 2, timezone: 'Pacific/Kiritimati' };
    const { profile } = await server.call(user, 'POST /api/profiles', { body });
    const detail = () => server.call(user, 'GET /api/profiles/:id', { params: { id: profile.id } });
    const { date } = (await detail()).today;
    await app.db
      .updateTable('profiles')
      .set({ sending_day: date, sent_on_day: 2, ramp_day: 1 })
      .where('id', '=', profile.id)
      .execute();
    for (const timezone of ['Pacific/Pago_Pago', null]) {
      await remove(user, profile);
      await server.call(user, 'POST /api/profiles', { body: { ...body, timezone } });
      const { used, allowed } = (await detail()).today;
      assert.deepEqual([used, allowed], [2, 2], timezone ?? 'none');
    }
  });

  it('hands over today’s message count if another account in another time zone takes its place', async () => {
    for (const [before, after] of [
      ['Pacific/Kiritimati', 'Pacific/Pago_Pago'],
      ['Pacific/Pago_Pago', 'Pacific/Kiritimati'],
    ] as const) {
      const user = await buildUser(app);
      const old = { ...newAccount(), daily_limit: 2, timezone: before };
      const { profile } = await server.call(user, 'POST /api/profiles', { body: old });
      const body = { ...newAccount(), daily_limit: 2, timezone: after };
      const other = await server.call(user, 'POST /api/profiles', { body });
      const detail = (id: number) => server.call(user, 'GET /api/profiles/:id', { params: { id } });
      const { date } = (await detail(profile.id)).today;
      await app.db
        .updateTable('profiles')
        .set({ sending_day: date, sent_on_day: 2, ramp_day: 1 })
        .where('id', '=', profile.id)
        .execute();
      await remove(user, profile);
      const params = { id: other.profile.id };
      await server.call(user, 'PUT /api/profiles/:id', { params, body: { profile_path: old.profile_path } });
      const { used, allowed } = (await detail(other.profile.id)).today;
      assert.deepEqual([used, allowed], [2, 2], after);
    }
  });

  it('loses its password', async () => {
    const user = await buildUser(app);
    const body = { ...newAccount(), insta_password: 'secret words' };
    const { profile } = await server.call(user, 'POST /api/profiles', { body });
    await remove(user, profile);
    assert.equal((await rowOf(profile)).insta_password_sealed, null);
    const again = await server.call(user, 'POST /api/profiles', { body: { ...body, insta_password: '' } });
    assert.deepEqual([again.profile.id, again.profile.has_password], [profile.id, false]);
  });

  for (const by of ['username', 'path'] as const) {
    it(`comes back with its hold, pacing and history if its ${by} is added again`, async () => {
      const { user, removed } = await withRemoved();
      const body =
        by === 'path'
          ? { ...newAccount(), profile_path: removed.profile_path, insta_username: 'other' }
          : { ...newAccount(), insta_username: '@SHOP' };
      const { profile } = await server.call(user, 'POST /api/profiles', { body });
      assert.equal(profile.id, removed.id);
      assert.deepEqual(
        [profile.profile_name, profile.profile_path, profile.insta_username, profile.is_active, profile.hold?.reason],
        [body.profile_name, body.profile_path, by === 'path' ? 'other' : 'shop', 1, 'challenge'],
      );
      assert.equal((await rowOf(profile)).next_due_at, pace);
    });
  }

  it('frees its place in the pack, and cannot come back when the pack is full', async () => {
    const user = await buildUser(app);
    const accounts = [];
    for (let number = 0; number < 10; number += 1) accounts.push(await buildAccount(app, user));
    const [first] = accounts;
    assert.ok(first);
    await remove(user, first);
    await server.call(user, 'POST /api/profiles', { body: newAccount() });
    const body = { ...newAccount(), profile_path: first.profile_path };
    assert.equal((await server.refuse(user, 'POST /api/profiles', { body })).code, 'pack_limit_reached');
  });

  it('comes back when its username is added with the path of another removed account, and takes over that account’s hold', async () => {
    const { user, removed } = await withRemoved(null);
    const held = await buildAccount(app, user, { insta_username: 'other' });
    await hold(user, held, 'challenge');
    await remove(user, held);
    const body = { ...newAccount(), insta_username: 'shop', profile_path: held.profile_path };
    const { profile } = await server.call(user, 'POST /api/profiles', { body });
    assert.deepEqual([profile.id, profile.hold?.reason], [removed.id, 'challenge']);
    await server.call(user, 'POST /api/profiles/:id/release', { params: { id: profile.id } });
    const other = await server.call(user, 'POST /api/profiles', { body: { ...newAccount(), insta_username: 'other' } });
    assert.deepEqual([other.profile.id, other.profile.hold], [held.id, null]);
  });

  it('keeps its own hold if it comes back with the path of another removed account whose hold is less strict', async () => {
    const { user, removed } = await withRemoved('challenge');
    const held = await buildAccount(app, user);
    await hold(user, held, 'rate_limited');
    await remove(user, held);
    const body = { ...newAccount(), insta_username: 'shop', profile_path: held.profile_path };
    const { profile } = await server.call(user, 'POST /api/profiles', { body });
    assert.deepEqual([profile.id, profile.hold?.reason, profile.hold?.until], [removed.id, 'challenge', null]);
  });

  it('passes its hold on to an account that gets its username', async () => {
    const { user } = await withRemoved();
    const account = await buildAccount(app, user);
    const body = { profile_name: account.profile_name, profile_path: account.profile_path, insta_username: 'shop' };
    const { profile } = await server.call(user, 'PUT /api/profiles/:id', { params: { id: account.id }, body });
    assert.equal(profile.hold?.reason, 'challenge');
    assert.equal((await rowOf(account)).next_due_at, pace);
  });

  it('never comes back for another user', async () => {
    const { removed } = await withRemoved();
    const body = { ...newAccount(), insta_username: 'shop', profile_path: removed.profile_path };
    const { profile } = await server.call(await buildUser(app), 'POST /api/profiles', { body });
    assert.notEqual(profile.id, removed.id);
    assert.equal(profile.hold, null);
  });
});

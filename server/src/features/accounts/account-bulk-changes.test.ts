import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CallInput } from '@sandpiper/contract/client';
import { changedAccountsMax } from '@sandpiper/contract/limits';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildAccount, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

type Body = CallInput<'PUT /api/profiles'>['body'];

const changeAll = (user: TestUser, body: Body) => server.call(user, 'PUT /api/profiles', { body });
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

async function activeOf(user: TestUser) {
  const { profiles } = await server.call(user, 'GET /api/profiles');
  return profiles.map(({ is_active }) => is_active);
}

async function userWith(count: number) {
  const user = await buildUser(app, { pack: 'pro' });
  const accounts = [];
  for (let number = 0; number < count; number += 1) accounts.push(await buildAccount(app, user));
  return { user, accounts, ids: idsOf(accounts) };
}

const limits = {
  daily_limit: 30,
  ramp: { start: 5, step: 2 },
  timezone: 'Europe/Berlin',
  hours: [{ day: 1, from: '09:00', to: '17:00' }],
};

describe('several accounts', () => {
  it('are switched off and on with one call, and other accounts stay as they are', async () => {
    const { user, ids } = await userWith(3);
    const chosen = ids.slice(0, 2);
    const off = await changeAll(user, { profile_ids: chosen, is_active: false });
    assert.deepEqual([idsOf(off.profiles), off.refused], [chosen, []]);
    assert.ok(off.profiles.every(({ is_active }) => is_active === 0));
    assert.deepEqual(await activeOf(user), [0, 0, 1]);
    await changeAll(user, { profile_ids: ids, is_active: true });
    assert.deepEqual(await activeOf(user), [1, 1, 1]);
  });

  it('get the same limits, and settings that the call leaves out keep their values', async () => {
    const { user, ids } = await userWith(2);
    const { profiles } = await changeAll(user, { profile_ids: ids, ...limits });
    for (const { daily_limit, ramp, timezone, hours, is_active } of profiles) {
      assert.deepEqual({ daily_limit, ramp, timezone, hours, is_active }, { ...limits, is_active: 1 });
    }
    const after = await changeAll(user, { profile_ids: ids, ramp: null });
    assert.deepEqual(
      after.profiles.map(({ daily_limit, ramp, timezone }) => [daily_limit, ramp, timezone]),
      ids.map(() => [30, null, 'Europe/Berlin']),
    );
    assert.deepEqual((await changeAll(user, { profile_ids: ids })).profiles, after.profiles);
  });

  it('are stored exactly as if each had been changed on its own', async () => {
    const { user, ids } = await userWith(2);
    const [one = 0, two = 0] = ids;
    const sentToday = { sending_day: '2026-01-01', sent_on_day: 4, ramp_day: 3 };
    await app.db.updateTable('profiles').set(sentToday).where('user_id', '=', user.id).execute();
    await server.call(user, 'PUT /api/profiles/:id', { params: { id: one }, body: limits });
    await changeAll(user, { profile_ids: [two], ...limits });
    const rows = await app.db.selectFrom('profiles').selectAll().where('user_id', '=', user.id).orderBy('id').execute();
    const [alone, together] = rows.map(({ id: _id, profile_name: _name, profile_path: _path, ...row }) => ({
      ...row,
      created_at: null,
      lasting_until: row.lasting_until?.slice(0, 10),
    }));
    assert.deepEqual(together, alone);
  });

  it('are all unchanged if a limit is invalid', async () => {
    const { user, ids } = await userWith(2);
    const body = { profile_ids: ids, is_active: false, daily_limit: 0 };
    const refusal = await server.refuse(user, 'PUT /api/profiles', { body });
    assert.deepEqual([refusal.code, Object.keys(refusal.fields ?? {})], ['validation_failed', ['daily_limit']]);
    assert.deepEqual(await activeOf(user), [1, 1]);
  });

  it('must be chosen, and can’t be more than the limit', async () => {
    const { user } = await userWith(1);
    const many = Array.from({ length: changedAccountsMax + 1 }, (_, index) => index + 1);
    for (const profile_ids of [[], many]) {
      const { fields } = await server.refuse(user, 'PUT /api/profiles', { body: { profile_ids, is_active: true } });
      assert.deepEqual(fields, { profile_ids: 'Choose 1 to 1000 accounts' });
    }
  });

  it('are changed except for duplicates that can’t be switched on, and the answer says why', async () => {
    const { user, accounts, ids } = await userWith(2);
    const [first] = accounts;
    assert.ok(first);
    const double = await buildAccount(app, user, { double_of: first.id, is_active: false });
    await changeAll(user, { profile_ids: ids, is_active: false });
    const { profiles, refused } = await changeAll(user, {
      profile_ids: [double.id, ...ids],
      is_active: true,
      daily_limit: 9,
    });
    assert.deepEqual(idsOf(profiles), ids);
    const single = await server.refuse(user, 'PUT /api/profiles/:id/toggle', {
      params: { id: double.id },
      body: { is_active: true },
    });
    assert.deepEqual(refused, [{ id: double.id, reason: single.error }]);
    assert.match(single.error, new RegExp(`as your account "${first.profile_name}", so it stays off`));
    const shown = (await server.call(user, 'GET /api/profiles')).profiles;
    assert.deepEqual(
      shown.map(({ is_active, daily_limit }) => [is_active, daily_limit]),
      [
        [1, 9],
        [1, 9],
        [0, null],
      ],
    );
    assert.deepEqual((await changeAll(user, { profile_ids: [double.id], daily_limit: 7 })).refused, []);
  });

  it('never include removed accounts or another user’s accounts, which the answer names as not found', async () => {
    const { user, ids } = await userWith(2);
    const [kept = 0, removed = 0] = ids;
    await server.call(user, 'DELETE /api/profiles/:id', { params: { id: removed } });
    const stranger = await userWith(1);
    const [foreign = 0] = stranger.ids;
    const profile_ids = [foreign, removed, kept, kept];
    const { profiles, refused } = await changeAll(user, { profile_ids, is_active: false, daily_limit: 3 });
    assert.deepEqual(idsOf(profiles), [kept]);
    const reason = 'Account not found';
    assert.deepEqual(refused, [
      { id: foreign, reason },
      { id: removed, reason },
    ]);
    assert.deepEqual(await activeOf(stranger.user), [1]);
    const none = await changeAll(user, { profile_ids: [foreign], is_active: false });
    assert.deepEqual(none, { profiles: [], refused: [{ id: foreign, reason }] });
  });

  it('pause each running campaign that has no other usable account, and no other campaign', async () => {
    const user = await buildUser(app, { pack: 'pro' });
    const emptied = await buildCampaign(app, user, { status: 'running', accounts: 2 });
    const kept = await buildCampaign(app, user, { status: 'running', accounts: 2 });
    const profile_ids = [...idsOf(emptied.accounts), ...idsOf(kept.accounts.slice(0, 1))];
    await changeAll(user, { profile_ids, is_active: false });
    const statusOf = async ({ id }: { id: number }) =>
      (await server.call(user, 'GET /api/campaigns/:id', { params: { id } })).campaign.status;
    assert.deepEqual([await statusOf(emptied), await statusOf(kept)], ['paused', 'running']);
  });

  it('can be changed by several calls at once, in any order', async () => {
    const { user, ids } = await userWith(12);
    const orders = [ids, ids.toReversed(), ids.toSorted((a, b) => (a % 3) - (b % 3) || a - b)];
    const answers = await Promise.all(
      [1, 2, 3, 4].flatMap((daily_limit) =>
        orders.map((profile_ids, index) => changeAll(user, { profile_ids, daily_limit, is_active: index !== 1 })),
      ),
    );
    for (const { profiles, refused } of answers) assert.deepEqual([idsOf(profiles), refused], [ids, []]);
    const { profiles } = await server.call(user, 'GET /api/profiles');
    assert.equal(new Set(profiles.map(({ daily_limit, is_active }) => `${daily_limit} ${is_active}`)).size, 1);
  });
});

describeAccess(server, [
  {
    key: 'PUT /api/profiles',
    input: async (owner) => ({ body: { profile_ids: [(await buildAccount(app, owner)).id], is_active: false } }),
  },
]);

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildAccount, buildAgent, buildList, buildUser, uniqueName } from '../../testing/builders.ts';
import { buildCampaignRow } from '../../testing/campaign-rows.ts';
import { startTestServer, testServer } from '../../testing/test-server.ts';

const server = await testServer();
const admin = await buildUser(server.app, { role: 'admin' });

function dayFromToday(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

describe('user management', () => {
  it('adds a user who can sign in', async () => {
    const body = { username: uniqueName('New.'), password: 'open sesame' };
    const { user } = await server.call(admin, 'POST /api/users', { body });
    const { id, created_at, ...rest } = user;
    assert.ok(id > 0 && created_at !== '');
    assert.deepEqual(rest, {
      username: body.username,
      role: 'user',
      pack: 'starter',
      subscription_end_date: null,
      is_active: true,
      has_two_factor: false,
      profile_count: 0,
      running_campaigns: 0,
      last_login: null,
      deletion_due_at: null,
    });
    await server.call(null, 'POST /api/auth/login', { body });
    const taken = await server.refuse(admin, 'POST /api/users', {
      body: { ...body, username: body.username.toUpperCase() },
    });
    assert.deepEqual([taken.code, taken.fields?.['username']], ['name_taken', taken.error]);
  });

  it('returns an error for each invalid field', async () => {
    const refusal = await server.refuse(admin, 'POST /api/users', { body: { username: 'ab', password: '123' } });
    assert.deepEqual(refusal.fields, {
      username: 'Username must be at least 3 characters long',
      password: 'Password must be at least 6 characters long',
    });
  });

  it('refuses invisible characters in new usernames, but still changes users who already have them', async () => {
    const user = await buildUser(server.app, { username: uniqueName('old\u200B') });
    const fields = { username: "Username can't contain invisible characters" };
    const body = { username: uniqueName('new\u200B'), password: 'open sesame' };
    const params = { id: user.id };
    assert.deepEqual((await server.refuse(admin, 'POST /api/users', { body })).fields, fields);
    const renaming = { params, body: { username: body.username } };
    assert.deepEqual((await server.refuse(admin, 'PUT /api/users/:id', renaming)).fields, fields);
    const changed = await server.call(admin, 'PUT /api/users/:id', { params, body: { is_active: false } });
    assert.deepEqual([changed.user.username, changed.user.is_active], [user.username, false]);
  });

  it('lists users with the number of their accounts and running campaigns, filtered and searched', async () => {
    const prefix = uniqueName('find_me%');
    const named = (name: string) => ({ username: `${prefix}${name}` });
    const busy = await buildUser(server.app, { ...named('busy'), pack: 'pro', subscription_end_date: dayFromToday(0) });
    const ended = await buildUser(server.app, { ...named('ended'), subscription_end_date: dayFromToday(-1) });
    const endless = await buildUser(server.app, { ...named('endless'), subscription_end_date: null });
    const off = await buildUser(server.app, { ...named('off'), is_active: false });
    const boss = await buildUser(server.app, { ...named('boss'), role: 'admin' });
    await Promise.all([buildAccount(server.app, busy), buildAccount(server.app, busy)]);
    await buildAccount(server.app, busy, { deleted_at: new Date() });
    await buildCampaignRow(server.app, busy, { status: 'running' });
    await buildCampaignRow(server.app, busy, { status: 'paused' });

    const ids = async (query: object) => {
      const { users } = await server.call(admin, 'GET /api/users', {
        query: { search: prefix.toUpperCase(), ...query },
      });
      return users.map(({ id }) => id);
    };
    assert.deepEqual(await ids({}), [boss.id, off.id, endless.id, ended.id, busy.id]);
    assert.deepEqual(await ids({ role: 'admin' }), [boss.id]);
    assert.deepEqual(await ids({ pack: 'pro' }), [busy.id]);
    assert.deepEqual(await ids({ status: 'active' }), [boss.id, endless.id, busy.id]);
    assert.deepEqual(await ids({ status: 'expired' }), [off.id, ended.id]);
    assert.deepEqual(await ids({ search: `${prefix}end`, status: 'active' }), [endless.id]);

    const page = await server.call(admin, 'GET /api/users', { query: { search: prefix, page: 3, limit: 2 } });
    assert.deepEqual(page.pagination, { page: 3, limit: 2, total: 5, pages: 3 });
    const [row] = page.users;
    assert.deepEqual([row?.id, row?.profile_count, row?.running_campaigns], [busy.id, 2, 1]);
  });

  it('changes the given fields and keeps the other fields', async () => {
    const user = await buildUser(server.app, { pack: 'pro', subscription_end_date: '2999-12-31' });
    const params = { id: user.id };
    const username = uniqueName('renamed-');
    const renamed = await server.call(admin, 'PUT /api/users/:id', { params, body: { username } });
    assert.deepEqual(
      [renamed.user.username, renamed.user.pack, renamed.user.subscription_end_date],
      [username, 'pro', '2999-12-31'],
    );
    await server.call(admin, 'PUT /api/users/:id', { params, body: {} });
    const body = { role: 'admin', pack: 'starter', subscription_end_date: '' } as const;
    const { user: after } = await server.call(admin, 'PUT /api/users/:id', { params, body });
    assert.deepEqual(
      [after.username, after.role, after.pack, after.subscription_end_date],
      [username, 'admin', 'starter', null],
    );
    const taken = await server.refuse(admin, 'PUT /api/users/:id', { params, body: { username: admin.username } });
    assert.equal(taken.code, 'name_taken');
    const missing = await server.refuse(admin, 'PUT /api/users/:id', {
      params: { id: 999_999_999 },
      body: { username },
    });
    assert.deepEqual([missing.status, missing.error], [404, 'User not found']);
    for (const end of ['2020-02-31', 'soon']) {
      const refusal = await server.refuse(admin, 'PUT /api/users/:id', {
        params,
        body: { username, subscription_end_date: end },
      });
      assert.equal(refusal.code, 'validation_failed');
    }
  });

  for (const [what, act] of [
    [
      'deactivated',
      (id: number, username: string) =>
        server.call(admin, 'PUT /api/users/:id', { params: { id }, body: { username, is_active: false } }),
    ],
    [
      'given a new password',
      (id: number) =>
        server.call(admin, 'PUT /api/users/:id/password', { params: { id }, body: { new_password: 'open sesame' } }),
    ],
    ['deleted', (id: number) => server.call(admin, 'DELETE /api/users/:id', { params: { id } })],
  ] as const) {
    it(`immediately signs out a user who is ${what}, along with their agents`, async () => {
      const user = await buildUser(server.app);
      const agent = await buildAgent(server.app, user);
      await server.call(user, 'GET /api/auth/profile');
      await server.call(agent, 'POST /api/agent/sign-off');
      await act(user.id, user.username);
      assert.equal((await server.refuse(user, 'GET /api/auth/profile')).status, 401);
      assert.equal((await server.refuse(agent, 'POST /api/agent/sign-off')).status, 401);
    });
  }

  it('deletes a user with all their data', async () => {
    const user = await buildUser(server.app);
    const list = await buildList(server.app, user);
    const recipients = Array.from({ length: 1100 }, (_, index) => `person${index}`);
    await server.call(user, 'POST /api/recipients/bulk', { body: { list_id: list.id, recipients } });
    await buildCampaignRow(server.app, user, { list_id: list.id, status: 'running' });
    await server.call(user, 'POST /api/support', { body: { subject: 'Mine', description: 'Mine' } });
    await server.call(user, 'POST /api/do-not-contact', { body: { usernames: recipients } });
    await server.app.db
      .insertInto('contacts')
      .values(
        recipients.map((person) => ({
          user_id: user.id,
          person,
          text_key: 'x',
          state: 'sent',
          contacted_at: new Date(),
          delivery_id: 1,
          campaign_name: 'Spring',
        })),
      )
      .execute();
    await server.call(admin, 'DELETE /api/users/:id', { params: { id: user.id } });
    for (const table of [
      'recipients',
      'contacts',
      'do_not_contact',
      'lists',
      'campaigns',
      'tickets',
      'sessions',
    ] as const) {
      const left = await server.app.db.selectFrom(table).select('user_id').where('user_id', '=', user.id).execute();
      assert.deepEqual(left, [], table);
    }
    assert.equal((await server.refuse(admin, 'DELETE /api/users/:id', { params: { id: user.id } })).status, 404);
  });

  it('refuses changes to a user whose deletion is due, so that the user is not activated again', async () => {
    const user = await buildUser(server.app);
    const params = { id: user.id };
    const deletionDueIn = (ms: number) =>
      server.app.db
        .updateTable('users')
        .set({ is_active: false, deletion_due_at: new Date(Date.now() + ms) })
        .where('id', '=', user.id)
        .execute();
    await deletionDueIn(-1000);
    const refusal = await server.refuse(admin, 'PUT /api/users/:id', { params, body: { is_active: true } });
    assert.deepEqual([refusal.status, refusal.code], [409, 'invalid_state']);
    await deletionDueIn(60_000);
    const changed = await server.call(admin, 'PUT /api/users/:id', { params, body: { is_active: true } });
    assert.equal(changed.user.is_active, true);
  });

  it('does not let administrators delete or deactivate themselves', async () => {
    const [params, body] = [{ id: admin.id }, { username: admin.username, is_active: false }];
    await buildUser(server.app, { role: 'admin' });
    const refusals = [
      await server.refuse(admin, 'DELETE /api/users/:id', { params }),
      await server.refuse(admin, 'PUT /api/users/:id', { params, body }),
    ];
    assert.deepEqual(
      refusals.map(({ status, error }) => [status, error]),
      ['delete', 'deactivate'].map((act) => [409, `You can't ${act} your own user account.`]),
    );
  });
});

describe('the last administrator', async () => {
  const fresh = await startTestServer();

  it('can be neither demoted nor deactivated, not even by themselves', async () => {
    await fresh.app.db.deleteFrom('users').execute();
    const last = await buildUser(fresh.app, { role: 'admin' });
    await buildUser(fresh.app, { role: 'admin', is_active: false });
    const params = { id: last.id };
    for (const change of [{ role: 'user' as const }, { is_active: false }]) {
      const body = { username: last.username, ...change };
      assert.equal((await fresh.refuse(last, 'PUT /api/users/:id', { params, body })).code, 'last_admin');
    }
    await fresh.call(last, 'GET /api/users');
  });

  for (const [what, removal] of [
    ['demote', { role: 'user' }],
    ['deactivate', { is_active: false }],
    ['delete', null],
  ] as const) {
    it(`remains when administrators ${what} each other at the same time`, async () => {
      for (let round = 0; round < 5; round += 1) {
        await fresh.app.db.deleteFrom('users').execute();
        const admins = await Promise.all(Array.from({ length: 4 }, () => buildUser(fresh.app, { role: 'admin' })));
        await Promise.all(
          admins.map((one, index) => {
            const other = admins[(index + 1) % admins.length] ?? one;
            return fresh.send(one, {
              method: removal === null ? 'DELETE' : 'PUT',
              url: `/api/users/${other.id}`,
              ...(removal === null ? {} : { body: { username: other.username, ...removal } }),
            });
          }),
        );
        const left = await fresh.app.db
          .selectFrom('users')
          .select('id')
          .where('role', '=', 'admin')
          .where('is_active', '=', true)
          .execute();
        assert.ok(left.length >= 1, `round ${round}: nobody is left`);
      }
    });
  }
});

const one = async () => ({ params: { id: (await buildUser(server.app)).id } });
describeAccess(server, [
  { key: 'GET /api/users' },
  {
    key: 'POST /api/users',
    input: () => Promise.resolve({ body: { username: uniqueName('u-'), password: 'secret' } }),
  },
  { key: 'PUT /api/users/:id', input: async () => ({ ...(await one()), body: { username: uniqueName('u-') } }) },
  { key: 'PUT /api/users/:id/password', input: async () => ({ ...(await one()), body: { new_password: 'secret' } }) },
  { key: 'DELETE /api/users/:id', input: one },
]);

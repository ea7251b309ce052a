import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildUser } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';
import { resetPasswordHere } from './users.service.ts';

const server = await testServer();
const admin = await buildUser(server.app, { role: 'admin' });

describe('the password of another user', () => {
  it('can be set by an administrator, and the user can then sign in with it', async () => {
    const user = await buildUser(server.app);
    const new_password = 'a new secret';
    await server.call(admin, 'PUT /api/users/:id/password', { params: { id: user.id }, body: { new_password } });
    await server.call(null, 'POST /api/auth/login', { body: { username: user.username, password: new_password } });
    const params = { id: 999_999_999 };
    assert.equal(
      (await server.refuse(admin, 'PUT /api/users/:id/password', { params, body: { new_password } })).status,
      404,
    );
    const short = await server.refuse(admin, 'PUT /api/users/:id/password', {
      params: { id: user.id },
      body: { new_password: '12345' },
    });
    assert.equal(short.fields?.['new_password'], 'Password must be at least 6 characters long');
  });

  it('causes a notice for the user when it is set', async () => {
    const [user, new_password] = [await buildUser(server.app), 'a new secret'];
    await server.call(admin, 'PUT /api/users/:id/password', { params: { id: user.id }, body: { new_password } });
    const session = await server.call(null, 'POST /api/auth/login', {
      body: { username: user.username, password: new_password },
    });
    const { notices } = await server.call(session, 'GET /api/notices');
    const titles = notices.filter(({ kind }) => kind === 'security_change').map(({ title }) => title);
    assert.deepEqual(titles, ['An administrator set a new password for you']);
  });

  it('can be replaced with a random password by the operator, even if the user is the only administrator', async () => {
    const user = await buildUser(server.app);
    const reset = await resetPasswordHere(server.app, user.username.toUpperCase());
    const password = reset?.password ?? '';
    assert.match(password, /^[\w-]{16}$/);
    assert.equal(reset?.isActive, true);
    assert.equal((await server.refuse(user, 'GET /api/auth/profile')).status, 401);
    const body = { username: user.username, password };
    const { token } = await server.call(null, 'POST /api/auth/login', { body });
    const { notices } = await server.call({ token }, 'GET /api/notices');
    assert.deepEqual(
      notices.map(({ title }) => title),
      ['An administrator set a new password for you'],
    );
    const event = await server.app.db
      .selectFrom('audit_events')
      .select(['actor_kind', 'subject'])
      .where('user_id', '=', user.id)
      .where('action', '=', 'password_set')
      .executeTakeFirst();
    assert.deepEqual(event, { actor_kind: 'server', subject: `user ${user.id}` });
    assert.equal(await resetPasswordHere(server.app, 'nobody'), null);
  });

  it('can’t be set if the administrator entered their own password too long ago', async () => {
    const [user, stale] = [await buildUser(server.app), await buildUser(server.app, { role: 'admin' })];
    await server.app.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(0) })
      .where('user_id', '=', stale.id)
      .execute();
    for (const id of [user.id, stale.id]) {
      const input = { params: { id }, body: { new_password: 'a new secret' } };
      assert.equal((await server.refuse(stale, 'PUT /api/users/:id/password', input)).code, 'recent_sign_in_required');
    }
  });
});

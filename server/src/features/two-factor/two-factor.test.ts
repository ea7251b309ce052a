import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recoveryCodesMade } from '@sandpiper/contract/limits';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';
import { resetTwoFactorHere } from './two-factor.service.ts';
import { AuthenticatorApp, buildPasswordUser, buildTwoFactorUser, challengeFor } from '../../testing/two-factor.ts';

const server = await testServer();
const { app } = server;

const stateOf = (user: TestUser) => server.call(user, 'GET /api/two-factor');
const actionsOf = async (userId: number) =>
  (
    await app.db
      .selectFrom('audit_events')
      .select('action')
      .where('user_id', '=', userId)
      .where('action', 'not in', ['registered', 'signed_in', 'sign_in_failed', 'password_refused'])
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

describe('setting up two-factor sign-in', () => {
  it('needs a code from the app, and then shows ten recovery codes once', async () => {
    const user = await buildPasswordUser(server);
    assert.deepEqual(await stateOf(user), { is_on: false, since: null, recovery_codes_left: 0, is_required: false });
    const { secret, uri } = await server.call(user, 'POST /api/two-factor/setup');
    assert.ok(uri.startsWith('otpauth://totp/') && uri.includes(secret));
    assert.equal(await challengeFor(server, user), null, 'two-factor sign-in is not on before a code is entered');
    const wrong = await server.refuse(user, 'POST /api/two-factor/confirm', { body: { code: '000 000' } });
    assert.ok(wrong.fields?.['code']);

    const code = new AuthenticatorApp(secret).code();
    const { recovery_codes } = await server.call(user, 'POST /api/two-factor/confirm', { body: { code } });
    assert.equal(new Set(recovery_codes).size, recoveryCodesMade);
    assert.match(recovery_codes[0] ?? '', /^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    const state = await stateOf(user);
    assert.deepEqual([state.is_on, state.recovery_codes_left], [true, recoveryCodesMade]);
    assert.ok(await challengeFor(server, user));
    assert.deepEqual(await actionsOf(user.id), ['two_factor_on']);
  });

  it('never stores the secret or the recovery codes in readable form, not even in the audit log', async () => {
    const user = await buildPasswordUser(server);
    const { secret } = await server.call(user, 'POST /api/two-factor/setup');
    const code = new AuthenticatorApp(secret).code();
    const { recovery_codes } = await server.call(user, 'POST /api/two-factor/confirm', { body: { code } });
    const rows = await Promise.all([
      app.db.selectFrom('two_factor_secrets').selectAll().where('user_id', '=', user.id).execute(),
      app.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', user.id).execute(),
      app.db.selectFrom('audit_events').selectAll().where('user_id', '=', user.id).execute(),
      app.db.selectFrom('notices').selectAll().where('user_id', '=', user.id).execute(),
    ]);
    const text = rows
      .flat()
      .flatMap((row) => Object.values(row))
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)))
      .join('\n');
    for (const hidden of [secret, code, ...recovery_codes]) assert.ok(!text.includes(hidden), hidden);
  });

  it('is refused while two-factor sign-in is already on, and cannot be completed before it is started', async () => {
    const user = await buildTwoFactorUser(server);
    assert.equal((await server.refuse(user, 'POST /api/two-factor/setup')).code, 'invalid_state');
    const body = { code: user.app.nextCode() };
    assert.equal((await server.refuse(user, 'POST /api/two-factor/confirm', { body })).code, 'invalid_state');
    const other = await buildUser(app);
    assert.equal((await server.refuse(other, 'POST /api/two-factor/confirm', { body })).code, 'validation_failed');
  });

  it('never counts a code as wrong while two-factor sign-in is already on', async () => {
    const user = await buildTwoFactorUser(server);
    for (let time = 0; time < 11; time += 1) {
      const refusal = await server.refuse(user, 'POST /api/two-factor/confirm', { body: { code: '000000' } });
      assert.equal(refusal.code, 'invalid_state');
    }
    await server.call(user, 'POST /api/two-factor/turn-off', {
      body: { password: user.password, code: user.app.nextCode() },
    });
  });

  it('replaces an earlier unconfirmed secret', async () => {
    const user = await buildPasswordUser(server);
    const first = await server.call(user, 'POST /api/two-factor/setup');
    const second = await server.call(user, 'POST /api/two-factor/setup');
    const confirm = (secret: string) => ({ body: { code: new AuthenticatorApp(secret).code(), secret } });
    const refusal = await server.refuse(user, 'POST /api/two-factor/confirm', confirm(first.secret));
    assert.deepEqual(Object.keys(refusal.fields ?? {}), ['secret']);
    assert.match(refusal.error, /^Setup was started again in another tab or browser/);
    await server.call(user, 'POST /api/two-factor/confirm', confirm(second.secret));
  });
});

describe('turning two-factor sign-in off', () => {
  const turnOff = 'POST /api/two-factor/turn-off';

  it('needs the password and a code that has not been used', async () => {
    const user = await buildTwoFactorUser(server);
    const { password } = user;
    const wrongPassword = await server.refuse(user, turnOff, {
      body: { password: 'a guess', code: user.app.nextCode() },
    });
    assert.deepEqual(Object.keys(wrongPassword.fields ?? {}), ['password']);
    const used = await server.refuse(user, turnOff, { body: { password, code: user.usedCode } });
    assert.deepEqual(Object.keys(used.fields ?? {}), ['code']);
    assert.ok((await stateOf(user)).is_on);

    await server.call(user, turnOff, { body: { password, code: user.app.nextCode() } });
    assert.equal((await stateOf(user)).is_on, false);
    assert.equal(await challengeFor(server, user), null);
    const left = await app.db.selectFrom('two_factor_secrets').selectAll().where('user_id', '=', user.id).execute();
    assert.deepEqual(left, []);
    assert.deepEqual(await actionsOf(user.id), ['two_factor_on', 'two_factor_off']);
    const again = await server.refuse(user, turnOff, { body: { password, code: user.app.nextCode() } });
    assert.equal(again.code, 'invalid_state');
  });

  it('works with a recovery code, in case the user has lost their phone', async () => {
    const user = await buildTwoFactorUser(server);
    const body = { password: user.password, code: user.recoveryCodes[3]?.toUpperCase().replaceAll('-', ' ') ?? '' };
    await server.call(user, turnOff, { body });
    assert.equal((await stateOf(user)).is_on, false);
  });

  it('notifies the user', async () => {
    const user = await buildTwoFactorUser(server);
    await server.call(user, turnOff, { body: { password: user.password, code: user.app.nextCode() } });
    const { notices } = await server.call(user, 'GET /api/notices');
    assert.deepEqual(
      notices.map(({ kind, title }) => [kind, title]),
      [
        ['security_change', 'Two-factor sign-in was turned off'],
        ['security_change', 'Two-factor sign-in was turned on'],
      ],
    );
  });
});

describe('new recovery codes', () => {
  it('replace the earlier codes', async () => {
    const user = await buildTwoFactorUser(server);
    const body = { password: user.password, code: user.app.nextCode() };
    const { recovery_codes } = await server.call(user, 'POST /api/two-factor/recovery-codes', { body });
    const old = { challenge: (await challengeFor(server, user)) ?? '', code: user.recoveryCodes[0] ?? '' };
    await server.refuse(null, 'POST /api/auth/two-factor', { body: old });
    await server.call(null, 'POST /api/auth/two-factor', { body: { ...old, code: recovery_codes[0] ?? '' } });
    assert.equal((await stateOf(user)).recovery_codes_left, recoveryCodesMade - 1);
  });
});

describe('a user who lost their phone', () => {
  const reset = 'DELETE /api/users/:id/two-factor';

  it('can be helped by an administrator, whose action is recorded and shown to the user in a notice', async () => {
    const admin = await buildUser(app, { role: 'admin' });
    const user = await buildTwoFactorUser(server);
    const params = { id: user.id };
    const shown = async () =>
      (await server.call(admin, 'GET /api/users', { query: { search: user.username } })).users[0]?.has_two_factor;
    assert.equal(await shown(), true);
    await server.call(admin, reset, { params });
    assert.equal(await shown(), false);
    assert.equal(await challengeFor(server, user), null);
    const [event] = await app.db
      .selectFrom('audit_events')
      .select(['actor_id', 'subject', 'detail'])
      .where('user_id', '=', user.id)
      .where('action', '=', 'two_factor_reset')
      .execute();
    const recorded = { actor_id: admin.id, subject: `user ${user.id}`, detail: { name: user.username } };
    assert.deepEqual(event, recorded);
    const { notices } = await server.call(user, 'GET /api/notices');
    assert.equal(notices[0]?.title, 'An administrator turned off two-factor sign-in for you');
    assert.equal((await server.refuse(admin, reset, { params })).code, 'invalid_state');
    assert.equal((await server.refuse(admin, reset, { params: { id: 2_000_000_000 } })).status, 404);
  });

  it('can be helped by the operator, even if they are the only administrator', async () => {
    const user = await buildTwoFactorUser(server);
    assert.equal(await resetTwoFactorHere(app, user.username.toUpperCase()), true);
    assert.equal(await challengeFor(server, user), null);
    assert.deepEqual(await actionsOf(user.id), ['two_factor_on', 'two_factor_reset']);
    assert.equal(await resetTwoFactorHere(app, user.username), false);
  });

  it('cannot reset their own two-factor sign-in, even as an administrator', async () => {
    const admin = await buildUser(app, { role: 'admin' });
    const { code, error } = await server.refuse(admin, reset, { params: { id: admin.id } });
    assert.equal(code, 'invalid_state');
    assert.match(error, /^Turn off your own two-factor sign-in in Settings/);
  });
});

describeAccess(server, [
  { key: 'GET /api/two-factor' },
  { key: 'POST /api/two-factor/setup' },
  { key: 'POST /api/two-factor/confirm', input: () => Promise.resolve({ body: { code: '000000' } }) },
  {
    key: 'POST /api/two-factor/recovery-codes',
    input: () => Promise.resolve({ body: { password: 'x', code: '000000' } }),
  },
  { key: 'POST /api/two-factor/turn-off', input: () => Promise.resolve({ body: { password: 'x', code: '000000' } }) },
  {
    key: 'DELETE /api/users/:id/two-factor',
    input: async () => ({ params: { id: (await buildUser(app)).id } }),
  },
]);

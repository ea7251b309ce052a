import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser, uniqueName } from '../../testing/builders.ts';
import { startBeside, startTestServer, testServer } from '../../testing/test-server.ts';
import { createSignInLimits } from './sign-in-limits.service.ts';
import { ensureFirstAdmin } from './first-admin.service.ts';

const server = await testServer();

describe('registration', () => {
  it('creates a user with a trial of the starter pack, who can then sign in', async () => {
    const body = { username: uniqueName('New.'), password: 'open sesame' };
    const { user } = await server.call(null, 'POST /api/auth/register', { body });
    assert.equal(user.role, 'user');
    assert.equal(user.pack, 'starter');
    const inTwoWeeks = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);
    assert.equal(user.subscription_end_date, inTwoWeeks);

    const signedIn = await server.call(null, 'POST /api/auth/login', { body });
    const profile = await server.call(signedIn, 'GET /api/auth/profile');
    assert.equal(profile.user.username, body.username);
    assert.equal(profile.sandbox, false);
    assert.notEqual(profile.user.last_login, null);
  });

  it('refuses a name that is already taken, ignoring case, even with concurrent requests', async () => {
    const username = uniqueName('taken-');
    const replies = await Promise.all(
      [username, username.toUpperCase(), username, username].map((name) =>
        server.send(null, {
          method: 'POST',
          url: '/api/auth/register',
          body: { username: name, password: 'open sesame' },
        }),
      ),
    );
    assert.deepEqual(
      replies.map((reply) => reply.status).toSorted((a, b) => a - b),
      [200, 409, 409, 409],
    );
  });

  it('returns an error for each invalid field', async () => {
    const refusal = await server.refuse(null, 'POST /api/auth/register', {
      body: { username: 'ab', password: 'short' },
    });
    assert.equal(refusal.code, 'validation_failed');
    assert.deepEqual(refusal.fields, {
      username: 'Username must be at least 3 characters long',
      password: 'Password must be at least 6 characters long',
    });
  });

  it('refuses usernames with invisible characters, which could look like the name of another user', async () => {
    for (const username of ['admin\u200B', 'ad\u00ADmin', 'ad\u0007min', '\u200B\u200B\u200B', 'admin\u{E0001}']) {
      const { fields } = await server.refuse(null, 'POST /api/auth/register', {
        body: { username, password: 'open sesame' },
      });
      assert.deepEqual(fields, { username: "Username can't contain invisible characters" });
    }
  });

  it('creates a user without a subscription if the server offers no trial', async () => {
    const without = await startBeside(server, { trialDays: 0 });
    const body = { username: uniqueName('user-'), password: 'open sesame' };
    const { user } = await without.call(null, 'POST /api/auth/register', { body });
    assert.equal(user.subscription_end_date, null);
  });
});

describe('signing in', () => {
  async function registered() {
    const body = { username: uniqueName('user-'), password: 'open sesame' };
    await server.call(null, 'POST /api/auth/register', { body });
    return body;
  }

  it('gives the same answer for a wrong password and an unknown name', async () => {
    const body = await registered();
    const wrong = await server.refuse(null, 'POST /api/auth/login', { body: { ...body, password: 'not it' } });
    const unknown = await server.refuse(null, 'POST /api/auth/login', {
      body: { username: uniqueName('nobody-'), password: 'not it' },
    });
    assert.equal(wrong.status, 401);
    assert.equal(wrong.error, unknown.error);
  });

  it('accepts names with non-English letters, in upper or lower case', async () => {
    for (const start of ['Émile', 'İbrahim', 'ΣΑΣ']) {
      const body = { username: `${uniqueName(start)}${start}`, password: 'open sesame' };
      await server.call(null, 'POST /api/auth/register', { body });
      await server.call(null, 'POST /api/auth/login', { body });
    }
  });

  it('is blocked after ten wrong passwords, and correct passwords are not counted', async () => {
    const body = await registered();
    for (let time = 0; time < 12; time += 1) {
      // Sign in one at a time, because a successful attempt counts against the limit until its sign-in has finished.
      await server.call(null, 'POST /api/auth/login', { body });
    }
    const guesses = Array.from({ length: 12 }, () =>
      server.send(null, { method: 'POST', url: '/api/auth/login', body: { ...body, password: 'a guess' } }),
    );
    const statuses = (await Promise.all(guesses)).map((reply) => reply.status);
    assert.equal(statuses.filter((status) => status === 401).length, 10);
    assert.equal(statuses.filter((status) => status === 429).length, 2);
    const refusal = await server.refuse(null, 'POST /api/auth/login', { body });
    assert.equal(refusal.code, 'rate_limited');
    assert.ok((refusal.retry_after ?? 0) > 0);
  });

  it('is limited across all server processes that share a database, even after a restart', async () => {
    const body = await registered();
    const guess = (at: typeof server) =>
      at.send(null, { method: 'POST', url: '/api/auth/login', body: { ...body, password: 'a guess' } });
    const beside = await startBeside(server);
    const replies = await Promise.all(
      Array.from({ length: 14 }, (_, index) => guess(index % 2 === 0 ? server : beside)),
    );
    assert.equal(replies.filter((reply) => reply.status === 401).length, 10);
    assert.equal(replies.filter((reply) => reply.status === 429).length, 4);
    const restarted = await startBeside(server);
    assert.equal((await guess(restarted)).status, 429);
  });

  it('is limited per name across all addresses, except on networks from which the user has recently signed in', async () => {
    const body = await registered();
    const limits = createSignInLimits(server.app);
    const signInFrom = (remoteAddress: string, given = body.password) =>
      server.send(null, {
        method: 'POST',
        url: '/api/auth/login',
        body: { ...body, password: given },
        remoteAddress,
      });
    assert.equal((await signInFrom('203.0.113.7')).status, 200);
    for (let place = 0; place < 100; place += 1) await limits.begin(`198.51.${place}.1`, body.username);
    const limited = await signInFrom('192.0.2.1');
    assert.equal(limited.status, 429);
    assert.match(limited.text, /"Too many attempts\. Try again in (59|60) minutes\."/);
    assert.equal((await signInFrom('203.0.113.200')).status, 200);
    assert.equal((await signInFrom('203.0.113.200', 'a guess')).status, 401);
  });

  it('counts no attempts while a name is blocked, so that others at the same address can still sign in', async () => {
    const [body, other] = [await registered(), await registered()];
    const limits = createSignInLimits(server.app);
    const signIn = () =>
      server.send(null, { method: 'POST', url: '/api/auth/login', body: other, remoteAddress: '198.51.100.77' });
    for (let time = 0; time < 10; time += 1) await limits.begin('198.51.100.77', body.username);
    for (let time = 0; time < 95; time += 1) {
      await assert.rejects(limits.begin('198.51.100.77', body.username), { code: 'rate_limited' });
    }
    assert.equal((await signIn()).status, 200);
  });

  it('treats all addresses of an IPv6 subscriber as one address', async () => {
    const { username } = await registered();
    const limits = createSignInLimits(server.app);
    for (let place = 0; place < 10; place += 1) await limits.begin(`2001:db8:7:7::${place}`, username);
    await assert.rejects(limits.begin('2001:db8:7:7:ffff::1', username), { code: 'rate_limited' });
    await limits.begin('2001:db8:7:8::1', username);
  });

  it('is limited for a fixed time after the first wrong password, not after the last', async () => {
    const body = await registered();
    const wrong = { ...body, password: 'a guess' };
    for (let time = 0; time < 9; time += 1) await server.refuse(null, 'POST /api/auth/login', { body: wrong });
    await server.app.db
      .updateTable('attempts')
      .set({ ends_at: new Date(Date.now() + 60_000) })
      .execute();
    await server.refuse(null, 'POST /api/auth/login', { body: wrong });
    const { code, error, retry_after } = await server.refuse(null, 'POST /api/auth/login', { body });
    assert.deepEqual([code, error], ['rate_limited', 'Too many attempts. Try again in a minute.']);
    assert.ok((retry_after ?? 0) <= 60);
  });

  it('counts wrong passwords from zero again once the time window is over', async () => {
    const body = await registered();
    const wrong = { ...body, password: 'a guess' };
    for (let time = 0; time < 10; time += 1) await server.refuse(null, 'POST /api/auth/login', { body: wrong });
    assert.equal((await server.refuse(null, 'POST /api/auth/login', { body })).code, 'rate_limited');
    await server.app.db
      .updateTable('attempts')
      .set({ ends_at: new Date(Date.now() - 1000) })
      .execute();
    await server.call(null, 'POST /api/auth/login', { body });
  });

  it('is refused for a deactivated user, with the reason only if the password is right', async () => {
    const body = await registered();
    await server.app.db.updateTable('users').set({ is_active: false }).where('username', '=', body.username).execute();
    const right = await server.refuse(null, 'POST /api/auth/login', { body });
    assert.deepEqual([right.status, right.code], [403, 'account_disabled']);
    const wrong = await server.refuse(null, 'POST /api/auth/login', { body: { ...body, password: 'a guess' } });
    assert.equal(wrong.code, 'invalid_credentials');
  });

  it('needs both a name and a password', async () => {
    for (const body of [
      { username: ' ', password: 'open sesame' },
      { username: 'ana', password: '' },
    ]) {
      assert.equal((await server.refuse(null, 'POST /api/auth/login', { body })).code, 'validation_failed');
    }
    const reply = await server.send(null, { method: 'POST', url: '/api/auth/login', body: {} });
    assert.equal(reply.status, 400);
    assert.match(reply.text, /"error":"Please fill in all required fields"/);
  });

  it('opens a session that ends when the user signs out', async () => {
    const user = await buildUser(server.app);
    await server.call(user, 'POST /api/auth/logout');
    assert.equal((await server.refuse(user, 'GET /api/auth/profile')).status, 401);
  });

  it('opens a session that no longer gives access once the user is deactivated', async () => {
    const user = await buildUser(server.app, { is_active: false });
    assert.equal((await server.refuse(user, 'GET /api/auth/profile')).code, 'account_disabled');
  });

  it('never stores a token or password in plain text', async () => {
    const body = await registered();
    const { token } = await server.call(null, 'POST /api/auth/login', { body });
    const sessions = await server.app.db.selectFrom('sessions').select('token_hash').execute();
    assert.ok(sessions.every((session) => !session.token_hash.toString('latin1').includes(token)));
    const users = await server.app.db.selectFrom('users').select('password_hash').execute();
    assert.ok(users.every((user) => !user.password_hash.includes(body.password)));
  });
});

describe('the first start', () => {
  it('creates one administrator, no matter how many processes start at once', async () => {
    const fresh = await startTestServer({ adminUsername: 'boss' });
    const made = await Promise.all([ensureFirstAdmin(fresh.app), ensureFirstAdmin(fresh.app)]);
    const admins = made.filter((admin) => admin !== null);
    assert.equal(admins.length, 1);
    const body = { username: 'boss', password: admins[0]?.password ?? '' };
    const { user } = await fresh.call(null, 'POST /api/auth/login', { body });
    assert.equal(user.role, 'admin');
    assert.equal(await ensureFirstAdmin(fresh.app), null);
  });
});

describeAccess(server, [{ key: 'GET /api/auth/profile' }, { key: 'POST /api/auth/logout' }]);

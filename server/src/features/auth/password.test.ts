import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildAgent, buildSession, uniqueName } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';
import { hashToken } from '../../platform/secrets/tokens.ts';

const server = await testServer();
const { app } = server;
const new_password = 'another sesame';
const wrong = "This isn't your current password.";

async function signedIn() {
  const body = { username: uniqueName('user-'), password: 'open sesame' };
  await server.call(null, 'POST /api/auth/register', { body });
  const { token, user } = await server.call(null, 'POST /api/auth/login', { body });
  const confirmedAgo = (seconds: number) =>
    app.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(Date.now() - seconds * 1000) })
      .where('token_hash', '=', hashToken(token))
      .execute();
  return { ...body, token, id: user.id, confirmedAgo };
}

const change = (caller: { token: string }, current_password: string) =>
  server.call(caller, 'PUT /api/auth/password', { body: { current_password, new_password } });

describe('changing your own password', () => {
  it('keeps the current session, but ends all others and revokes the access of agents and approved computers', async () => {
    const user = await signedIn();
    const other = { token: await buildSession(app, user.id) };
    const agent = await buildAgent(app, user);
    const pairing = await server.call(null, 'POST /api/agent-pairing', { body: { device_name: 'Desk' } });
    await server.call(user, 'POST /api/agent-pairing/:code/approve', { params: { code: pairing.user_code } });
    await change(user, user.password);

    await server.call(user, 'GET /api/auth/profile');
    assert.equal((await server.refuse(other, 'GET /api/auth/profile')).status, 401);
    assert.equal((await server.refuse(agent, 'POST /api/agent/sign-off')).status, 401);
    const poll = { body: { device_code: pairing.device_code } };
    assert.equal((await server.refuse(null, 'POST /api/agent-pairing/token', poll)).code, 'expired_code');
    const { username, password } = user;
    const old = await server.refuse(null, 'POST /api/auth/login', { body: { username, password } });
    assert.equal(old.code, 'invalid_credentials');
    await server.call(null, 'POST /api/auth/login', { body: { username, password: new_password } });
    const events = await app.db
      .selectFrom('audit_events')
      .select(['actor_name', 'detail'])
      .where('user_id', '=', user.id)
      .where('action', '=', 'password_changed')
      .execute();
    assert.deepEqual(events, [{ actor_name: username, detail: {} }]);
  });

  it('needs the current password, and changes nothing without it', async () => {
    const user = await signedIn();
    const body = { current_password: 'a guess', new_password };
    const refusal = await server.refuse(user, 'PUT /api/auth/password', { body });
    assert.deepEqual([refusal.code, refusal.fields], ['validation_failed', { current_password: wrong }]);
    const { username, password } = user;
    await server.call(null, 'POST /api/auth/login', { body: { username, password } });
  });

  it('counts wrong passwords against the same limits as signing in', async () => {
    const user = await signedIn();
    const guess = { body: { current_password: 'a guess', new_password } };
    for (let time = 0; time < 5; time += 1) await server.refuse(user, 'PUT /api/auth/password', guess);
    const confirm = { body: { password: 'a guess' } };
    for (let time = 0; time < 5; time += 1) await server.refuse(user, 'POST /api/auth/confirm', confirm);
    const right = { body: { current_password: user.password, new_password } };
    assert.equal((await server.refuse(user, 'PUT /api/auth/password', right)).code, 'rate_limited');
    const { username, password } = user;
    const signIn = await server.refuse(null, 'POST /api/auth/login', { body: { username, password } });
    assert.equal(signIn.code, 'rate_limited');
  });

  it('succeeds only once if two requests arrive at the same time', async () => {
    const user = await signedIn();
    const body = { current_password: user.password, new_password };
    const replies = await Promise.all(
      [1, 2].map(() => server.send(user, { method: 'PUT', url: '/api/auth/password', body })),
    );
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400],
    );
  });
});

describe('an action that needs a recent sign-in', () => {
  const makeToken = { body: { name: 'Desk' } };

  it('works for ten minutes after the password was entered', async () => {
    const user = await signedIn();
    await user.confirmedAgo(590);
    await server.call(user, 'POST /api/agent-tokens', makeToken);
    await user.confirmedAgo(601);
    assert.equal((await server.refuse(user, 'POST /api/agent-tokens', makeToken)).code, 'recent_sign_in_required');
  });

  it('works again only in the session in which the password is entered again', async () => {
    const user = await signedIn();
    const other = { token: await buildSession(app, user.id) };
    await app.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(0) })
      .where('user_id', '=', user.id)
      .execute();
    const refusal = await server.refuse(user, 'POST /api/auth/confirm', { body: { password: 'a guess' } });
    assert.deepEqual(refusal.fields, { password: wrong });
    assert.equal((await server.refuse(user, 'POST /api/agent-tokens', makeToken)).status, 403);
    await server.call(user, 'POST /api/auth/confirm', { body: { password: user.password } });
    await server.call(user, 'POST /api/agent-tokens', makeToken);
    assert.equal((await server.refuse(other, 'POST /api/agent-tokens', makeToken)).status, 403);
  });

  it('works again after the password was changed, because changing the password requires the current password', async () => {
    const user = await signedIn();
    await user.confirmedAgo(601);
    await change(user, user.password);
    await server.call(user, 'POST /api/agent-tokens', makeToken);
  });
});

describeAccess(server, [
  { key: 'POST /api/auth/confirm', input: () => Promise.resolve({ body: { password: 'x' } }) },
  {
    key: 'PUT /api/auth/password',
    input: () => Promise.resolve({ body: { current_password: 'x', new_password } }),
  },
]);

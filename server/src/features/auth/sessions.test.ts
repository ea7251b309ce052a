import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildAgent, buildSession, buildUser, uniqueName } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { syncBody } from '../../testing/agent-calls.ts';
import { registerUser } from '../../testing/registered-user.ts';
import { startTestServer, testServer } from '../../testing/test-server.ts';
import { change } from '../../platform/change.ts';
import { hashToken } from '../../platform/secrets/tokens.ts';
import { dropEndedSessions, openSession } from './sessions.service.ts';

const server = await testServer();
const { app } = server;
const hour = 3_600_000;

function age(token: string, changes: { last_used_at?: Date; expires_at?: Date }) {
  return app.db.updateTable('sessions').set(changes).where('token_hash', '=', hashToken(token)).execute();
}

const sessionsOf = async (caller: { token: string }) => (await server.call(caller, 'GET /api/sessions')).sessions;

describe('the list of sessions', () => {
  it('shows the browser and address of each session, with the current session first', async () => {
    const { signIn } = await registerUser(server);
    const first = await signIn('203.0.113.7');
    await signIn('203.0.113.8', 'curl/8.9.1');
    const sessions = await sessionsOf(first);
    assert.deepEqual(
      sessions.map(({ browser, address, is_current }) => [browser, address, is_current]),
      [
        ['Firefox on Linux', '203.0.113.7', true],
        [null, '203.0.113.8', false],
      ],
    );
  });

  it('shows where and when each session was last used, updated at most once a minute', async () => {
    const { signIn } = await registerUser(server);
    const session = await signIn('203.0.113.7');
    const long = new Date(Date.now() - 2 * hour);
    await age(session.token, { last_used_at: long });
    const get = { method: 'GET', url: '/api/sessions', remoteAddress: '198.51.100.9' };
    await server.send(session, get);
    const [shown] = await sessionsOf(session);
    assert.equal(shown?.address, '198.51.100.9');
    assert.ok(Date.parse(shown?.last_used_at ?? '') > long.getTime() + hour);
    await server.send(session, { ...get, remoteAddress: '192.0.2.1' });
    assert.equal(
      (await sessionsOf(session))[0]?.address,
      '198.51.100.9',
      'the address is not written again within a minute',
    );
  });

  it('omits ended sessions, and shows when each of the other sessions will end', async () => {
    const user = await buildUser(app);
    const [unused, expired, soon] = await Promise.all([1, 2, 3].map(() => buildSession(app, user.id)));
    await age(unused ?? '', { last_used_at: new Date(Date.now() - 169 * hour) });
    await age(expired ?? '', { expires_at: new Date(Date.now() - 1000) });
    const end = new Date(Date.now() + hour);
    await age(soon ?? '', { expires_at: end });
    const others = (await sessionsOf(user)).filter(({ is_current }) => !is_current);
    assert.deepEqual(
      others.map(({ expires_at }) => expires_at),
      [end.toISOString()],
    );
  });
});

describe('a session', () => {
  it('is found for each of several simultaneous requests, while ended and unknown sessions are refused', async () => {
    const [first, second, ended] = [await buildUser(app), await buildUser(app), await buildUser(app)];
    await age(ended.token, { expires_at: new Date(Date.now() - hour) });
    const names = await Promise.all(
      [first.token, ended.token, second.token, 'unknown', first.token].map(async (token) => {
        const { json } = await server.send({ token }, { method: 'GET', url: '/api/auth/profile' });
        return z.object({ user: z.object({ username: z.string() }).optional() }).parse(json).user?.username;
      }),
    );
    assert.deepEqual(names, [first.username, undefined, second.username, undefined, first.username]);
  });

  it('can be ended by its user from another browser, without affecting other sessions', async () => {
    const user = await buildUser(app);
    const other = { token: await buildSession(app, user.id) };
    const third = { token: await buildSession(app, user.id) };
    const id = (await sessionsOf(other)).find(({ is_current }) => is_current)?.id ?? 0;
    await server.call(user, 'DELETE /api/sessions/:id', { params: { id } });
    assert.equal((await server.refuse(other, 'GET /api/auth/profile')).code, 'unauthenticated');
    await server.call(third, 'GET /api/auth/profile');
    assert.equal((await server.refuse(user, 'DELETE /api/sessions/:id', { params: { id } })).status, 404);
  });

  it('can end all other sessions at once and, on request, also revoke the tokens of the user’s computers', async () => {
    const user = await buildUser(app);
    const other = { token: await buildSession(app, user.id) };
    const agent = await buildAgent(app, user);
    const beside = await buildUser(app);
    const only = await server.call(user, 'POST /api/sessions/end-others', { body: {} });
    assert.deepEqual(only, { ended_sessions: 1, revoked_computers: 0 });
    assert.equal((await server.refuse(other, 'GET /api/auth/profile')).status, 401);
    await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent) });
    const both = await server.call(user, 'POST /api/sessions/end-others', { body: { computers: true } });
    assert.deepEqual(both, { ended_sessions: 0, revoked_computers: 1 });
    assert.equal((await server.refuse(agent, 'POST /api/agent/sign-off')).status, 401);
    await server.call(user, 'GET /api/auth/profile');
    await server.call(beside, 'GET /api/auth/profile');
  });

  it('ends after a week without use', async () => {
    const user = await buildUser(app);
    await age(user.token, { last_used_at: new Date(Date.now() - 167 * hour) });
    await server.call(user, 'GET /api/auth/profile');
    await age(user.token, { last_used_at: new Date(Date.now() - 169 * hour) });
    assert.equal((await server.refuse(user, 'GET /api/auth/profile')).code, 'unauthenticated');
  });

  it('ends after the number of hours set by the operator, no matter how much it is used', async () => {
    const short = await startTestServer({ sessionMaxHours: 2, sessionIdleHours: 1 });
    const body = { username: uniqueName('user-'), password: 'open sesame' };
    await short.call(null, 'POST /api/auth/register', { body });
    const session = await short.call(null, 'POST /api/auth/login', { body });
    const { created_at, expires_at } = await short.app.db
      .selectFrom('sessions')
      .select(['created_at', 'expires_at'])
      .executeTakeFirstOrThrow();
    assert.equal(Math.round((Date.parse(expires_at) - Date.parse(created_at)) / hour), 2);
    await short.app.db.updateTable('sessions').set({ expires_at: new Date() }).execute();
    assert.equal((await short.refuse(session, 'GET /api/auth/profile')).status, 401);
  });

  it('leaves no row behind once it has ended, while other sessions are kept', async () => {
    const user = await buildUser(app);
    const unused = await buildSession(app, user.id);
    await age(unused, { last_used_at: new Date(Date.now() - 169 * hour) });
    await dropEndedSessions(app);
    const left = await app.db.selectFrom('sessions').select('token_hash').where('user_id', '=', user.id).execute();
    assert.deepEqual(
      left.map(({ token_hash }) => token_hash),
      [hashToken(user.token)],
    );
  });

  it('is not opened if the password changes while the server is checking it', async () => {
    const user = await buildUser(app);
    const origin = { address: '203.0.113.7', browser: null, requestId: 'request-1' };
    const open = (password_hash: string) =>
      change(app, (change) => openSession(change, { id: user.id, password_hash }, origin));
    await assert.rejects(open('the hash before the change'), { code: 'invalid_credentials' });
    const { password_hash } = await app.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    await server.call(await open(password_hash), 'GET /api/auth/profile');
  });
});

async function withSession(owner: TestUser) {
  const token = await buildSession(app, owner.id);
  const row = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow();
  return { params: { id: row.id } };
}

describeAccess(server, [
  { key: 'GET /api/sessions' },
  { key: 'DELETE /api/sessions/:id', input: withSession, isOwned: true },
  { key: 'POST /api/sessions/end-others', input: () => Promise.resolve({ body: { computers: false } }) },
]);

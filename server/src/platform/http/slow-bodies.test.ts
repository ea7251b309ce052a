import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { afterEach, describe, it, mock } from 'node:test';
import { buildAgent, buildUser } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';
import type { Caller } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

type Call = { url: string; body: unknown };

const newToken: Call = { url: '/api/agent-tokens', body: { name: 'Laptop' } };
const signOff: Call = { url: '/api/agent/sign-off', body: {} };

afterEach(() => mock.restoreAll());

/** Sends the headers of a call. Once the server waits for the body, runs `meanwhile`, lets this time pass, and sends the body. */
async function sendSlowly(
  caller: NonNullable<Caller>,
  { url, body }: Call,
  meanwhile: () => Promise<unknown>,
  ms = 5000,
) {
  const payload = new Readable({
    read() {
      void meanwhile().then(() => {
        const later = performance.now() + ms;
        mock.method(performance, 'now', () => later);
        this.push(JSON.stringify(body));
        this.push(null);
      });
    },
  });
  const headers = { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' };
  const reply = await app.http.inject({ method: 'POST', url, headers, payload });
  // A second mock of the clock would be restored to the first one.
  mock.restoreAll();
  return { status: reply.statusCode, text: reply.body };
}

const setUser = (id: number, values: { is_active?: boolean; role?: 'user'; subscription_end_date?: string }) =>
  app.db.updateTable('users').set(values).where('id', '=', id).execute();

describe('a call whose body arrives long after its headers', () => {
  it('is refused if the caller has signed out in the meantime', async () => {
    const user = await buildUser(app);
    const late = await sendSlowly(user, newToken, () => server.call(user, 'POST /api/auth/logout'));
    assert.equal(late.status, 401);
    const tokens = await app.db.selectFrom('agent_tokens').select('id').where('user_id', '=', user.id).execute();
    assert.deepEqual(tokens, []);
  });

  it('is refused if the caller was deactivated, or may no longer make the call', async () => {
    const user = await buildUser(app);
    assert.match(
      (await sendSlowly(user, newToken, () => setUser(user.id, { is_active: false }))).text,
      /account_disabled/,
    );
    const admin = await buildUser(app, { role: 'admin' });
    const newUser = { url: '/api/users', body: { username: `late-${admin.id}`, password: 'open sesame' } };
    assert.equal((await sendSlowly(admin, newUser, () => setUser(admin.id, { role: 'user' }))).status, 403);
  });

  it('is refused if the agent’s token was revoked in the meantime', async () => {
    const agent = await buildAgent(app, await buildUser(app));
    const revoke = () => app.db.deleteFrom('agent_tokens').where('id', '=', agent.id).execute();
    assert.equal((await sendSlowly(agent, signOff, revoke)).status, 401);
  });

  it('is handled if nothing has changed, and is counted only once', async () => {
    const user = await buildUser(app);
    const count = mock.method(app.callLimits, 'countUser');
    const late = await sendSlowly(user, newToken, () => Promise.resolve());
    assert.equal(late.status, 200);
    assert.equal(count.mock.callCount(), 1);
  });

  it('looks the caller up only once if the body arrives quickly', async () => {
    const user = await buildUser(app);
    const lookUp = mock.method(app.callLimits, 'lookUp');
    assert.equal((await sendSlowly(user, newToken, () => Promise.resolve(), 100)).status, 200);
    assert.equal(lookUp.mock.callCount(), 1);
  });
});

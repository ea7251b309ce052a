import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildAgent, buildUser } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();

describe('agent tokens', () => {
  it('are shown once, listed without the secret, and no longer listed once revoked', async () => {
    const user = await buildUser(server.app);
    const made = await server.call(user, 'POST /api/agent-tokens', { body: { name: 'Laptop' } });
    const { tokens } = await server.call(user, 'GET /api/agent-tokens');
    assert.deepEqual(
      tokens.map(({ id, name, online }) => ({ id, name, online })),
      [{ id: made.id, name: 'Laptop', online: false }],
    );
    assert.ok(!JSON.stringify(tokens).includes(made.token));
    await server.call(user, 'DELETE /api/agent-tokens/:id', { params: { id: made.id } });
    assert.deepEqual((await server.call(user, 'GET /api/agent-tokens')).tokens, []);
  });
});

describe('pairing', () => {
  async function begun() {
    return server.call(null, 'POST /api/agent-pairing', { body: { device_name: 'Desk' } });
  }
  const poll = (device_code: string) =>
    server.send(null, { method: 'POST', url: '/api/agent-pairing/token', body: { device_code } });
  /** Clears the time of the last poll, so that the next poll isn't rejected as too early. */
  const forgetPolls = () => server.app.db.updateTable('agent_pairings').set({ last_polled_at: null }).execute();

  it('gives the approved computer its token exactly once', async () => {
    const user = await buildUser(server.app);
    const pairing = await begun();
    assert.match(pairing.user_code, /^[B-Z]{4}-[B-Z]{4}$/);
    assert.equal(new URL(pairing.verification_uri_complete).searchParams.get('code'), pairing.user_code);
    assert.match((await poll(pairing.device_code)).text, /authorization_pending/);
    assert.match((await poll(pairing.device_code)).text, /slow_down/);

    const params = { code: pairing.user_code.toLowerCase().replace('-', '') };
    assert.equal((await server.call(user, 'GET /api/agent-pairing/:code', { params })).device_name, 'Desk');
    await server.call(user, 'POST /api/agent-pairing/:code/approve', { params });

    await forgetPolls();
    const replies = await Promise.all([poll(pairing.device_code), poll(pairing.device_code)]);
    assert.deepEqual(
      replies.map((reply) => reply.status).toSorted((a, b) => a - b),
      [200, 400],
    );
    const { tokens } = await server.call(user, 'GET /api/agent-tokens');
    assert.deepEqual(
      tokens.map((token) => token.name),
      ['Desk'],
    );
  });

  it('can be denied, and cannot be approved after that', async () => {
    const user = await buildUser(server.app);
    const pairing = await begun();
    const params = { code: pairing.user_code };
    await server.call(user, 'POST /api/agent-pairing/:code/deny', { params });
    assert.equal((await server.refuse(user, 'POST /api/agent-pairing/:code/approve', { params })).status, 404);
    assert.match((await poll(pairing.device_code)).text, /access_denied/);
  });

  it('is refused once its code has expired', async () => {
    const user = await buildUser(server.app);
    const pairing = await begun();
    await server.app.db
      .updateTable('agent_pairings')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('user_code', '=', pairing.user_code)
      .execute();
    assert.match((await poll(pairing.device_code)).text, /expired_code/);
    const params = { code: pairing.user_code };
    assert.equal((await server.refuse(user, 'GET /api/agent-pairing/:code', { params })).status, 404);
  });

  it('is refused for an unknown device code', async () => {
    assert.match((await poll('sandpiper_device_made-up')).text, /expired_code/);
  });
});

describeAccess(server, [
  { key: 'GET /api/agent-tokens' },
  { key: 'POST /api/agent-tokens', input: () => Promise.resolve({ body: { name: 'x' } }) },
  {
    key: 'DELETE /api/agent-tokens/:id',
    input: async (owner) => ({ params: { id: (await buildAgent(server.app, owner)).id } }),
    isOwned: true,
  },
]);

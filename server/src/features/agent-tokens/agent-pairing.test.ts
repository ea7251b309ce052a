import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser, uniqueName } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();

const withCode = async () => {
  const pairing = await server.call(null, 'POST /api/agent-pairing', { body: { device_name: 'Desk' } });
  return { params: { code: pairing.user_code } };
};

describe('an approved computer that has not collected its token', () => {
  const setPassword = (admin: TestUser, user: TestUser) =>
    server.call(admin, 'PUT /api/users/:id/password', {
      params: { id: user.id },
      body: { new_password: 'open sesame' },
    });
  const deactivate = (admin: TestUser, user: TestUser) =>
    server.call(admin, 'PUT /api/users/:id', {
      params: { id: user.id },
      body: { username: user.username, is_active: false },
    });
  const remove = (admin: TestUser, user: TestUser) =>
    server.call(admin, 'DELETE /api/users/:id', { params: { id: user.id } });

  for (const [what, act] of [
    ['whose password is changed', setPassword],
    ['who is deactivated', deactivate],
    ['who is deleted', remove],
  ] as const) {
    it(`gets no token for a user ${what} in the meantime`, async () => {
      const admin = await buildUser(server.app, { role: 'admin' });
      const user = await buildUser(server.app, { username: uniqueName('user-') });
      const pairing = await server.call(null, 'POST /api/agent-pairing', { body: { device_name: 'Desk' } });
      await server.call(user, 'POST /api/agent-pairing/:code/approve', { params: { code: pairing.user_code } });
      await act(admin, user);
      const body = { device_code: pairing.device_code };
      assert.equal((await server.refuse(null, 'POST /api/agent-pairing/token', { body })).code, 'expired_code');
    });
  }
});

describe('a computer that asks to be paired', () => {
  it('is shown with its address, along with whether it is on the viewer’s network', async () => {
    const user = await buildUser(server.app);
    const body = { device_name: 'Desk' };
    const begin = { method: 'POST', url: '/api/agent-pairing', body, remoteAddress: '203.0.113.7' };
    const { user_code } = z.object({ user_code: z.string() }).parse((await server.send(null, begin)).json);
    const look = async (remoteAddress: string) =>
      (await server.send(user, { method: 'GET', url: `/api/agent-pairing/${user_code}`, remoteAddress })).json;
    const seen = z.object({ address: z.string(), is_same_network: z.boolean() });
    assert.deepEqual(seen.parse(await look('203.0.113.99')), { address: '203.0.113.7', is_same_network: true });
    assert.deepEqual(seen.parse(await look('198.51.100.9')), { address: '203.0.113.7', is_same_network: false });
  });
});

describeAccess(server, [
  { key: 'GET /api/agent-pairing/:code', input: withCode },
  { key: 'POST /api/agent-pairing/:code/approve', input: withCode },
  { key: 'POST /api/agent-pairing/:code/deny', input: withCode },
]);

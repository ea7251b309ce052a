import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { api } from '@sandpiper/contract/api';
import type { Endpoint } from '@sandpiper/contract/endpoint';
import { buildUser } from '../../testing/builders.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';
import { turnOn } from '../../testing/two-factor.ts';

const server = await startBeside(await testServer(), { requireAdminTwoFactor: true });
const calls: [key: string, endpoint: Endpoint][] = Object.entries(api);

describe('if administrators need two-factor sign-in', () => {
  it('an administrator cannot use the app until two-factor sign-in is set up', async () => {
    const admin = await buildUser(server.app, { role: 'admin' });
    assert.equal((await server.call(admin, 'GET /api/auth/profile')).user.must_set_up_two_factor, true);
    assert.equal((await server.call(admin, 'GET /api/two-factor')).is_required, true);
    for (const [key, { access, isOpenBeforeTwoFactor }] of calls) {
      if (access === 'public' || access === 'agent' || isOpenBeforeTwoFactor === true) continue;
      const [method = '', path = ''] = key.split(' ');
      const reply = await server.send(admin, { method, url: path.replace(/:\w+/g, '1') });
      assert.equal(reply.status, 403, key);
      assert.match(reply.text, /"code":"two_factor_setup_required"/, key);
    }

    await turnOn(server, admin);
    assert.equal((await server.call(admin, 'GET /api/auth/profile')).user.must_set_up_two_factor, false);
    await server.call(admin, 'GET /api/users');
  });

  it('administrators who haven’t set it up can only set it up, sign out or delete their user account', () => {
    const open = calls.filter(([, endpoint]) => endpoint.isOpenBeforeTwoFactor === true).map(([key]) => key);
    assert.deepEqual(open.toSorted(), [
      'DELETE /api/user-deletion',
      'GET /api/auth/profile',
      'GET /api/two-factor',
      'GET /api/user-deletion',
      'POST /api/auth/confirm',
      'POST /api/auth/logout',
      'POST /api/two-factor/confirm',
      'POST /api/two-factor/setup',
      'POST /api/user-deletion',
    ]);
  });

  it('other users can use the app without two-factor sign-in', async () => {
    const user = await buildUser(server.app);
    await server.call(user, 'GET /api/templates');
    assert.equal((await server.call(user, 'GET /api/two-factor')).is_required, false);
  });
});

it('administrators can use the app without two-factor sign-in if it is not required', async () => {
  const plain = await testServer();
  const admin = await buildUser(plain.app, { role: 'admin' });
  assert.equal((await plain.call(admin, 'GET /api/auth/profile')).user.must_set_up_two_factor, false);
  await plain.call(admin, 'GET /api/users');
});

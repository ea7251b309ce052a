import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CallInput } from '@sandpiper/contract/client';
import { buildUser, uniqueName } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();

describe('an administrator who entered their password too long ago', async () => {
  const stale = await buildUser(server.app, { role: 'admin' });
  const enteredPassword = (confirmed_at: Date) =>
    server.app.db.updateTable('sessions').set({ confirmed_at }).where('user_id', '=', stale.id).execute();
  await enteredPassword(new Date(0));
  const newUser = () => ({ username: uniqueName('u-'), password: 'open sesame' });
  const change = (id: number, body: NonNullable<CallInput<'PUT /api/users/:id'>['body']>) => ({ params: { id }, body });

  it('can neither add an administrator, nor make someone one, nor activate one', async () => {
    const user = await buildUser(server.app);
    const former = await buildUser(server.app, { role: 'admin', is_active: false });
    const off = await buildUser(server.app, { is_active: false });
    const refusals = [
      await server.refuse(stale, 'POST /api/users', { body: { ...newUser(), role: 'admin' } }),
      await server.refuse(stale, 'PUT /api/users/:id', change(user.id, { role: 'admin' })),
      await server.refuse(stale, 'PUT /api/users/:id', change(off.id, { role: 'admin', is_active: true })),
      await server.refuse(stale, 'PUT /api/users/:id', change(off.id, { role: 'admin' })),
      await server.refuse(stale, 'PUT /api/users/:id', change(former.id, { is_active: true })),
    ];
    assert.deepEqual(
      refusals.map(({ code }) => code),
      refusals.map(() => 'recent_sign_in_required'),
    );
    await enteredPassword(new Date());
    const made = await server.call(stale, 'PUT /api/users/:id', change(user.id, { role: 'admin' }));
    assert.equal(made.user.role, 'admin');
    await server.call(stale, 'PUT /api/users/:id', change(former.id, { is_active: true }));
    await enteredPassword(new Date(0));
  });

  it('can still add users and change everything else', async () => {
    await server.call(stale, 'POST /api/users', { body: newUser() });
    const [other, off] = [
      await buildUser(server.app, { role: 'admin' }),
      await buildUser(server.app, { is_active: false }),
    ];
    await server.call(stale, 'PUT /api/users/:id', change(off.id, { is_active: true, pack: 'pro' }));
    for (const body of [{ role: 'admin', is_active: true }, { is_active: false }, { role: 'user' }] as const) {
      await server.call(stale, 'PUT /api/users/:id', change(other.id, body));
    }
  });
});

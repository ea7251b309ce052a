import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildUser } from '../../testing/builders.ts';
import { registerUser } from '../../testing/registered-user.ts';
import { testServer } from '../../testing/test-server.ts';
import { dropEndedSessions } from './sessions.service.ts';

const server = await testServer();
const { app } = server;

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

const noticesOf = async (caller: { token: string }) =>
  (await server.call(caller, 'GET /api/notices')).notices.map(({ kind, title, message, path }) => [
    kind,
    title,
    message.split('. ')[0],
    path,
  ]);

const from = (address: string) => `Someone signed in to your user account from ${address}`;

describe('a sign-in', () => {
  it('causes a notice if it comes from a new browser or network', async () => {
    const { signIn } = await registerUser(server);
    const first = await signIn('203.0.113.7');
    assert.deepEqual(await noticesOf(first), [], 'the first sign-in is not announced');
    await signIn('203.0.113.99');
    assert.deepEqual(await noticesOf(first), [], 'a sign-in from the same network is not announced');
    await signIn('203.0.113.7', chrome);
    await signIn('198.51.100.9');
    assert.deepEqual(await noticesOf(first), [
      ['new_sign_in', 'New sign-in with Firefox on Linux', from('198.51.100.9'), '/settings'],
      ['new_sign_in', 'New sign-in with Chrome on Linux', from('203.0.113.7'), '/settings'],
    ]);
    await signIn('198.51.100.9');
    assert.equal((await noticesOf(first)).length, 2, 'each new sign-in is announced once');
  });

  it('causes another notice if the user has not signed in with the browser for 90 days', async () => {
    const { signIn } = await registerUser(server);
    const first = await signIn('203.0.113.7');
    const user = await server.call(first, 'GET /api/auth/profile');
    await app.db
      .updateTable('known_sign_ins')
      .set({ last_at: new Date(Date.now() - 91 * 86_400_000) })
      .where('user_id', '=', user.user.id)
      .execute();
    await signIn('203.0.113.7');
    assert.equal((await noticesOf(first)).length, 1);
  });

  it('causes a notice even if all places the user signed in from were forgotten after 90 days', async () => {
    const { signIn } = await registerUser(server);
    const first = await signIn('203.0.113.7');
    const { user } = await server.call(first, 'GET /api/auth/profile');
    // The last sign-in was long before the database was created, as in a database that has been moved to a PostgreSQL server.
    await app.db
      .updateTable('users')
      .set({ last_login: new Date(0) })
      .where('id', '=', user.id)
      .execute();
    await app.db
      .updateTable('known_sign_ins')
      .set({ last_at: new Date(Date.now() - 91 * 86_400_000) })
      .where('user_id', '=', user.id)
      .execute();
    await dropEndedSessions(app);
    const places = await app.db.selectFrom('known_sign_ins').select('network').where('user_id', '=', user.id).execute();
    assert.deepEqual(places, []);
    await signIn('198.51.100.9');
    assert.equal((await noticesOf(first)).length, 1);
  });
});

describe('a new computer', () => {
  const found = (name: string) => [
    'new_computer',
    `${name} was connected`,
    'This computer can now send messages as you',
    '/settings',
  ];

  it('causes a notice when its token is created', async () => {
    const user = await buildUser(app);
    await server.call(user, 'POST /api/agent-tokens', { body: { name: 'Office PC' } });
    assert.deepEqual(await noticesOf(user), [found('Office PC')]);
  });

  it('causes a notice when it collects its token, not when it is approved', async () => {
    const user = await buildUser(app);
    const pairing = await server.call(null, 'POST /api/agent-pairing', { body: { device_name: 'Desk' } });
    await server.call(user, 'POST /api/agent-pairing/:code/approve', { params: { code: pairing.user_code } });
    assert.deepEqual(await noticesOf(user), []);
    await server.call(null, 'POST /api/agent-pairing/token', { body: { device_code: pairing.device_code } });
    assert.deepEqual(await noticesOf(user), [found('Desk')]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RegistrationMode } from '@sandpiper/contract/registration-modes';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser, uniqueName } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { dropOldInvitations } from './invitations.service.ts';

const server = await startTestServer();
const { app } = server;
const admin = await buildUser(app, { role: 'admin' });

const set = (mode: RegistrationMode) => server.call(admin, 'PUT /api/registration', { body: { mode } });
const invite = (body: { note?: string; days?: number; max_uses?: number } = {}) =>
  server.call(admin, 'POST /api/invitations', { body });
const personWith = (invitation?: string) => ({
  username: uniqueName('new-'),
  password: 'open sesame',
  ...(invitation === undefined ? {} : { invitation }),
});
const register = (invitation?: string) =>
  server.call(null, 'POST /api/auth/register', { body: personWith(invitation) });
const refusalOf = async (invitation?: string) => {
  const { status, code, error } = await server.refuse(null, 'POST /api/auth/register', {
    body: personWith(invitation),
  });
  assert.deepEqual([status, code], [403, 'registration_refused']);
  return error;
};
const isValid = async (invitation: string) =>
  (await server.call(null, 'POST /api/auth/invitation', { body: { invitation } })).is_valid;
const listed = async (id: number) =>
  (await server.call(admin, 'GET /api/invitations', { query: { limit: 100 } })).invitations.find(
    (each) => each.id === id,
  );

describe('the registration setting', () => {
  it('comes from the environment until an administrator changes it, and is public', async () => {
    const fresh = await startTestServer({ registration: 'closed' });
    const boss = await buildUser(fresh.app, { role: 'admin' });
    assert.deepEqual(await fresh.call(boss, 'GET /api/registration'), { mode: 'closed' });
    assert.equal((await fresh.call(null, 'GET /api/auth/options')).registration, 'closed');
    await fresh.call(boss, 'PUT /api/registration', { body: { mode: 'open' } });
    assert.equal((await fresh.call(null, 'GET /api/auth/options')).registration, 'open');
    await fresh.call(null, 'POST /api/auth/register', { body: personWith() });
  });

  it('is recorded in the audit log when it changes, with the previous value', async () => {
    await set('open');
    await set('closed');
    const { events } = await server.call(admin, 'GET /api/audit', { query: { action: 'registration_changed' } });
    assert.deepEqual(events[0]?.changes, { registration: { from: 'open', to: 'closed' } });
  });

  it('lets nobody register while it is “closed”, with or without an invitation', async () => {
    const { token } = await invite();
    await set('closed');
    assert.match(await refusalOf(), /closed/);
    assert.match(await refusalOf(token), /closed/);
    assert.equal(await isValid(token), false);
    await server.call(admin, 'POST /api/users', { body: { username: uniqueName('made-'), password: 'open sesame' } });
  });

  it('lets everyone register while it is “open”, without using up an invitation', async () => {
    await set('open');
    const { token, invitation } = await invite();
    await register(token);
    await register('sandpiper_invitation_never_made');
    assert.equal((await listed(invitation.id))?.uses, 0);
  });
});

describe('an invitation', () => {
  it('lets one person register, or more people if it allows that', async () => {
    await set('invitation');
    const one = await invite({ note: ' For Ana ' });
    assert.deepEqual([one.invitation.note, one.invitation.max_uses, one.invitation.uses], ['For Ana', 1, 0]);
    assert.match(await refusalOf(), /need an invitation/);
    assert.equal(await isValid(one.token), true);
    await register(one.token);
    assert.equal(await isValid(one.token), false);
    assert.match(await refusalOf(one.token), /used up/);
    const two = await invite({ max_uses: 2 });
    await register(two.token);
    await register(two.token);
    assert.match(await refusalOf(two.token), /used up/);
    assert.equal((await listed(two.invitation.id))?.uses, 2);
    const { events } = await server.call(admin, 'GET /api/audit', { query: { action: 'registered' } });
    assert.deepEqual(events[0]?.detail, { invitation: two.invitation.id });
  });

  it('cannot be used more often than it allows, even by people who register at the same time', async () => {
    await set('invitation');
    const { token } = await invite({ max_uses: 2 });
    const replies = await Promise.all(
      Array.from({ length: 5 }, () =>
        server.send(null, { method: 'POST', url: '/api/auth/register', body: personWith(token) }),
      ),
    );
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 200, 403, 403, 403],
    );
  });

  it('is not used up if the name is taken', async () => {
    await set('invitation');
    const { token } = await invite();
    const body = { ...personWith(token), username: admin.username };
    assert.equal((await server.refuse(null, 'POST /api/auth/register', { body })).code, 'name_taken');
    await register(token);
  });

  it('is refused once it has expired, and is deleted a month later', async () => {
    await set('invitation');
    const { token, invitation } = await invite({ days: 90 });
    const expire = (days: number) =>
      app.db
        .updateTable('invitations')
        .set({ expires_at: new Date(Date.now() - days * 86_400_000) })
        .where('id', '=', invitation.id)
        .execute();
    await expire(29);
    assert.match(await refusalOf(token), /expired/);
    await dropOldInvitations(app);
    assert.ok(await listed(invitation.id));
    await expire(31);
    await dropOldInvitations(app);
    assert.equal(await listed(invitation.id), undefined);
  });

  it('can be revoked', async () => {
    await set('invitation');
    const { token, invitation } = await invite();
    const params = { id: invitation.id };
    await server.call(admin, 'DELETE /api/invitations/:id', { params });
    assert.match(await refusalOf(token), /used up or revoked/);
    assert.equal((await server.refuse(admin, 'DELETE /api/invitations/:id', { params })).code, 'not_found');
  });

  it('works only as long as its creator is an active administrator', async () => {
    await set('invitation');
    const creator = await buildUser(app, { role: 'admin' });
    const { token, invitation } = await server.call(creator, 'POST /api/invitations', { body: { max_uses: 9 } });
    const params = { id: creator.id };
    const changeCreator = (body: { username?: string; role?: 'admin' | 'user'; is_active?: boolean }) =>
      server.call(admin, 'PUT /api/users/:id', { params, body });
    const refuses = async () => {
      assert.equal(await isValid(token), false);
      assert.match(await refusalOf(token), /its creator is no longer an administrator/);
      assert.equal((await listed(invitation.id))?.has_active_creator, false);
    };
    await changeCreator({ username: uniqueName('renamed-') });
    await register(token);
    await changeCreator({ role: 'user' });
    await refuses();
    await changeCreator({ role: 'admin' });
    assert.equal((await listed(invitation.id))?.has_active_creator, true);
    await changeCreator({ is_active: false });
    await refuses();
    await server.call(admin, 'DELETE /api/users/:id', { params });
    await refuses();
  });

  it('has a link with the server’s public URL, or none if the server has no public URL', async () => {
    const { link } = await invite({});
    assert.equal(link, null);
    const publicUrl = 'https://desk.example.com';
    const fresh = await startTestServer({ publicUrl });
    const made = await fresh.call(await buildUser(fresh.app, { role: 'admin' }), 'POST /api/invitations', { body: {} });
    assert.equal(made.link, `${publicUrl}/register?invitation=${made.token}`);
  });

  it('is stored only as a hash, and its note is not in the audit log', async () => {
    const { token, invitation } = await invite({ note: 'For Berta' });
    const rows = await app.db.selectFrom('invitations').select('token_hash').execute();
    assert.ok(rows.every(({ token_hash }) => !token_hash.toString('latin1').includes(token)));
    const { events } = await server.call(admin, 'GET /api/audit', { query: { action: 'invitation_created' } });
    assert.equal(events[0]?.subject, `invitation ${invitation.id}`);
    assert.doesNotMatch(JSON.stringify(events), /Berta|sandpiper_invitation/);
  });

  it('is listed with other invitations in pages, newest first', async () => {
    const made = [];
    for (let count = 0; count < 12; count += 1) made.unshift((await invite()).invitation.id);
    const page = async (query: { before?: number; after?: number }) => {
      const { invitations, ...beside } = await server.call(admin, 'GET /api/invitations', { query });
      return { ids: invitations.map(({ id }) => id), ...beside };
    };
    const first = await page({});
    assert.deepEqual(first, { ids: made.slice(0, 10), next_before: made[9], previous_after: null });
    const second = await page({ before: first.next_before ?? 0 });
    assert.deepEqual(second.ids.slice(0, 2), made.slice(10));
    assert.deepEqual((await page({ after: second.previous_after ?? 0 })).ids, first.ids);
  });

  it('needs a valid duration and number of uses, and the number of invitations is limited', async () => {
    for (const body of [{ days: 0 }, { days: 91 }, { max_uses: 0 }, { max_uses: 1001 }, { days: 1.5 }]) {
      assert.equal((await server.refuse(admin, 'POST /api/invitations', { body })).code, 'validation_failed');
    }
    const rows = Array.from({ length: 200 }, (_, index) => ({
      token_hash: Buffer.from(`full ${index}`),
      note: 'full',
      created_by: 'boss',
      expires_at: new Date('2999-12-31'),
    }));
    await app.db.insertInto('invitations').values(rows).execute();
    assert.match((await server.refuse(admin, 'POST /api/invitations', { body: {} })).error, /already 200/);
    await app.db.deleteFrom('invitations').where('note', '=', 'full').execute();
  });
});

describeAccess(server, [
  { key: 'GET /api/registration' },
  { key: 'PUT /api/registration', input: () => Promise.resolve({ body: { mode: 'open' } }) },
  { key: 'GET /api/invitations' },
  { key: 'POST /api/invitations', input: () => Promise.resolve({ body: {} }) },
  {
    key: 'DELETE /api/invitations/:id',
    input: async () => ({ params: { id: (await invite()).invitation.id } }),
  },
]);

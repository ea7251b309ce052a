import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiKey } from '@sandpiper/contract/api';
import { jobsToEnd } from '../../platform/background-jobs.ts';
import { hashPassword } from '../../platform/secrets/passwords.ts';
import { auditOf, lookedAt } from '../../testing/audited-acts.ts';
import type { Act, Input } from '../../testing/audited-acts.ts';
import { buildAccount, buildAgent, buildList, buildSession, buildUser, uniqueName } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const { recordedBy, itIsRecorded } = auditOf(server);

/** Valid inputs for user endpoints whose calls must be recorded. The tests below cover the other recorded calls. */
const users: Partial<Record<ApiKey, Act>> = {
  'POST /api/auth/logout': { input: () => Promise.resolve({}), action: 'signed_out' },
  'POST /api/sessions/end-others': {
    input: () => Promise.resolve({ body: { computers: true } }),
    action: 'sessions_ended',
  },
  'DELETE /api/sessions/:id': {
    input: async (by) => {
      await buildSession(app, by.id);
      const { sessions } = await server.call(by, 'GET /api/sessions');
      return { params: { id: sessions.find((session) => !session.is_current)?.id } };
    },
    action: 'sessions_ended',
  },
  'POST /api/agent-tokens': {
    input: () => Promise.resolve({ body: { name: 'Office PC' } }),
    action: 'agent_token_created',
    expected: { detail: { name: 'Office PC' } },
  },
  'DELETE /api/agent-tokens/:id': {
    input: async (by) => ({ params: { id: (await buildAgent(app, by, { name: 'Office PC' })).id } }),
    action: 'agent_token_revoked',
    expected: { detail: { name: 'Office PC' } },
  },
  'DELETE /api/mail-address': {
    input: async ({ id }) => {
      const address = { user_id: id, address: 'ana@example.com', confirmed_at: new Date() };
      await app.db.insertInto('mail_addresses').values(address).execute();
      return {};
    },
    action: 'mail_address_removed',
    expected: { detail: {} },
  },
  'POST /api/agent-pairing/:code/approve': { input: pairing, action: 'computer_approved' },
  'POST /api/agent-pairing/:code/deny': { input: pairing, action: 'computer_denied' },
  'POST /api/profiles/:id/release': {
    input: async (by) => {
      const { id } = await buildAccount(app, by, { profile_name: 'shop' });
      const held = { hold_reason: 'challenge', held_at: new Date() };
      await app.db.updateTable('profiles').set(held).where('id', '=', id).execute();
      return { params: { id } };
    },
    action: 'hold_lifted',
    expected: { detail: { name: 'shop', reason: 'challenge' } },
  },
  'DELETE /api/do-not-contact/:username': {
    input: async (by) => {
      await server.call(by, 'POST /api/do-not-contact', { body: { usernames: ['anna'] } });
      return { params: { username: 'anna' }, query: { reason: 'She asked for it' } };
    },
    action: 'do_not_contact_removed',
    // People can ask to be forgotten, but audit events are kept forever. So events must not contain people's names.
    expected: { detail: { people: 1 } },
  },
};

async function pairing(): Promise<Input> {
  const body = { device_name: 'Office PC' };
  const { user_code } = await server.call(null, 'POST /api/agent-pairing', { body });
  return { params: { code: user_code } };
}

describe('user actions in the audit log', () => {
  for (const key of app.boundCalls) {
    const act = users[key];
    if (act !== undefined) itIsRecorded(key, act, 'user');
  }

  const password = 'open sesame';
  const withPassword = async (values: { is_active?: boolean } = {}) => {
    const user = await buildUser(app, values);
    const password_hash = await hashPassword(password);
    await app.db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute();
    return user;
  };
  const signIn = (username: string, given: string, status = 200) =>
    recordedBy(null, 'POST /api/auth/login', { body: { username, password: given } }, status);

  it('signing in and registering are recorded', async () => {
    const username = uniqueName('new-');
    const [registered] = await recordedBy(null, 'POST /api/auth/register', { body: { username, password } });
    assert.deepEqual([registered?.action, registered?.actor_name], ['registered', username]);
    const [signedIn] = await signIn(username, password);
    assert.deepEqual([signedIn?.action, signedIn?.actor_name], ['signed_in', username]);
  });

  it('failed sign-ins are recorded, including which failure blocks further attempts', async () => {
    const user = await withPassword();
    const failures = [];
    for (let time = 0; time < 10; time += 1) failures.push(...(await signIn(user.username, 'wrong', 401)));
    assert.deepEqual(
      failures.map(({ action, actor_kind, user_name }) => [action, actor_kind, user_name]),
      failures.map(() => ['sign_in_failed', 'visitor', user.username]),
    );
    assert.deepEqual(
      failures.map(({ detail }) => Reflect.get(Object(detail), 'is_blocked')),
      failures.map((_, time) => time === 9),
    );
    assert.deepEqual(await signIn(user.username, 'wrong', 429), []);
    const [refused] = await signIn((await withPassword({ is_active: false })).username, password, 403);
    assert.partialDeepStrictEqual(refused, { action: 'sign_in_failed', detail: { reason: 'deactivated' } });
  });

  it('a failed sign-in with an unknown username is recorded without the username, which might be a password', async () => {
    const typed = uniqueName('secret-');
    const [failure] = await signIn(typed, 'wrong', 401);
    assert.ok(failure);
    assert.equal(failure.user_name, null);
    assert.ok(!JSON.stringify(failure).includes(typed));
  });

  it('password changes are recorded without the passwords', async () => {
    const user = await withPassword();
    const confirm = (given: string, status: number) =>
      recordedBy(user, 'POST /api/auth/confirm', { body: { password: given } }, status);
    const [refused] = await confirm('a wrong one', 400);
    assert.equal(refused?.action, 'password_refused');
    assert.deepEqual(await confirm(password, 200), []);
    const body = { current_password: password, new_password: 'another sesame' };
    const [changed] = await recordedBy(user, 'PUT /api/auth/password', { body });
    assert.equal(changed?.action, 'password_changed');
    assert.doesNotMatch(JSON.stringify([refused, changed]), /sesame|a wrong one/);
  });

  it('storing or removing an Instagram password is recorded without the password, and other changes to an account are not recorded', async () => {
    const user = await buildUser(app);
    const account = { profile_name: 'shop', profile_path: `/p/${uniqueName('')}`, insta_username: uniqueName('shop') };
    const made = await recordedBy(user, 'POST /api/profiles', { body: { ...account, insta_password: password } });
    const { id } = await app.db
      .selectFrom('profiles')
      .select('id')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    const params = { id };
    const save = (changes: object) =>
      recordedBy(user, 'PUT /api/profiles/:id', { params, body: { ...account, ...changes } });
    const actions = [made];
    for (const changes of [
      { profile_name: 'store' },
      { insta_password: null },
      { insta_password: null },
      { insta_password: `another ${password}` },
      { insta_username: uniqueName('other') },
      { insta_password: password },
    ]) {
      actions.push(await save(changes));
    }
    actions.push(await recordedBy(user, 'DELETE /api/profiles/:id', { params }));
    assert.deepEqual(
      actions.map((events) => events.map(({ action }) => action.replace('instagram_password_', '')).join()),
      ['stored', '', 'removed', '', 'stored', 'removed', 'stored', 'removed'],
    );
    assert.doesNotMatch(JSON.stringify(actions), /sesame/);
  });

  it('a computer that collects its token is recorded', async () => {
    const user = await buildUser(app);
    const begun = await server.call(null, 'POST /api/agent-pairing', { body: { device_name: 'Office PC' } });
    await server.call(user, 'POST /api/agent-pairing/:code/approve', { params: { code: begun.user_code } });
    const [event] = await recordedBy(null, 'POST /api/agent-pairing/token', {
      body: { device_code: begun.device_code },
    });
    assert.partialDeepStrictEqual(event, {
      action: 'agent_token_created',
      actor_kind: 'agent',
      actor_name: 'Office PC',
      user_name: user.username,
      detail: { name: 'Office PC' },
    });
  });

  it('only replies that reopen a ticket are recorded', async () => {
    const user = await buildUser(app);
    const body = { subject: 'It stopped', description: 'After lunch.' };
    const { ticket } = await server.call(user, 'POST /api/support', { body });
    const params = { id: ticket.id };
    const reply = () => recordedBy(user, 'POST /api/support/:id/messages', { params, body: { message: 'Hello' } });
    assert.deepEqual(await reply(), []);
    const admin = await buildUser(app, { role: 'admin' });
    await server.call(admin, 'PUT /api/support/:id', { params, body: { status: 'closed' } });
    const [reopened] = await reply();
    assert.partialDeepStrictEqual(reopened, {
      action: 'ticket_changed',
      actor_name: user.username,
      user_name: user.username,
      changes: { status: { from: 'closed', to: 'open' } },
    });
  });

  it('an undo that removes people from Do not contact is recorded with the number of people it removed', async () => {
    const user = await buildUser(app);
    await buildList(app, user, { recipients: ['anna', 'ben'] });
    const { change } = await server.call(user, 'POST /api/people-changes', {
      body: { scope: { usernames: ['anna', 'ben'] }, change: { type: 'do_not_contact', reason: 'Asked' } },
    });
    await jobsToEnd(app);
    await server.call(user, 'POST /api/people-changes/:id/undo', { params: { id: change.id } });
    await jobsToEnd(app);
    const events = await app.db.selectFrom('audit_events').select(lookedAt).where('user_id', '=', user.id).execute();
    assert.equal(events.length, 1);
    assert.partialDeepStrictEqual(events[0], {
      action: 'do_not_contact_removed',
      actor_kind: 'server',
      detail: { people: 2 },
    });
  });
});

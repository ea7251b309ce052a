import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { api } from '@sandpiper/contract/api';
import type { ApiKey } from '@sandpiper/contract/api';
import type { AuditAction } from '@sandpiper/contract/audit.texts';
import { usualRetention } from '@sandpiper/contract/limits';
import { jobsToEnd } from '../../platform/background-jobs.ts';
import { hashPassword } from '../../platform/secrets/passwords.ts';
import { buildAccount, buildAgent, buildList, buildSession, buildUser, uniqueName } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { requestOf, startTestServer } from '../../testing/test-server.ts';
import type { Caller } from '../../testing/test-server.ts';

const backupDir = await mkdtemp(join(tmpdir(), 'sandpiper-audited-'));
after(() => rm(backupDir, { recursive: true, force: true }));
const server = await startTestServer({ databaseUrl: null, backupDir, dataDir: backupDir });
const { app } = server;

type Input = { params?: object; query?: object; body?: object };
/** A call that changes something, and the audit event that it should record. */
type Act = { input: (by: TestUser) => Promise<Input>; action: AuditAction; expected?: object };

const changedUser = async (body: object = {}) => ({ params: { id: (await buildUser(app)).id }, body });

async function someTicket(owner: TestUser): Promise<number> {
  const body = { subject: 'Hello', description: 'Hello' };
  return (await server.call(owner, 'POST /api/support', { body })).ticket.id;
}

/** One valid input for each administrator call that changes something. */
const administrators: Partial<Record<ApiKey, Act>> = {
  'POST /api/users': {
    input: () => Promise.resolve({ body: { username: uniqueName('new-'), password: 'open sesame', pack: 'pro' } }),
    action: 'user_created',
  },
  'PUT /api/users/:id': {
    input: async () => {
      const user = await buildUser(app);
      return { params: { id: user.id }, body: { username: user.username, role: 'admin', pack: 'starter' } };
    },
    action: 'user_changed',
    expected: { changes: { role: { from: 'user', to: 'admin' } } },
  },
  'PUT /api/users/:id/password': { input: () => changedUser({ new_password: 'open sesame' }), action: 'password_set' },
  'DELETE /api/users/:id': { input: () => changedUser(), action: 'user_deleted' },
  'DELETE /api/users/:id/two-factor': {
    input: async () => {
      const user = await buildUser(app);
      const two_factor_since = new Date();
      await app.db.updateTable('users').set({ two_factor_since }).where('id', '=', user.id).execute();
      return { params: { id: user.id } };
    },
    action: 'two_factor_reset',
  },
  'POST /api/backups': { input: () => Promise.resolve({}), action: 'backup_requested' },
  'POST /api/restore/confirm': {
    input: async () => {
      await app.db.insertInto('restores').values({ backup_made_at: new Date() }).execute();
      return {};
    },
    action: 'restore_confirmed',
  },
  'PUT /api/registration': { input: () => Promise.resolve({ body: { mode: 'open' } }), action: 'registration_changed' },
  'PUT /api/retention': {
    input: () => Promise.resolve({ body: { ...usualRetention, campaign_logs: 400 } }),
    action: 'retention_changed',
    expected: { changes: { campaign_logs: { from: null, to: 400 } } },
  },
  'POST /api/invitations': { input: () => Promise.resolve({ body: {} }), action: 'invitation_created' },
  'DELETE /api/invitations/:id': {
    input: async () => {
      const admin = await buildUser(app, { role: 'admin' });
      const { invitation } = await server.call(admin, 'POST /api/invitations', { body: {} });
      return { params: { id: invitation.id } };
    },
    action: 'invitation_revoked',
  },
  'DELETE /api/contact/:id': {
    input: async () => {
      const message = { name: 'Ana', email: 'ana@example.com', message: 'Hello' };
      return {
        params: await app.db.insertInto('contact_messages').values(message).returning('id').executeTakeFirstOrThrow(),
      };
    },
    action: 'contact_message_deleted',
    expected: { detail: {} },
  },
  'PUT /api/support/:id': {
    input: async () => ({ params: { id: await someTicket(await buildUser(app)) }, body: { status: 'closed' } }),
    action: 'ticket_changed',
    expected: { changes: { status: { from: 'open', to: 'closed' } } },
  },
};

/** One valid input for each call by a user that must be recorded. */
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
    // Audit events are kept forever, so they must not name people, who may have to be forgotten.
    expected: { detail: { people: 1 } },
  },
};

async function pairing(): Promise<Input> {
  const body = { device_name: 'Office PC' };
  const { user_code } = await server.call(null, 'POST /api/agent-pairing', { body });
  return { params: { code: user_code } };
}

const lookedAt = [
  'action',
  'actor_kind',
  'actor_id',
  'actor_name',
  'user_name',
  'address',
  'detail',
  'changes',
] as const;

/** Returns the events that a request caused. */
const eventsOf = (requestId: string) =>
  app.db.selectFrom('audit_events').select(lookedAt).where('request_id', '=', requestId).execute();

async function recordedBy(caller: Caller, key: ApiKey, input: Input, status = 200) {
  const reply = await server.send(caller, { ...requestOf(key, input), remoteAddress: '203.0.113.7' });
  assert.equal(reply.status, status, reply.text);
  return eventsOf(String(reply.headers['x-request-id']));
}

function itIsRecorded(key: ApiKey, { input, action, expected = {} }: Act, role: 'admin' | 'user'): void {
  it(`${key} is recorded with who, from where and in which request`, async () => {
    const by = await buildUser(app, { role });
    const [event, ...others] = await recordedBy(by, key, await input(by));
    assert.ok(event, 'nothing is recorded');
    assert.deepEqual(others, []);
    const { actor_kind, actor_id, actor_name, address } = event;
    assert.deepEqual([event.action, actor_kind, actor_id, actor_name], [action, 'user', by.id, by.username]);
    assert.equal(address, '203.0.113.7');
    assert.partialDeepStrictEqual(event, expected);
  });
}

const changes = [...app.boundCalls].filter((key) => api[key].access === 'admin' && !key.startsWith('GET '));

describe('what an administrator changes', () => {
  for (const key of changes) {
    const act = administrators[key];
    if (act !== undefined) itIsRecorded(key, act, 'admin');
    else it(`${key} is recorded`, () => assert.fail(`Add an input for ${key} here, and record it with recordActOf.`));
  }

  it('includes answers to other users’ tickets', async () => {
    const [owner, admin] = [await buildUser(app), await buildUser(app, { role: 'admin' })];
    const input = { params: { id: await someTicket(owner) }, body: { message: 'Hello' } };
    const [event] = await recordedBy(admin, 'POST /api/support/:id/messages', input);
    assert.deepEqual([event?.action, event?.user_name], ['ticket_answered', owner.username]);
    assert.deepEqual(await recordedBy(owner, 'POST /api/support/:id/messages', input), []);
  });
});

describe('what a user does', () => {
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

  it('failed sign-ins are recorded, with the one that blocks the next', async () => {
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

  it('a failed sign-in with an unknown username is recorded without the username, which may be a password', async () => {
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

  it('storing or removing an Instagram password is recorded without the password, and other edits are not recorded', async () => {
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
      actor_kind: 'visitor',
      user_name: user.username,
      detail: { name: 'Office PC' },
    });
  });

  it('people whom an undo removes from Do not contact are counted', async () => {
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

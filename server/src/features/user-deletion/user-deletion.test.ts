import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { continueJobs, jobsToEnd, stopJobs } from '../../platform/background-jobs.ts';
import { hashPassword } from '../../platform/secrets/passwords.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { syncBody } from '../../testing/agent-calls.ts';
import { buildAccount, buildComputer, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { startBeside, startTestServer, testServer } from '../../testing/test-server.ts';
import { deleteSomeRowsOf } from '../users/users.store.ts';
import { deleteDueUsers } from './user-deletion.service.ts';

const server = await testServer();
const { app } = server;
const password = 'open sesame';
const password_hash = await hashPassword(password);
await buildUser(app, { role: 'admin' });

async function withPassword(options: Parameters<typeof buildUser>[1] = {}): Promise<TestUser> {
  const user = await buildUser(app, options);
  await app.db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute();
  return user;
}

const ask = (user: TestUser) => server.call(user, 'POST /api/user-deletion', { body: { password } });

async function letTimePass(user: TestUser): Promise<void> {
  const deletion_due_at = new Date(Date.now() - 1000);
  await app.db.updateTable('users').set({ deletion_due_at }).where('id', '=', user.id).execute();
}

const auditOf = (userId: number) =>
  app.db.selectFrom('audit_events').select('action').where('user_id', '=', userId).orderBy('id').execute();

/** Runs a campaign, as a start does that was already in progress when the user requested the deletion. */
async function endStart(id: number): Promise<void> {
  await app.db.updateTable('campaigns').set({ status: 'running' }).where('id', '=', id).execute();
  await app.db.updateTable('campaign_profiles').set({ is_running: true }).where('campaign_id', '=', id).execute();
}

describe('deleting your own user account', () => {
  it('counts what will be lost', async () => {
    const user = await withPassword();
    await buildCampaign(app, user, { recipients: ['ann', 'ben'], status: 'running' });
    await buildAccount(app, user, { deleted_at: new Date() });
    const { due_at, is_last_admin, losses } = await server.call(user, 'GET /api/user-deletion');
    assert.deepEqual([due_at, is_last_admin], [null, false]);
    assert.deepEqual(losses, {
      accounts: 1,
      computers: 0,
      campaigns: 1,
      running_campaigns: 1,
      messages: 0,
      lists: 1,
      people: { count: 2, is_more: false },
      templates: 1,
      tickets: 0,
    });
  });

  it('asks for the password, and changes nothing without it', async () => {
    const user = await withPassword();
    const refusal = await server.refuse(user, 'POST /api/user-deletion', { body: { password: 'a guess' } });
    assert.deepEqual(Object.keys(refusal.fields ?? {}), ['password']);
    assert.equal((await server.call(user, 'GET /api/user-deletion')).due_at, null);
  });

  it('pauses campaigns, gives the agent no more work, and blocks most of the app until the user cancels the deletion', async () => {
    const user = await withPassword();
    const { accounts, ...campaign } = await buildCampaign(app, user, { recipients: ['ann'], status: 'running' });
    const agent = await buildComputer(app, user);
    const { due_at } = await ask(user);
    const days = (new Date(due_at).getTime() - Date.now()) / 86_400_000;
    assert.ok(days > 6.99 && days < 7.01);

    const row = await app.db.selectFrom('campaigns').select('status').where('id', '=', campaign.id).executeTakeFirst();
    assert.equal(row?.status, 'paused');
    await endStart(campaign.id);
    const synced = await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent) });
    assert.deepEqual([synced.accounts, synced.requests], [[], []]);
    const body = { profile_id: accounts[0]?.id ?? 0 };
    assert.equal((await server.call(agent, 'POST /api/agent/deliveries/claim', { body })).delivery, null);

    const signedIn = await server.call(null, 'POST /api/auth/login', { body: { username: user.username, password } });
    assert.equal(signedIn.user.deletion_due_at, due_at);
    assert.equal((await server.call(signedIn, 'GET /api/auth/profile')).user.deletion_due_at, due_at);
    assert.equal((await server.refuse(signedIn, 'GET /api/lists')).code, 'deletion_pending');
    assert.equal((await server.refuse(user, 'POST /api/user-deletion', { body: { password } })).code, 'invalid_state');
    const notices = await app.db.selectFrom('notices').select('kind').where('user_id', '=', user.id).execute();
    assert.ok(notices.some(({ kind }) => kind === 'deletion_asked'));
  });

  it('is canceled if the user decides to keep the user account', async () => {
    const user = await withPassword();
    await ask(user);
    await server.call(user, 'DELETE /api/user-deletion');
    await server.call(user, 'GET /api/lists');
    const { user: seen } = await server.call(user, 'GET /api/auth/profile');
    assert.equal('deletion_due_at' in seen, false);
    await deleteDueUsers(app);
    await server.call(user, 'DELETE /api/user-deletion');
    const actions = (await auditOf(user.id)).map(({ action }) => action);
    assert.deepEqual(actions, ['user_deletion_requested', 'user_deletion_canceled']);
  });

  it('leaves campaigns paused when it is canceled, even one whose start ended only after the request', async () => {
    const user = await withPassword();
    const { accounts, ...campaign } = await buildCampaign(app, user, { recipients: ['ann'], status: 'running' });
    const agent = await buildComputer(app, user);
    await ask(user);
    await endStart(campaign.id);
    await server.call(user, 'DELETE /api/user-deletion');
    const body = { profile_id: accounts[0]?.id ?? 0 };
    assert.equal((await server.call(agent, 'POST /api/agent/deliveries/claim', { body })).delivery, null);
    const shown = await server.call(user, 'GET /api/campaigns/:id', { params: { id: campaign.id } });
    assert.deepEqual([shown.campaign.status, shown.campaign.status_reason?.code], ['paused', 'paused_by_user']);
  });

  it('removes its notice when it is canceled', async () => {
    const user = await withPassword();
    await ask(user);
    await server.call(user, 'DELETE /api/user-deletion');
    const { notices } = await server.call(user, 'GET /api/notices');
    assert.deepEqual(
      notices.filter(({ kind }) => kind === 'deletion_asked'),
      [],
    );
  });

  it('deletes all of the user’s data once the deletion is due, even after an interruption', async () => {
    const [user, other] = [await withPassword(), await withPassword()];
    for (const one of [user, other]) await buildCampaign(app, one, { recipients: ['ann', 'ben'], status: 'running' });
    await ask(user);
    await ask(other);
    await deleteDueUsers(app);
    await server.call(user, 'GET /api/auth/profile');
    await letTimePass(user);
    assert.equal((await server.refuse(user, 'DELETE /api/user-deletion')).code, 'invalid_state');
    await deleteSomeRowsOf(app.db, user.id, 1);
    await app.db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute();
    await deleteDueUsers(app);
    await jobsToEnd(app);

    const has = async (id: number) =>
      (await app.db.selectFrom('recipients').select('id').where('user_id', '=', id).execute()).length;
    assert.deepEqual([await has(user.id), await has(other.id)], [0, 2]);
    assert.equal((await server.refuse(user, 'GET /api/auth/profile')).status, 401);
    await server.call(other, 'GET /api/auth/profile');
    assert.equal((await auditOf(user.id)).at(-1)?.action, 'user_deleted');
  });

  it('neither holds up the sweep nor keeps the server from stopping, and continues after a restart', async () => {
    const user = await withPassword();
    await buildCampaign(app, user, { recipients: ['ann', 'ben'] });
    await ask(user);
    await letTimePass(user);
    const isLeft = async () => {
      const row = await app.db.selectFrom('users').select('id').where('id', '=', user.id).executeTakeFirst();
      return row !== undefined;
    };
    const beside = await startBeside(server);
    await deleteDueUsers(beside.app);
    await stopJobs(beside.app);
    assert.equal(await isLeft(), true);
    await continueJobs(app);
    await jobsToEnd(app);
    assert.equal(await isLeft(), false);
  });

  it('is visible to administrators', async () => {
    const admin = await buildUser(app, { role: 'admin' });
    const user = await withPassword();
    const { due_at } = await ask(user);
    const { users } = await server.call(admin, 'GET /api/users', { query: { search: user.username } });
    assert.deepEqual(
      users.map(({ deletion_due_at }) => deletion_due_at),
      [due_at],
    );
  });
});

describe('deleting another user', () => {
  it('continues in the background if it can’t be finished immediately, and is recorded only once', async () => {
    const [admin, user] = [await buildUser(app, { role: 'admin' }), await buildUser(app)];
    await buildCampaign(app, user, { recipients: ['ann', 'ben'], status: 'running' });
    await sql`CREATE FUNCTION stop_here() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'stopped'; END $$`.execute(
      app.db,
    );
    await sql`CREATE TRIGGER stop_here BEFORE DELETE ON recipients EXECUTE FUNCTION stop_here()`.execute(app.db);
    await server.call(admin, 'DELETE /api/users/:id', { params: { id: user.id } });
    await sql`DROP TRIGGER stop_here ON recipients`.execute(app.db);
    const found = async () =>
      (await server.call(admin, 'GET /api/users', { query: { search: user.username } })).users.map(
        ({ is_active, deletion_due_at }) => [is_active, deletion_due_at !== null],
      );
    assert.deepEqual(await found(), [[false, true]]);
    await app.db.updateTable('background_jobs').set({ leased_until: null }).where('user_id', '=', user.id).execute();
    await deleteDueUsers(app);
    await jobsToEnd(app);
    assert.deepEqual(await found(), []);
    const left = await app.db.selectFrom('recipients').select('id').where('user_id', '=', user.id).execute();
    assert.deepEqual(left, []);
    const actions = (await auditOf(user.id)).map(({ action }) => action);
    assert.deepEqual(actions, ['user_deleted']);
  });
});

describe('the last administrator', async () => {
  const fresh = await startTestServer();

  it('can’t request deletion or be demoted, even if another administrator is scheduled to be deleted', async () => {
    await fresh.app.db.deleteFrom('users').execute();
    const [first, second] = [
      await buildUser(fresh.app, { role: 'admin' }),
      await buildUser(fresh.app, { role: 'admin' }),
    ];
    await fresh.app.db.updateTable('users').set({ password_hash }).execute();
    assert.equal((await fresh.call(first, 'GET /api/user-deletion')).is_last_admin, false);
    await fresh.call(first, 'POST /api/user-deletion', { body: { password } });
    assert.equal((await fresh.call(second, 'GET /api/user-deletion')).is_last_admin, true);
    const refusal = await fresh.refuse(second, 'POST /api/user-deletion', { body: { password } });
    assert.equal(refusal.code, 'last_admin');
    const demotion = { params: { id: second.id }, body: { username: second.username, role: 'user' as const } };
    assert.equal((await fresh.refuse(second, 'PUT /api/users/:id', demotion)).code, 'last_admin');
  });
});

describeAccess(server, [
  { key: 'GET /api/user-deletion' },
  { key: 'POST /api/user-deletion', input: () => Promise.resolve({ body: { password } }) },
  { key: 'DELETE /api/user-deletion' },
]);

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { completeRequest, takeRequest } from '../../testing/agent-calls.ts';
import { buildAccount, buildComputer, buildUser } from '../../testing/builders.ts';
import type { TestAccount, TestAgent, TestUser } from '../../testing/builders.ts';
import { noticesOf } from '../../testing/notices.ts';
import { next, socketsOn } from '../../testing/sockets.ts';
import { startTestServer } from '../../testing/test-server.ts';

const server = await startTestServer();
const { app } = server;
const { joined } = await socketsOn(app);

type Found = [account: TestAccount, count: number | null, exact?: boolean];

async function userWithAccounts() {
  const user = await buildUser(app);
  const studio = await buildAccount(app, user, { profile_name: 'studio' });
  const kite = await buildAccount(app, user, { profile_name: 'kite' });
  return { user, studio, kite, agent: await buildComputer(app, user) };
}

/** Checks accounts, with these counts as the agent's results. */
async function check(user: TestUser, agent: TestAgent, found: Found[], { isAutomatic = false } = {}): Promise<void> {
  await server.call(user, 'POST /api/unread-checker/requests', {
    body: { profileIds: found.map(([account]) => account.id) },
  });
  if (isAutomatic) {
    await app.db.updateTable('agent_requests').set({ is_automatic: true }).where('user_id', '=', user.id).execute();
  }
  const request = await takeRequest(server, agent);
  const results = found.map(([{ profile_name, profile_path }, unread_count, exact = true]) => {
    const error = unread_count === null ? 'The account is signed out' : null;
    return { profile_name, profile_path, unread_count, exact, error };
  });
  const report = { profiles_checked: found.length, total_unread: 0, results };
  await completeRequest(server, agent, request, report);
}

const noticesAbout = async (user: TestUser) =>
  (await noticesOf(server, user))
    .filter(({ kind }) => kind === 'unread_replies')
    .map(({ title, message, path }) => [title, message, path]);

async function repliesOf(user: TestUser) {
  const { unread_replies } = await server.call(user, 'GET /api/notices');
  return unread_replies;
}

const numbersOf = async (user: TestUser) => {
  const found = await repliesOf(user);
  return found === null ? null : [found.replies, found.accounts, found.is_exact];
};

describe('the number of unread replies', () => {
  it('is the sum of what the last check of each account found, and comes with the notices', async () => {
    const { user, studio, kite, agent } = await userWithAccounts();
    assert.equal(await repliesOf(user), null);
    await check(user, agent, [
      [studio, 3],
      [kite, 0],
    ]);
    const found = await repliesOf(user);
    assert.deepEqual(await numbersOf(user), [3, 1, true]);
    assert.ok(Math.abs(Date.parse(found?.as_of ?? '') - Date.now()) < 60_000);
    await check(user, agent, [[kite, 99, false]]);
    assert.deepEqual(await numbersOf(user), [102, 2, false]);
    assert.equal((await repliesOf(user))?.as_of, found?.as_of);
    await check(user, agent, [[studio, null]]);
    assert.deepEqual(await numbersOf(user), [102, 2, false], 'a failed check does not change the last count');
    assert.equal(await repliesOf(await buildUser(app)), null);
  });

  it('includes only active accounts, and leaves out accounts that are deleted or get another username', async () => {
    const { user, studio, kite, agent } = await userWithAccounts();
    await check(user, agent, [
      [studio, 3],
      [kite, 2],
    ]);
    const active = (is_active: boolean) =>
      server.call(user, 'PUT /api/profiles/:id/toggle', { params: { id: kite.id }, body: { is_active } });
    await active(false);
    assert.deepEqual(await numbersOf(user), [3, 1, true]);
    await active(true);
    assert.deepEqual(await numbersOf(user), [5, 2, true]);
    await server.call(user, 'PUT /api/profiles/:id', { params: { id: kite.id }, body: { insta_username: 'another' } });
    assert.deepEqual(await numbersOf(user), [3, 1, true]);
    await server.call(user, 'DELETE /api/profiles/:id', { params: { id: studio.id } });
    assert.equal(await repliesOf(user), null);
    const { profile_name, profile_path } = studio;
    await server.call(user, 'POST /api/profiles', { body: { profile_name, profile_path, insta_username: 'other' } });
    assert.equal(await repliesOf(user), null, 'the account may be another Instagram account when it is added again');
  });

  it('is announced to the user’s browsers when an account is switched off', async () => {
    const { user, studio } = await userWithAccounts();
    const told = next(await joined(user), 'notices_read');
    await server.call(user, 'PUT /api/profiles/:id/toggle', { params: { id: studio.id }, body: { is_active: false } });
    await told;
  });

  it('is removed together with the checks, and the user’s browsers are told about each change', async () => {
    const { user, studio, agent } = await userWithAccounts();
    const browser = await joined(user);
    const counted = next(browser, 'notices_read');
    await check(user, agent, [[studio, 3]]);
    await counted;
    const removed = next(browser, 'notices_read');
    await server.call(user, 'DELETE /api/unread-checker/requests/clear');
    await removed;
    assert.equal(await repliesOf(user), null);
  });
});

describe('a notice about unread replies', () => {
  const automatic = { isAutomatic: true };

  it('is written if an automatic check finds replies that were not there before, and replaces an earlier notice', async () => {
    const { user, studio, kite, agent } = await userWithAccounts();
    await check(user, agent, [[studio, 3]]);
    assert.deepEqual(await noticesAbout(user), []);
    await check(user, agent, [[studio, 3]], automatic);
    await check(user, agent, [[studio, 1]], automatic);
    assert.deepEqual(await noticesAbout(user), []);
    await check(user, agent, [[kite, 99, false]], automatic);
    const title = '2 accounts have unread replies';
    assert.deepEqual(await noticesAbout(user), [[title, 'kite: 99+, studio: 1.', '/unread-checker']]);
    await check(user, agent, [[studio, 2]], automatic);
    assert.deepEqual(await noticesAbout(user), [[title, 'kite: 99+, studio: 2.', '/unread-checker']]);
  });

  it('has a title in the singular for one account', async () => {
    const { user, studio, agent } = await userWithAccounts();
    await check(user, agent, [[studio, 1]], automatic);
    assert.deepEqual(await noticesAbout(user), [['1 account has unread replies', 'studio: 1.', '/unread-checker']]);
  });
});

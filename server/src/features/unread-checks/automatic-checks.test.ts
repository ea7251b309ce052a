import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { change } from '../../platform/change.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { completeRequest, syncBody, takeRequest } from '../../testing/agent-calls.ts';
import { buildAccount, buildComputer, buildUser } from '../../testing/builders.ts';
import type { TestAgent, TestUser } from '../../testing/builders.ts';
import { buildCampaignRow } from '../../testing/campaign-rows.ts';
import { testDatabaseUrl } from '../../testing/config.ts';
import { startTestServer, startTestServers, testServer } from '../../testing/test-server.ts';
import { holdAccount } from '../accounts/account-holds.service.ts';
import { startDueChecks } from './automatic-checks.service.ts';

const server = await testServer();
const { app } = server;
const hourMs = 3_600_000;

/** Switches automatic checks on and makes the first check due. */
async function makeDue(user: TestUser, on = server): Promise<void> {
  await on.call(user, 'PUT /api/unread-checker/automatic', { body: { every_hours: 6 } });
  await on.app.db
    .updateTable('unread_schedules')
    .set({ due_at: new Date(Date.now() - 1000) })
    .where('user_id', '=', user.id)
    .execute();
}

async function userWithComputer(on = server) {
  const user = await buildUser(on.app);
  const account = await buildAccount(on.app, user);
  const agent = await buildComputer(on.app, user);
  return { user, account, agent };
}

const settingsOf = async (user: TestUser) => (await server.call(user, 'GET /api/unread-checker/automatic')).automatic;

/** Returns the account IDs of each unfinished request for an unread check, in the order of the requests. */
async function checksOf(user: TestUser, on = server): Promise<number[][]> {
  const rows = await on.app.db
    .selectFrom('agent_requests')
    .select('profile_ids')
    .where('user_id', '=', user.id)
    .where('request_type', '=', 'unread_check')
    .where('status', 'in', ['pending', 'running'])
    .orderBy('id')
    .execute();
  return rows.map(({ profile_ids }) => profile_ids);
}

const sync = (agent: TestAgent, more: Parameters<typeof syncBody>[1] = {}) =>
  server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent, more) });

describe('automatic unread checks', () => {
  it('are off until the user chooses how often, and can be switched off again', async () => {
    const { user } = await userWithComputer();
    const off = { every_hours: null, next_at: null, last_at: null, waits_for: null };
    assert.deepEqual(await settingsOf(user), off);
    const { automatic } = await server.call(user, 'PUT /api/unread-checker/automatic', { body: { every_hours: 6 } });
    const dueInMs = Date.parse(automatic.next_at ?? '') - Date.now();
    assert.ok(dueInMs > 5.9 * hourMs && dueInMs <= 6 * hourMs, automatic.next_at ?? 'never');
    const again = await server.call(user, 'PUT /api/unread-checker/automatic', { body: { every_hours: 6 } });
    assert.deepEqual(again.automatic, automatic);
    await startDueChecks(app);
    assert.deepEqual(await checksOf(user), []);
    await server.call(user, 'PUT /api/unread-checker/automatic', { body: { every_hours: null } });
    assert.deepEqual(await settingsOf(user), off);
  });

  it('start when they are due, on each computer, and appear like other checks', async () => {
    const { user, account, agent } = await userWithComputer();
    const there = await buildAccount(app, user);
    await buildComputer(app, user, { accounts: [there] });
    await makeDue(user);
    await Promise.all([startDueChecks(app), startDueChecks(app)]);
    assert.deepEqual(await checksOf(user), [[account.id], [there.id]]);
    const request = await takeRequest(server, agent);
    const { requests } = await server.call(user, 'GET /api/unread-checker/requests/history');
    assert.deepEqual([requests[0]?.id, requests[0]?.status], [request.id, 'running']);
    const { next_at, last_at, waits_for } = await settingsOf(user);
    assert.equal(Date.parse(next_at ?? '') - Date.parse(last_at ?? ''), 6 * hourMs);
    assert.equal(waits_for, null);
  });

  it('leave out accounts that are off, on hold, in use, hidden, open in a window, being opened, or on a computer that is offline', async () => {
    const { user, account: free, agent } = await userWithComputer();
    const build = (options = {}) => buildAccount(app, user, { installation_id: agent.installationId, ...options });
    await build({ is_active: false });
    await build({ profile_name: 'Nightly' });
    const [held, busy, open, opening] = [await build(), await build(), await build(), await build()];
    await buildAccount(app, user);
    await change(app, (change) =>
      holdAccount(change, { userId: user.id, profileId: held.id }, { reason: 'rate_limited', detail: null }),
    );
    await buildCampaignRow(app, user, { status: 'running', accounts: [busy] });
    await sync(agent, { windows: [{ profile_id: open.id, campaign_id: null }] });
    await server.call(user, 'POST /api/profiles/open', { body: { profile_path: opening.profile_path } });
    await makeDue(user);
    await startDueChecks(app);
    assert.deepEqual(await checksOf(user), [[free.id]]);
  });

  it('wait, and say why, until they can start', async () => {
    const { user, account, agent } = await userWithComputer();
    const waits = async () => {
      await startDueChecks(app);
      return [(await settingsOf(user)).waits_for, (await checksOf(user)).length];
    };
    await makeDue(user);
    await app.db.updateTable('users').set({ subscription_end_date: null }).where('id', '=', user.id).execute();
    assert.deepEqual(await waits(), ['subscription', 0]);
    await app.db.updateTable('users').set({ subscription_end_date: '2999-01-01' }).where('id', '=', user.id).execute();

    await sync(agent, { is_paused: true });
    assert.deepEqual(await waits(), ['agent_paused', 0]);
    const seen = (last_seen_at: Date) =>
      app.db.updateTable('agent_tokens').set({ last_seen_at }).where('id', '=', agent.id).execute();
    await seen(new Date(Date.now() - hourMs));
    assert.deepEqual(await waits(), ['no_computer', 0]);

    await sync(agent, { windows: [{ profile_id: account.id, campaign_id: null }] });
    assert.deepEqual(await waits(), ['no_account', 0]);
    await server.call(user, 'POST /api/unread-checker/requests', { body: {} });
    assert.deepEqual(await waits(), ['check_running', 1]);

    const results = { profiles_checked: 0, total_unread: 0, results: [] };
    await completeRequest(server, agent, await takeRequest(server, agent), results);
    assert.deepEqual(await waits(), [null, 1]);
  });

  it('do not start while a restore waits for confirmation', async () => {
    const restored = await startTestServer();
    const { user } = await userWithComputer(restored);
    await makeDue(user, restored);
    await restored.app.db.insertInto('restores').values({ backup_made_at: new Date() }).execute();
    await startDueChecks(restored.app);
    assert.deepEqual(await checksOf(user, restored), []);
  });

  it('are started by only one of several servers', { skip: testDatabaseUrl === null }, async () => {
    const servers = await startTestServers(2);
    const [first] = servers;
    assert.ok(first);
    const { user, account } = await userWithComputer(first);
    await makeDue(user, first);
    await Promise.all(servers.map((each) => startDueChecks(each.app)));
    assert.deepEqual(await checksOf(user, first), [[account.id]]);
  });

  it('cannot be set to an interval other than 1, 6 or 24 hours', async () => {
    const user = await buildUser(app);
    for (const every_hours of [0, 2, '6', undefined]) {
      const body = { every_hours };
      const reply = await server.send(user, { method: 'PUT', url: '/api/unread-checker/automatic', body });
      assert.equal(reply.status, 400, JSON.stringify(body));
    }
  });
});

describeAccess(server, [
  { key: 'GET /api/unread-checker/automatic' },
  { key: 'PUT /api/unread-checker/automatic', input: () => Promise.resolve({ body: { every_hours: 1 } }) },
]);

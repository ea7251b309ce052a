import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { performanceSorts } from '@sandpiper/contract/accounts';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildAccount, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

type Entry = {
  action: 'message_sent' | 'message_failed' | 'profile_blocked';
  account: { id: number; profile_name: string };
  at: string;
};

/** Writes the log of a campaign with its counters, as sending would have. */
async function writeHistory(user: TestUser, campaign: { id: number }, entries: Entry[]): Promise<void> {
  let seq = 1;
  for (const { action, account, at } of entries) {
    seq += 1;
    await app.db
      .insertInto('campaign_logs')
      .values({
        user_id: user.id,
        campaign_id: campaign.id,
        seq,
        action,
        profile_id: account.id,
        profile_name: account.profile_name,
        created_at: at,
      })
      .execute();
  }
  await app.db
    .updateTable('campaigns')
    .set({
      last_log_seq: seq,
      total_sent: entries.filter((entry) => entry.action === 'message_sent').length,
      total_failed: entries.filter((entry) => entry.action === 'message_failed').length,
    })
    .where('id', '=', campaign.id)
    .execute();
}

async function history() {
  const user = await buildUser(app);
  const campaign = await buildCampaign(app, user, {
    status: 'running',
    accounts: 2,
    recipients: ['a', 'b', 'c', 'd', 'e', 'f'],
  });
  const [first, second] = campaign.accounts;
  assert.ok(first && second);
  await writeHistory(user, campaign, [
    { action: 'message_sent', account: first, at: '2026-03-01T10:00:00Z' },
    { action: 'message_sent', account: first, at: '2026-03-01T12:00:00Z' },
    { action: 'message_failed', account: first, at: '2026-03-02T23:59:59Z' },
    { action: 'message_sent', account: second, at: '2026-03-03T00:00:00Z' },
    { action: 'profile_blocked', account: second, at: '2026-03-03T00:30:00Z' },
  ]);
  return { user, campaign, first, second };
}

describe('the dashboard', () => {
  it('sums up everything without a range', async () => {
    const { user, campaign } = await history();
    const { stats, recentCampaigns, daily } = await server.call(user, 'GET /api/campaigns/dashboard-stats');
    assert.deepEqual(stats, { campaigns: 1, recipients: 6, sent: 3, failed: 1, pending: 2 });
    assert.equal(recentCampaigns[0]?.id, campaign.id);
    assert.equal(daily.length, 14);
    assert.equal(daily.at(-1)?.date, new Date().toISOString().slice(0, 10));
  });

  it('counts what was sent within a range, both days included', async () => {
    const { user } = await history();
    const query = { start_date: '2026-03-01', end_date: '2026-03-02' };
    const { stats, daily } = await server.call(user, 'GET /api/campaigns/dashboard-stats', { query });
    assert.equal(stats.sent, 2);
    assert.equal(stats.failed, 1);
    assert.equal(stats.campaigns, 0);
    assert.deepEqual(daily, [
      { date: '2026-03-01', sent: 2, failed: 0 },
      { date: '2026-03-02', sent: 0, failed: 1 },
    ]);
  });

  it('counts people who wait in a campaign that was not started', async () => {
    const user = await buildUser(app);
    await buildCampaign(app, user);
    const { stats } = await server.call(user, 'GET /api/campaigns/dashboard-stats');
    assert.equal(stats.pending, 3);
  });

  it('survives a range of a thousand years and one that ends before it begins', async () => {
    const user = await buildUser(app);
    for (const query of [
      { start_date: '1900-01-01', end_date: '9999-12-31' },
      { start_date: '2026-03-02', end_date: '2026-03-01' },
    ]) {
      const { stats } = await server.call(user, 'GET /api/campaigns/dashboard-stats', { query });
      assert.equal(stats.sent, 0);
    }
  });
});

describe('performance', () => {
  it('tells what each account achieved', async () => {
    const { user, first, second } = await history();
    const unused = await buildAccount(app, user);
    const { profilePerformance, pagination } = await server.call(user, 'GET /api/profiles/performance');
    assert.equal(pagination.totalItems, 3);
    const [best, next, last] = profilePerformance;
    assert.equal(best?.profile_id, first.id);
    assert.deepEqual(
      [best?.messages_sent, best?.messages_failed, best?.profile_blocked, best?.total_actions, best?.campaigns_used],
      [2, 1, 0, 3, 1],
    );
    assert.equal(best?.success_rate, 66.7);
    // Two messages in 38 hours.
    assert.equal(best?.efficiency, 0.1);
    assert.equal(best?.first_action, '2026-03-01T10:00:00.000Z');
    assert.equal(next?.profile_id, second.id);
    assert.deepEqual([next?.success_rate, next?.efficiency, next?.total_actions], [100, 1, 2]);
    assert.equal(last?.profile_id, unused.id);
    assert.deepEqual([last?.success_rate, last?.total_actions, last?.first_action], [null, 0, null]);
  });

  it('shows the messages of the last fourteen days of a range', async () => {
    const { user } = await history();
    const query = { start_date: '2026-02-01', end_date: '2026-03-03' };
    const { profilePerformance } = await server.call(user, 'GET /api/profiles/performance', { query });
    assert.deepEqual(profilePerformance[0]?.daily_sent.slice(-4), [0, 2, 0, 0]);
    assert.deepEqual(profilePerformance[1]?.daily_sent.slice(-2), [0, 1]);
  });

  for (const sort_by of performanceSorts) {
    it(`is sorted by ${sort_by}`, async () => {
      const { user } = await history();
      const { profilePerformance } = await server.call(user, 'GET /api/profiles/performance', { query: { sort_by } });
      const column = sort_by.replace(/_(asc|desc)$/, '');
      const values = profilePerformance.map((row) => Number(new Map(Object.entries(row)).get(column)));
      const sorted = values.toSorted((a, b) => (sort_by.endsWith('asc') ? a - b : b - a));
      assert.deepEqual(values, sorted);
    });
  }

  it('of one campaign is about its accounts alone', async () => {
    const { user, campaign } = await history();
    await buildAccount(app, user);
    const { profilePerformance } = await server.call(user, 'GET /api/campaigns/:id/profile-performance', {
      params: { id: campaign.id },
    });
    assert.deepEqual(
      profilePerformance.map((row) => row.messages_sent),
      [2, 1],
    );
  });

  it('is searched by name, wildcards taken as they are', async () => {
    const { user, first } = await history();
    const found = async (search: string) =>
      (await server.call(user, 'GET /api/profiles/performance', { query: { search } })).profilePerformance.length;
    assert.equal(await found(first.profile_name), 1);
    assert.equal(await found('%'), 0);
  });
});

describeAccess(server, [
  { key: 'GET /api/campaigns/dashboard-stats' },
  { key: 'GET /api/profiles/performance' },
  {
    key: 'GET /api/campaigns/:id/profile-performance',
    input: async (owner) => ({ params: { id: (await buildCampaign(app, owner)).id } }),
    isOwned: true,
  },
]);

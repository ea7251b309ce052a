import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { performanceSorts } from '@sandpiper/contract/account-performance';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildAccount, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { buildHistory, writeHistory } from '../../testing/campaign-history.ts';
import { buildCampaignRow } from '../../testing/campaign-rows.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

describe('account performance', () => {
  it('shows each account’s results', async () => {
    const { user, first, second } = await buildHistory(app);
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
    // Two messages in 38 hours are 0.1 per hour, rounded.
    assert.equal(best?.efficiency, 0.1);
    assert.equal(best?.first_action, '2026-03-01T10:00:00.000Z');
    assert.equal(next?.profile_id, second.id);
    assert.deepEqual([next?.success_rate, next?.efficiency, next?.total_actions], [100, 1, 2]);
    assert.equal(last?.profile_id, unused.id);
    assert.deepEqual([last?.success_rate, last?.total_actions, last?.first_action], [null, 0, null]);
  });

  it('shows the messages sent on each of the fourteen days up to the end of a range', async () => {
    const { user } = await buildHistory(app);
    const query = { start_date: '2026-02-01', end_date: '2026-03-03' };
    const { profilePerformance } = await server.call(user, 'GET /api/profiles/performance', { query });
    const days = (last: number[]) => [...Array.from({ length: 14 - last.length }, () => 0), ...last];
    assert.deepEqual(
      profilePerformance.map(({ daily_sent }) => daily_sent),
      [days([2, 0, 0]), days([1])],
    );
  });

  /** The figures of three accounts. No two accounts have the same value for a figure that accounts can be sorted by. */
  const figures = {
    ana: { messages_sent: 3, messages_failed: 1, profile_blocked: 0, campaigns_used: 2 },
    ben: { messages_sent: 1, messages_failed: 0, profile_blocked: 5, campaigns_used: 3 },
    cleo: { messages_sent: 4, messages_failed: 3, profile_blocked: 0, campaigns_used: 1 },
  };

  async function comparable(): Promise<TestUser> {
    const user = await buildUser(app);
    const campaigns = [];
    for (let number = 0; number < 3; number += 1) campaigns.push(await buildCampaignRow(app, user, {}));
    let seq = 0;
    for (const [profile_name, figure] of Object.entries(figures)) {
      const account = await buildAccount(app, user, { profile_name });
      const actions = [
        ...Array.from({ length: figure.messages_sent }, () => 'message_sent' as const),
        ...Array.from({ length: figure.messages_failed }, () => 'message_failed' as const),
        ...Array.from({ length: figure.profile_blocked }, () => 'profile_blocked' as const),
      ];
      for (const [index, action] of actions.entries()) {
        const campaign = campaigns[index % figure.campaigns_used];
        seq += 1;
        await app.db
          .insertInto('campaign_logs')
          .values({
            user_id: user.id,
            campaign_id: campaign?.id ?? 0,
            seq,
            action,
            profile_id: account.id,
            profile_name,
          })
          .execute();
      }
    }
    await buildAccount(app, user, { profile_name: 'unused' });
    return user;
  }

  const ascending = {
    messages_sent: ['unused', 'ben', 'ana', 'cleo'],
    messages_failed: ['ben', 'unused', 'ana', 'cleo'],
    // An account without attempts has no rate and comes last in both orders.
    success_rate: ['cleo', 'ana', 'ben', 'unused'],
    total_actions: ['unused', 'ana', 'ben', 'cleo'],
    campaigns_used: ['unused', 'cleo', 'ana', 'ben'],
  };
  const descending = {
    messages_sent: ['cleo', 'ana', 'ben', 'unused'],
    messages_failed: ['cleo', 'ana', 'ben', 'unused'],
    success_rate: ['ben', 'ana', 'cleo', 'unused'],
    total_actions: ['cleo', 'ben', 'ana', 'unused'],
    campaigns_used: ['ben', 'ana', 'cleo', 'unused'],
  };

  it('can be sorted in all ten ways, with ties broken in favor of the older account', async () => {
    const user = await comparable();
    for (const sort_by of performanceSorts) {
      const { profilePerformance } = await server.call(user, 'GET /api/profiles/performance', { query: { sort_by } });
      const orders = sort_by.endsWith('_asc') ? ascending : descending;
      const expected = new Map<string, string[]>(Object.entries(orders)).get(sort_by.replace(/_(asc|desc)$/, ''));
      assert.deepEqual(
        profilePerformance.map(({ profile_name }) => profile_name),
        expected,
        sort_by,
      );
    }
  });

  it('keeps its order across pages', async () => {
    const user = await comparable();
    const query = { sort_by: 'messages_sent_desc', page: 2, limit: 3 } as const;
    const { profilePerformance, pagination } = await server.call(user, 'GET /api/profiles/performance', { query });
    assert.deepEqual(
      profilePerformance.map(({ profile_name }) => profile_name),
      ['unused'],
    );
    assert.deepEqual(pagination, { currentPage: 2, totalPages: 2, totalItems: 4, itemsPerPage: 3 });
  });

  it('covers only a campaign’s own accounts when limited to that campaign', async () => {
    const { user, campaign } = await buildHistory(app);
    await buildAccount(app, user);
    const { profilePerformance } = await server.call(user, 'GET /api/campaigns/:id/profile-performance', {
      params: { id: campaign.id },
    });
    assert.deepEqual(
      profilePerformance.map((row) => row.messages_sent),
      [2, 1],
    );
  });

  it('includes a removed account, under its latest name, only when limited to a campaign', async () => {
    const { user, campaign, first, second } = await buildHistory(app);
    await app.db.updateTable('campaign_profiles').set({ is_running: false }).where('user_id', '=', user.id).execute();
    await server.call(user, 'DELETE /api/profiles/:id', { params: { id: first.id } });
    const params = { id: campaign.id };
    const inIt = await server.call(user, 'GET /api/campaigns/:id/profile-performance', { params });
    assert.deepEqual(
      inIt.profilePerformance.map((row) => [row.profile_name, row.messages_sent, row.is_deleted]),
      [
        [first.profile_name, 2, true],
        [second.profile_name, 1, false],
      ],
    );
    const inAll = await server.call(user, 'GET /api/profiles/performance');
    assert.deepEqual(
      inAll.profilePerformance.map((row) => [row.profile_id, row.is_deleted]),
      [[second.id, false]],
    );
    assert.equal(inAll.pagination.totalItems, 1);
  });

  it('counts a message with an unknown outcome as failed, as the dashboard does', async () => {
    const { user, campaign, first } = await buildHistory(app);
    const unknown = { action: 'message_unknown', account: first, at: '2026-03-01T13:00:00Z' } as const;
    await writeHistory(app, { user, campaign }, [unknown], 100);
    const query = { start_date: '2026-03-01', end_date: '2026-03-01' };
    const { profilePerformance } = await server.call(user, 'GET /api/profiles/performance', { query });
    const row = profilePerformance.find(({ profile_id }) => profile_id === first.id);
    assert.deepEqual([row?.messages_sent, row?.messages_failed, row?.total_actions], [2, 1, 3]);
    const { stats, daily } = await server.call(user, 'GET /api/campaigns/dashboard-stats', { query });
    assert.deepEqual([stats.failed, daily[0]?.failed], [1, 1]);
  });

  it('can be searched by name, with % and _ matched literally', async () => {
    const { user, first } = await buildHistory(app);
    const found = async (search: string) =>
      (await server.call(user, 'GET /api/profiles/performance', { query: { search } })).profilePerformance.length;
    assert.equal(await found(first.profile_name), 1);
    assert.equal(await found('%'), 0);
    assert.equal(await found('_'), 0);
  });
});

describeAccess(server, [
  { key: 'GET /api/profiles/performance' },
  {
    key: 'GET /api/campaigns/:id/profile-performance',
    input: async (owner) => ({ params: { id: (await buildCampaign(app, owner)).id } }),
    isOwned: true,
  },
]);

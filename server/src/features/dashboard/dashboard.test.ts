import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { localDay } from '../../platform/local-time.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { buildHistory } from '../../testing/campaign-history.ts';
import { buildCampaignRow } from '../../testing/campaign-rows.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

describe('the dashboard', () => {
  it('counts everything if no range is given', async () => {
    const { user, campaign } = await buildHistory(app);
    const { stats, recentCampaigns, daily } = await server.call(user, 'GET /api/campaigns/dashboard-stats');
    assert.deepEqual(stats, { campaigns: 1, recipients: 6, sent: 3, failed: 1, pending: 2 });
    assert.equal(recentCampaigns[0]?.id, campaign.id);
    assert.equal(daily.length, 14);
    assert.equal(daily.at(-1)?.date, new Date().toISOString().slice(0, 10));
  });

  it('counts what was sent within a range, including its first and last day', async () => {
    const { user } = await buildHistory(app);
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

  it('has days in the time zone of the user', async () => {
    const { user, campaign } = await buildHistory(app);
    const timezone = 'Pacific/Kiritimati';
    await server.call(user, 'PUT /api/settings/timezone', { body: { timezone } });
    const { daily } = await server.call(user, 'GET /api/campaigns/dashboard-stats');
    assert.equal(daily.at(-1)?.date, localDay(new Date(), timezone));
    await app.db
      .updateTable('campaigns')
      .set({ created_at: '2026-03-01T20:00:00Z' })
      .where('id', '=', campaign.id)
      .execute();
    const query = { start_date: '2026-03-02', end_date: '2026-03-02' };
    const { stats } = await server.call(user, 'GET /api/campaigns/dashboard-stats', { query });
    assert.equal(stats.campaigns, 1);
    const { profilePerformance } = await server.call(user, 'GET /api/profiles/performance');
    assert.equal(profilePerformance[0]?.daily_sent.length, 14);
  });

  it('counts the pending people of a campaign that has not started', async () => {
    const user = await buildUser(app);
    await buildCampaign(app, user);
    const { stats } = await server.call(user, 'GET /api/campaigns/dashboard-stats');
    assert.equal(stats.pending, 3);
  });

  it('counts the people who were still pending when a campaign was stopped', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { status: 'running' });
    await server.call(user, 'POST /api/campaigns/:id/stop', { params: { id } });
    const { stats } = await server.call(user, 'GET /api/campaigns/dashboard-stats');
    assert.equal(stats.pending, 3);
  });

  it('remembers that a campaign was started, no matter how many campaigns were created later', async () => {
    const user = await buildUser(app);
    const hasStarted = async () => (await server.call(user, 'GET /api/campaigns/dashboard-stats')).has_started;
    await buildCampaignRow(app, user, {});
    assert.equal(await hasStarted(), false);
    await buildCampaignRow(app, user, { status: 'completed' });
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await buildCampaignRow(app, user, { name });
    assert.equal(await hasStarted(), true);
    const other = await buildUser(app);
    assert.equal((await server.call(other, 'GET /api/campaigns/dashboard-stats')).has_started, false);
  });

  it('lists the campaigns that have not started on time, with the reasons', async () => {
    const user = await buildUser(app);
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    const plan = async (name: string, start_at: Date | null, start_problem: string | null = null) => {
      const { id } = await buildCampaignRow(app, user, { name });
      await app.db.updateTable('campaigns').set({ start_at, start_problem }).where('id', '=', id).execute();
      return id;
    };
    await plan('Unplanned', null);
    await plan('Planned', at(1));
    const late = await plan('Late', at(-1), 'No account is switched on.');
    const missed = await plan('Missed', at(-3));
    const { late_campaigns } = await server.call(user, 'GET /api/campaigns/dashboard-stats');
    assert.deepEqual(
      late_campaigns.map(({ id, name, status_reason: { code } }) => [id, name, code]),
      [
        [missed, 'Missed', 'start_missed'],
        [late, 'Late', 'scheduled'],
      ],
    );
    assert.match(late_campaigns[1]?.status_reason.text ?? '', /No account is switched on\.$/);
    const other = await buildUser(app);
    assert.deepEqual((await server.call(other, 'GET /api/campaigns/dashboard-stats')).late_campaigns, []);
  });

  it('accepts a range of thousands of years, a range that ends before it begins, and the earliest end', async () => {
    const user = await buildUser(app);
    for (const query of [
      { start_date: '1900-01-01', end_date: '9999-12-31' },
      { start_date: '2026-03-02', end_date: '2026-03-01' },
      { end_date: '1900-01-01' },
    ]) {
      const { stats } = await server.call(user, 'GET /api/campaigns/dashboard-stats', { query });
      assert.equal(stats.sent, 0);
    }
  });
});

describeAccess(server, [{ key: 'GET /api/campaigns/dashboard-stats' }]);

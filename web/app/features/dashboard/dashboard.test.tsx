import type { CampaignRow } from '@sandpiper/contract/campaigns';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { buildCampaignRow, paginationOf } from '../../testing/builders.ts';
import { figure, loaded, renderDashboard, seen, stats } from '../../testing/dashboard-screen.tsx';
import { Failure, type Replies } from '../../testing/fake-api.ts';
import { arrival, pass, stopTheClock } from '../../testing/still-clock.ts';

describe('the dashboard', () => {
  it('shows a loading indicator, then the four figures', async () => {
    let answer: (value: typeof stats) => void = () => undefined;
    const answered = new Promise<typeof stats>((resolve) => {
      answer = resolve;
    });
    const { api } = renderDashboard({ 'GET /api/campaigns/dashboard-stats': () => answered });
    expect(await screen.findByRole('status', { name: 'Loading the dashboard' })).toBeInTheDocument();
    expect(api.of('GET /api/campaigns/dashboard-stats').length).toBeGreaterThan(0);
    answer(stats);
    await loaded();
    expect(screen.queryByRole('status', { name: 'Loading the dashboard' })).not.toBeInTheDocument();
    expect(figure('Total Campaigns')).toBe('Total Campaigns6');
    expect(figure('Messages Sent')).toBe('Messages Sent1,742');
    expect(figure('Failed Messages')).toBe('Failed Messages63');
    expect(screen.getAllByText('Pending').map((label) => label.parentElement?.textContent)).toContain('Pending207');
  });

  it('requests the stats, the accounts and the templates at the same time', async () => {
    const never = () => new Promise<never>(() => undefined);
    const { api } = renderDashboard({
      'GET /api/campaigns/dashboard-stats': never,
      'GET /api/profiles': never,
      'GET /api/templates': never,
    });
    await waitFor(() => expect(api.of('GET /api/campaigns/dashboard-stats')).toHaveLength(1));
    await waitFor(() => expect(api.of('GET /api/profiles')).toHaveLength(1));
    await waitFor(() => expect(api.of('GET /api/templates')).toHaveLength(1));
  });

  it('does not wait for the agent’s state', async () => {
    renderDashboard({ 'GET /api/agent-tokens': () => new Promise<never>(() => undefined) });
    expect(await loaded()).toBeInTheDocument();
  });

  it('shows the messages per day in a chart and in a table', async () => {
    renderDashboard();
    const panel = await loaded();
    const table = within(panel).getByRole('table', { name: 'Messages per day' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['DaySentFailed', '20-11-2026121', '21-11-2026302']);
  });

  it('describes each account’s chart', async () => {
    renderDashboard();
    await loaded();
    expect(screen.getByRole('columnheader', { name: '14 days' })).toBeInTheDocument();
    expect(screen.getAllByRole('img', { name: /^Sent each day by studio:/ })[0]).toBeInTheDocument();
  });

  it('colors each success rate by its level, and hides accounts that use Firefox’s default profiles', async () => {
    renderDashboard();
    await loaded();
    const band = (name: RegExp) => screen.getByRole('img', { name }).getAttribute('data-band');
    expect(band(/rate 80 percent/)).toBe('green');
    expect(band(/rate 79.9 percent/)).toBe('yellow');
    expect(band(/rate 59.9 percent/)).toBe('red');
    expect(band(/no attempts yet/)).toBe('none');
    expect(screen.queryByText('default-release')).not.toBeInTheDocument();
    expect(screen.getByText('Showing 1 to 5 of 7 accounts, 1 hidden (a personal Firefox profile)')).toBeInTheDocument();
  });

  it.each([
    ['running', true, '1 campaign is sending now.'],
    ['running', false, '1 campaign is running, but nothing is being sent because your agent is offline.'],
    ['paused', true, 'Nothing is being sent. 1 campaign is paused.'],
    ['completed', true, 'Nothing is being sent.'],
  ] as const)('says what is happening right now: campaign %s, agent online: %s', async (status, online, sentence) => {
    renderDashboard({
      'GET /api/campaigns': ({ query }) => ({
        campaigns: query['status'] === status ? [buildCampaignRow({ status })] : [],
        pagination: paginationOf(1),
      }),
      'GET /api/agent-tokens': { tokens: [{ ...seen, online }] },
    });
    expect(await screen.findByText(sentence)).toBeInTheDocument();
  });

  it('says that the agent is the wrong version, not just that it is offline', async () => {
    renderDashboard({
      'GET /api/agent-tokens': { tokens: [{ ...seen, online: false, outdated_at: '2026-11-21T00:01:00.000Z' }] },
    });
    const sentence = /1 campaign is running, but nothing is being sent because your agent is the wrong version\./;
    expect(await screen.findByText(sentence)).toBeInTheDocument();
  });

  it('counts a running campaign as waiting if it can’t send', async () => {
    const status_reason = {
      code: 'outside_hours',
      text: 'Outside its hours.',
      action: null,
      path: null,
      until: null,
    } as const;
    const waiting = buildCampaignRow({ id: 8, status: 'running', status_reason });
    const replyWith = (...running: CampaignRow[]): Replies => ({
      'GET /api/campaigns': ({ query }) => ({
        campaigns: query['status'] === 'running' ? running : [],
        pagination: paginationOf(running.length),
      }),
      'GET /api/agent-tokens': { tokens: [{ ...seen, online: true }] },
    });
    const { api, socket } = renderDashboard(replyWith(waiting));
    expect(await screen.findByText('Nothing is being sent. 1 campaign is waiting.')).toBeInTheDocument();
    api.set(replyWith(waiting, buildCampaignRow({ id: 9, status: 'running' })));
    socket.connect();
    expect(await screen.findByText('1 campaign is sending now. 1 campaign is waiting.')).toBeInTheDocument();
  });

  it('no longer says that messages are being sent once the connection is lost', async () => {
    const { socket } = renderDashboard({
      'GET /api/campaigns': { campaigns: [buildCampaignRow({ status: 'running' })], pagination: paginationOf(1) },
      'GET /api/agent-tokens': { tokens: [{ ...seen, online: true }] },
    });
    await screen.findByText('1 campaign is sending now.');
    socket.connect();
    socket.disconnect();
    expect(await screen.findByText('The connection was lost, so this page may be out of date.')).toBeInTheDocument();
    expect(screen.queryByText('1 campaign is sending now.')).not.toBeInTheDocument();
  });

  it('links to recent campaigns, all campaigns and the quick actions', async () => {
    renderDashboard();
    await loaded();
    expect(screen.getByRole('link', { name: /^Autumn/ })).toHaveAttribute('href', '/campaigns/3');
    expect(screen.getByRole('link', { name: 'View all' })).toHaveAttribute('href', '/campaigns');
    const quick = within(screen.getByRole('region', { name: 'Quick Actions' }));
    expect(quick.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
      ['/campaigns', 'Campaigns6'],
      ['/profiles', 'Accounts1'],
      ['/templates', 'Templates1'],
      ['/people', 'Recipients240'],
    ]);
  });

  it('logs loading errors instead of showing them, and hides the loading indicator', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const failure = new Failure(500, { error: 'The database is down.' });
    renderDashboard({
      'GET /api/campaigns/dashboard-stats': failure,
      'GET /api/profiles': failure,
      'GET /api/templates': failure,
      'GET /api/profiles/performance': failure,
    });
    await loaded();
    expect(figure('Total Campaigns')).toBe('Total Campaigns–');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(logged).toHaveBeenCalled();
    logged.mockRestore();
  });
});

describe('live changes on the dashboard', () => {
  it('reload the figures and the accounts’ results when a campaign’s status changes', async () => {
    const { socket, api } = renderDashboard();
    await loaded();
    const before = api.of('GET /api/profiles/performance').length;
    api.set({ 'GET /api/campaigns/dashboard-stats': { ...stats, stats: { ...stats.stats, sent: 9 } } });
    socket.receive('campaign_update', { campaign_id: 3, status: 'completed' });
    await waitFor(() => expect(figure('Messages Sent')).toBe('Messages Sent9'));
    await waitFor(() => expect(api.of('GET /api/profiles/performance').length).toBeGreaterThan(before));
  });

  it('move the progress bar of their campaign', async () => {
    const { socket } = renderDashboard();
    await loaded();
    socket.receive('campaign_progress_update', { campaignId: 3, total_sent: 80, total_failed: 10, total_list: 100 });
    await waitFor(() =>
      expect(screen.getByRole('progressbar', { name: 'Progress of Autumn' })).toHaveAttribute('aria-valuenow', '90'),
    );
    expect(screen.getByText('80 of 100 sent, 10 failed')).toBeInTheDocument();
  });
});

describe('an open dashboard', () => {
  stopTheClock();

  it('polls only for the agent’s state and the reason why a running campaign is waiting, because the rest arrives live', async () => {
    const { api } = renderDashboard();
    const isQuiet = (key: string) => key !== 'GET /api/agent-tokens' && key !== 'GET /api/campaigns';
    const asked = () => api.requests.filter(({ key }) => isQuiet(key)).length;
    await arrival(() => screen.getByRole('region', { name: 'Messages per day' }));
    await pass(1000);
    const first = asked();
    await pass(120_000);
    expect(asked()).toBe(first);
  });
});

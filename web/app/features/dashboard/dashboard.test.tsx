import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import DashboardPage from '../../pages/dashboard.page.tsx';
import {
  buildAccount,
  buildCampaignRow,
  buildList,
  buildPerformance,
  buildTemplate,
  paginationOf,
} from '../../testing/builders.ts';
import { Failure, type Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { arrival, pass, stopTheClock } from '../../testing/still-clock.ts';

const stats = {
  stats: { campaigns: 6, recipients: 1012, sent: 1742, failed: 63, pending: 207 },
  daily: [
    { date: '2026-11-20', sent: 12, failed: 1 },
    { date: '2026-11-21', sent: 30, failed: 2 },
  ],
  recentCampaigns: [
    {
      id: 3,
      name: 'Autumn',
      status: 'running' as const,
      total_list: 100,
      total_sent: 40,
      total_failed: 10,
      created_at: '2026-11-20T10:00:00.000Z',
    },
  ],
  has_started: true,
};

const seen = {
  id: 1,
  name: 'Mac',
  created_at: '2026-11-01T00:00:00.000Z',
  last_seen_at: '2026-11-21T00:00:00.000Z',
  online: true,
  version: '1',
  platform: 'darwin',
  is_paused: false,
  is_outdated: false,
  address: null,
  page_pack: null,
};

function open(replies: Replies = {}, url = '/dashboard') {
  return renderScreen(<DashboardPage />, {
    url,
    replies: {
      'GET /api/campaigns/dashboard-stats': stats,
      'GET /api/profiles': { profiles: [buildAccount()], pagination: paginationOf(1) },
      'GET /api/profiles/performance': {
        profilePerformance: [
          buildPerformance({ profile_id: 1, profile_name: 'studio', success_rate: 80 }),
          buildPerformance({ profile_id: 2, profile_name: 'bakery', success_rate: 79.9 }),
          buildPerformance({ profile_id: 3, profile_name: 'shop', success_rate: 59.9 }),
          buildPerformance({ profile_id: 4, profile_name: 'new', success_rate: null }),
          buildPerformance({ profile_id: 5, profile_name: 'default-release' }),
        ],
        pagination: paginationOf(7, 5),
      },
      'GET /api/templates': { templates: [buildTemplate()] },
      'GET /api/lists': { lists: [buildList({ recipient_count: 240 })] },
      'GET /api/agent-tokens': { tokens: [seen] },
      'GET /api/campaigns': { campaigns: [buildCampaignRow({ status: 'running' })], pagination: paginationOf(1) },
      ...replies,
    },
  });
}

const loaded = () => screen.findByRole('region', { name: 'Messages per day' });
const figure = (label: string) => screen.getByText(label).parentElement?.textContent;

describe('the dashboard', () => {
  it('shows a loading indicator, then the four figures', async () => {
    let answer: (value: typeof stats) => void = () => undefined;
    const answered = new Promise<typeof stats>((resolve) => {
      answer = resolve;
    });
    const { api } = open({ 'GET /api/campaigns/dashboard-stats': () => answered });
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

  it('requests stats with recent campaigns, profiles and templates at the same time', async () => {
    const never = () => new Promise<never>(() => undefined);
    const { api } = open({
      'GET /api/campaigns/dashboard-stats': never,
      'GET /api/profiles': never,
      'GET /api/templates': never,
    });
    await waitFor(() => expect(api.of('GET /api/campaigns/dashboard-stats')).toHaveLength(1));
    await waitFor(() => expect(api.of('GET /api/profiles')).toHaveLength(1));
    await waitFor(() => expect(api.of('GET /api/templates')).toHaveLength(1));
  });

  it('does not wait for the agent’s state', async () => {
    open({ 'GET /api/agent-tokens': () => new Promise<never>(() => undefined) });
    expect(await loaded()).toBeInTheDocument();
  });

  it('marks an account that was deleted', async () => {
    open({
      'GET /api/profiles/performance': {
        profilePerformance: [buildPerformance({ is_deleted: true, is_active: 0 })],
        pagination: paginationOf(1, 5),
      },
    });
    const header = await screen.findByRole('rowheader', { name: /^studio/ });
    expect(header).toHaveTextContent('Deleted');
    expect(header).not.toHaveTextContent('Inactive');
  });

  it('draws messages per day, with a table of the same figures', async () => {
    open();
    const panel = await loaded();
    const table = within(panel).getByRole('table', { name: 'Messages per day' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['DaySentFailed', '20-11-2026121', '21-11-2026302']);
  });

  it('shows success rates in their color bands, and hides the browser’s own profiles', async () => {
    open();
    await loaded();
    const band = (name: RegExp) => screen.getByRole('img', { name }).getAttribute('data-band');
    expect(band(/rate 80 percent/)).toBe('green');
    expect(band(/rate 79.9 percent/)).toBe('yellow');
    expect(band(/rate 59.9 percent/)).toBe('red');
    expect(band(/no attempts yet/)).toBe('none');
    expect(screen.queryByText('default-release')).not.toBeInTheDocument();
    expect(screen.getByText('Showing 1 to 5 of 7 profiles, 1 hidden (a personal Firefox profile)')).toBeInTheDocument();
  });

  it.each([
    ['running', true, '1 campaign sending now.'],
    ['running', false, '1 campaign running, but nothing is being sent because your agent is offline.'],
    ['paused', true, 'Nothing is being sent. 1 campaign paused.'],
    ['completed', true, 'Nothing is being sent.'],
  ] as const)('says in one sentence what is happening: %s, agent online: %s', async (status, online, sentence) => {
    open({
      'GET /api/campaigns': ({ query }) => ({
        campaigns: query['status'] === status ? [buildCampaignRow({ status })] : [],
        pagination: paginationOf(1),
      }),
      'GET /api/agent-tokens': { tokens: [{ ...seen, online }] },
    });
    expect(await screen.findByText(sentence)).toBeInTheDocument();
  });

  it('no longer says that messages are being sent once the connection is lost', async () => {
    const { socket } = open({
      'GET /api/campaigns': { campaigns: [buildCampaignRow({ status: 'running' })], pagination: paginationOf(1) },
      'GET /api/agent-tokens': { tokens: [{ ...seen, online: true }] },
    });
    await screen.findByText('1 campaign sending now.');
    socket.connect();
    socket.disconnect();
    expect(await screen.findByText('The connection was lost, so this page may be out of date.')).toBeInTheDocument();
    expect(screen.queryByText('1 campaign sending now.')).not.toBeInTheDocument();
  });

  it('links to recent campaigns, all campaigns and the quick actions', async () => {
    open();
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

  it('requests performance by messages sent, five per page, by default', async () => {
    const { api } = open();
    await loaded();
    expect(api.of('GET /api/profiles/performance')[0]?.query).toEqual({
      sort_by: 'messages_sent_desc',
      page: '1',
      limit: '5',
    });
  });

  it('sends the sort order, search, size and page, and returns to page 1 for a new search or size', async () => {
    const { hands, api, router } = open({}, '/dashboard?page=2');
    await loaded();
    const last = () => api.of('GET /api/profiles/performance').at(-1)?.query;
    expect(last()).toMatchObject({ page: '2' });
    await hands.type(screen.getByRole('searchbox', { name: 'Search profiles' }), 'stu');
    await waitFor(() => expect(last()).toMatchObject({ page: '1', search: 'stu' }));
    await hands.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '20');
    await waitFor(() => expect(last()).toMatchObject({ limit: '20' }));
    await hands.selectOptions(screen.getByRole('combobox', { name: 'Sort Profiles By' }), 'success_rate_asc');
    await waitFor(() => expect(last()).toMatchObject({ sort_by: 'success_rate_asc' }));
    expect(router.state.location.search).toContain('sort=success_rate_asc');
  });

  it('filters by the days in the URL, as dates without a time, and resets them with the sort order', async () => {
    const { hands, api, router } = open(
      {},
      '/dashboard?start_date=2026-11-01&end_date=2026-11-21&sort=total_actions_desc',
    );
    await loaded();
    expect(api.of('GET /api/campaigns/dashboard-stats').map((request) => request.query)).toContainEqual({
      start_date: '2026-11-01',
      end_date: '2026-11-21',
    });
    expect(api.of('GET /api/profiles/performance')[0]?.query).toMatchObject({
      start_date: '2026-11-01',
      end_date: '2026-11-21',
      sort_by: 'total_actions_desc',
    });
    expect(await screen.findByText('01/11/2026 – 21/11/2026')).toBeInTheDocument();
    await hands.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    await waitFor(() =>
      expect(api.of('GET /api/profiles/performance').at(-1)?.query).toEqual({
        sort_by: 'messages_sent_desc',
        page: '1',
        limit: '5',
      }),
    );
  });

  it('shows no figures from another range while those of the chosen one load', async () => {
    const { router } = open({
      'GET /api/campaigns/dashboard-stats': ({ query }) =>
        query['start_date'] === undefined ? stats : new Promise(() => undefined),
    });
    await loaded();
    expect(figure('Messages Sent')).toBe('Messages Sent1,742');
    expect(screen.getByText('The last 14 days, 20-11-2026 to 21-11-2026 (UTC)')).toBeInTheDocument();
    await act(() => router.navigate('/dashboard?start_date=2026-11-01&end_date=2026-11-02'));
    await waitFor(() => expect(figure('Messages Sent')).toBe('Messages Sent'));
    expect(screen.queryByText(/20-11-2026/)).not.toBeInTheDocument();
    expect(screen.queryByRole('table', { name: 'Messages per day' })).not.toBeInTheDocument();
  });

  it('says which days of the chosen range it shows', async () => {
    open({}, '/dashboard?start_date=2020-01-01&end_date=2026-11-21');
    expect(await screen.findByText('20-11-2026 to 21-11-2026 (UTC)')).toBeInTheDocument();
  });

  it('ignores a URL with only one of the two days', async () => {
    const { api } = open({}, '/dashboard?end_date=2026-11-02');
    await loaded();
    expect(screen.getByText('The last 14 days, 20-11-2026 to 21-11-2026 (UTC)')).toBeInTheDocument();
    for (const { query } of api.of('GET /api/campaigns/dashboard-stats')) expect(query).toEqual({});
  });

  it('opens the calendar from the date field', async () => {
    const { hands } = open();
    await loaded();
    expect(screen.getByText('Select date range')).toBeInTheDocument();
    await hands.click(screen.getByRole('button', { name: 'Date Range' }));
    expect((await screen.findAllByRole('button', { name: /^\d{1,2} \w+ \d{4}$/ })).length).toBeGreaterThan(27);
  });

  it('only logs what could not be loaded, and hides the loading indicator', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const failure = new Failure(500, { error: 'The database is away.' });
    open({
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
  it('reload the figures and the performance when a campaign’s status changes', async () => {
    const { socket, api } = open();
    await loaded();
    const before = api.of('GET /api/profiles/performance').length;
    api.set({ 'GET /api/campaigns/dashboard-stats': { ...stats, stats: { ...stats.stats, sent: 9 } } });
    socket.receive('campaign_update', { campaign_id: 3, status: 'completed' });
    await waitFor(() => expect(figure('Messages Sent')).toBe('Messages Sent9'));
    await waitFor(() => expect(api.of('GET /api/profiles/performance').length).toBeGreaterThan(before));
  });

  it('move the progress bar of their campaign', async () => {
    const { socket } = open();
    await loaded();
    socket.receive('campaign_progress_update', { campaignId: 3, total_sent: 80, total_failed: 10, total_list: 100 });
    await waitFor(() =>
      expect(screen.getByRole('progressbar', { name: 'Progress of Autumn' })).toHaveAttribute('aria-valuenow', '90'),
    );
  });
});

describe('a page without profiles to show', () => {
  it('moves to the last page if it is past the end', async () => {
    open(
      {
        'GET /api/profiles/performance': ({ query }) => ({
          profilePerformance: query['page'] === '1' ? [buildPerformance()] : [],
          pagination: paginationOf(1, 5, Number(query['page'])),
        }),
      },
      '/dashboard?page=3',
    );
    expect(await screen.findByText('Showing 1 to 1 of 1 profiles')).toBeInTheDocument();
    expect(await screen.findByRole('rowheader', { name: /studio/ })).toBeInTheDocument();
    expect(screen.queryByText('No accounts yet')).not.toBeInTheDocument();
  });

  it('is not mistaken for having no profiles if it only holds the browser’s own', async () => {
    const own = buildPerformance({ profile_name: 'default-release' });
    open({ 'GET /api/profiles/performance': { profilePerformance: [own], pagination: paginationOf(1, 5) } });
    expect(
      await screen.findByText('All accounts on this page are hidden because they use personal Firefox profiles'),
    ).toBeInTheDocument();
  });
});

describe('the dashboard over time', () => {
  stopTheClock();

  it('polls only why a running campaign is waiting: figures and progress arrive live', async () => {
    const { api } = open();
    const isQuiet = (key: string) => key !== 'GET /api/agent-tokens' && key !== 'GET /api/campaigns';
    const asked = () => api.requests.filter(({ key }) => isQuiet(key)).length;
    await arrival(() => screen.getByRole('region', { name: 'Messages per day' }));
    await pass(1000);
    const first = asked();
    await pass(120_000);
    expect(asked()).toBe(first);
  });
});

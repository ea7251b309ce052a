import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildPerformance, paginationOf } from '../../testing/builders.ts';
import { dayIn, timeZone } from '../../platform/dates.ts';
import { rangePresets } from './range-presets.ts';
import { figure, loaded, renderDashboard, stats } from '../../testing/dashboard-screen.tsx';

describe('the dashboard', () => {
  it('requests five accounts per page, sorted by messages sent, by default', async () => {
    const { api } = renderDashboard();
    await loaded();
    expect(api.of('GET /api/profiles/performance')[0]?.query).toEqual({
      sort_by: 'messages_sent_desc',
      page: '1',
      limit: '5',
    });
  });

  it('requests the chosen sort order, search, page size and page, and returns to page 1 after a new search', async () => {
    const { userEvents, api, router } = renderDashboard({}, '/dashboard?page=2');
    await loaded();
    const last = () => api.of('GET /api/profiles/performance').at(-1)?.query;
    expect(last()).toMatchObject({ page: '2' });
    await userEvents.type(screen.getByRole('searchbox', { name: 'Search profiles' }), 'stu');
    await waitFor(() => expect(last()).toMatchObject({ page: '1', search: 'stu' }));
    await userEvents.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '20');
    await waitFor(() => expect(last()).toMatchObject({ limit: '20' }));
    await userEvents.selectOptions(screen.getByRole('combobox', { name: 'Sort Profiles By' }), 'success_rate_asc');
    await waitFor(() => expect(last()).toMatchObject({ sort_by: 'success_rate_asc' }));
    expect(router.state.location.search).toContain('sort=success_rate_asc');
  });

  it('sends the dates from the URL without a time, and resets them together with the sort order', async () => {
    const { userEvents, api, router } = renderDashboard(
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
    await userEvents.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    await waitFor(() =>
      expect(api.of('GET /api/profiles/performance').at(-1)?.query).toEqual({
        sort_by: 'messages_sent_desc',
        page: '1',
        limit: '5',
      }),
    );
  });

  it('hides the figures while a newly chosen range loads', async () => {
    const { router } = renderDashboard({
      'GET /api/campaigns/dashboard-stats': ({ query }) =>
        query['start_date'] === undefined ? stats : new Promise(() => undefined),
    });
    await loaded();
    expect(figure('Messages Sent')).toBe('Messages Sent1,742');
    expect(screen.getByText('The last 14 days, 20-11-2026 to 21-11-2026')).toBeInTheDocument();
    await act(() => router.navigate('/dashboard?start_date=2026-11-01&end_date=2026-11-02'));
    await waitFor(() => expect(figure('Messages Sent')).toBe('Messages Sent'));
    expect(screen.queryByText(/20-11-2026/)).not.toBeInTheDocument();
    expect(screen.queryByRole('table', { name: 'Messages per day' })).not.toBeInTheDocument();
  });

  it('says which days of the chosen range the chart covers', async () => {
    renderDashboard({}, '/dashboard?start_date=2020-01-01&end_date=2026-11-21');
    expect(await screen.findByText('20-11-2026 to 21-11-2026')).toBeInTheDocument();
  });

  it('ignores a date range in the URL if its start or end is missing', async () => {
    const { api } = renderDashboard({}, '/dashboard?end_date=2026-11-02');
    await loaded();
    expect(screen.getByText('The last 14 days, 20-11-2026 to 21-11-2026')).toBeInTheDocument();
    for (const { query } of api.of('GET /api/campaigns/dashboard-stats')) expect(query).toEqual({});
  });

  it('shows a date range that the URL gets later, and keeps the field when the range is cleared', async () => {
    const { userEvents, router } = renderDashboard();
    await loaded();
    await act(() => router.navigate('/dashboard?start_date=2026-11-01&end_date=2026-11-02'));
    expect(await screen.findByText('01/11/2026 – 02/11/2026')).toBeInTheDocument();
    const field = screen.getByRole('button', { name: 'Date Range' });
    await userEvents.click(screen.getByRole('button', { name: 'Clear the dates' }));
    expect(await screen.findByText('Select date range')).toBeInTheDocument();
    expect(field).toBeInTheDocument();
  });

  it('opens the calendar from the date field', async () => {
    const { userEvents } = renderDashboard();
    await loaded();
    expect(screen.getByText('Select date range')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Date Range' }));
    expect((await screen.findAllByRole('button', { name: /^\d{1,2} \w+ \d{4}$/ })).length).toBeGreaterThan(27);
    expect(screen.getAllByRole('button', { name: 'Next month' })).not.toHaveLength(0);
  });
});

describe('the calendar', () => {
  it('sets a common range with one click, and closes', async () => {
    const { userEvents, router } = renderDashboard();
    await loaded();
    await userEvents.click(screen.getByRole('button', { name: 'Date Range' }));
    const before = rangePresets(dayIn(timeZone, new Date()))[0]?.range;
    await userEvents.click(await screen.findByRole('button', { name: 'Last 7 days' }));
    const chosen = Object.fromEntries(new URLSearchParams(router.state.location.search));
    // If midnight has passed since `before` was set, the range has moved by a day.
    expect([before, rangePresets(dayIn(timeZone, new Date()))[0]?.range]).toContainEqual(chosen);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Last 7 days' })).not.toBeInTheDocument());
  });
});

describe('the performance table without accounts to show', () => {
  it('goes to the last page if the requested page no longer exists', async () => {
    renderDashboard(
      {
        'GET /api/profiles/performance': ({ query }) => ({
          profilePerformance: query['page'] === '1' ? [buildPerformance()] : [],
          pagination: paginationOf(1, 5, Number(query['page'])),
        }),
      },
      '/dashboard?page=3',
    );
    expect(await screen.findByText('Showing 1 to 1 of 1 account')).toBeInTheDocument();
    expect(await screen.findByRole('rowheader', { name: /studio/ })).toBeInTheDocument();
    expect(screen.queryByText('No accounts yet')).not.toBeInTheDocument();
  });

  it('explains why a page is empty if all of its accounts use personal Firefox profiles', async () => {
    const own = buildPerformance({ profile_name: 'default-release' });
    renderDashboard({ 'GET /api/profiles/performance': { profilePerformance: [own], pagination: paginationOf(1, 5) } });
    expect(
      await screen.findByText(
        'All accounts on this page are hidden because they seem to use personal Firefox profiles',
      ),
    ).toBeInTheDocument();
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildCampaign, buildCampaignRow, buildUser, paginationOf } from '../../testing/builders.ts';
import { renderCampaigns, rowOf, rows } from '../../testing/campaign-list-screen.tsx';
import { Failure } from '../../testing/fake-api.ts';

describe('the list of campaigns', () => {
  it('shows each campaign with its template, status, progress and creation time', async () => {
    renderCampaigns();
    const row = await rowOf('Autumn');
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Campaign',
      'Status',
      'Progress',
      'Created',
      'Actions',
    ]);
    expect(within(row).getByText('Hello')).toBeInTheDocument();
    expect(within(row).getByText('Running')).toBeInTheDocument();
    expect(within(row).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
    expect(within(row).getAllByText(/^\d\d-\d\d-\d{4} \d\d:\d\d$/)[0]).toBeInTheDocument();
    expect(within(row).getByRole('link', { name: 'Autumn' })).toHaveAttribute('href', '/campaigns/1');
  });

  it('shows a template’s full name, no matter how long it is', async () => {
    const template = 'Autumn invitation for everyone who came to the workshop';
    const campaigns = [buildCampaignRow({ name: 'Autumn', template_name: template })];
    renderCampaigns({ 'GET /api/campaigns': { campaigns, pagination: paginationOf(1) } });
    const name = within(await rowOf('Autumn')).getByText(template);
    expect(name).not.toHaveAttribute('data-line-clamp');
    expect(name).toHaveStyle({ overflowWrap: 'anywhere' });
  });

  it('never shows more than 100 percent', async () => {
    renderCampaigns();
    expect(within(await rowOf('Summer')).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  });

  it('requests ten campaigns per page unless the URL says otherwise', async () => {
    const first = renderCampaigns();
    await rowOf('Autumn');
    expect(first.api.of('GET /api/campaigns')[0]?.query).toEqual({ page: '1', limit: '10' });
    first.unmount();
    const second = renderCampaigns({}, '/campaigns?page=2&size=20&search=aut');
    await rowOf('Autumn');
    expect(second.api.of('GET /api/campaigns')[0]?.query).toEqual({ page: '2', limit: '20', search: 'aut' });
  });

  it('returns to page 1 after a search or a change of page size', async () => {
    const replies = { 'GET /api/campaigns': { campaigns: rows, pagination: paginationOf(6) } };
    const { userEvents, api, router } = renderCampaigns(replies, '/campaigns?page=2');
    await rowOf('Autumn');
    await userEvents.type(screen.getByRole('searchbox', { name: 'Search campaigns' }), 'win');
    await waitFor(() => expect(router.state.location.search).toBe('?search=win'));
    await waitFor(() =>
      expect(api.of('GET /api/campaigns').at(-1)?.query).toEqual({ page: '1', limit: '10', search: 'win' }),
    );
    await userEvents.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '50');
    await waitFor(() => expect(router.state.location.search).toBe('?search=win&size=50'));
  });

  it('offers the actions that each status allows', async () => {
    const campaign = buildCampaign({ has_retryable: true });
    const { userEvents } = renderCampaigns({ 'GET /api/campaigns/:id': { campaign } });
    await rowOf('Autumn');
    const offered = async (name: string) => {
      await userEvents.click(screen.getByRole('button', { name: `Actions for ${name}` }));
      const names = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
      await userEvents.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('menuitem')).not.toBeInTheDocument());
      return names;
    };
    const [view, copy, remove] = ['View details', 'Duplicate', 'Delete'];
    expect(await offered('Autumn')).toEqual([view, 'Pause', 'Stop', 'Retry failed', copy, remove]);
    expect(await offered('Winter')).toEqual([view, 'Start', 'Stop', copy, remove]);
    expect(await offered('Spring')).toEqual([view, 'Start', 'Send a test…', 'Start later…', 'Edit', copy, remove]);
    expect(await offered('Summer')).toEqual([view, copy, remove]);
    expect(await offered('Fair')).toEqual([view, 'Continue with remaining people', copy, remove]);
  });

  it('goes to the last page if the page in the URL does not exist, and never appears empty in the meantime', async () => {
    const { api, router } = renderCampaigns(
      {
        'GET /api/campaigns': ({ query }) => ({
          campaigns: query['page'] === '2' ? rows.slice(0, 1) : [],
          pagination: paginationOf(11, 10, Number(query['page'])),
        }),
      },
      '/campaigns?page=9',
    );
    expect(screen.queryByText('No campaigns yet')).not.toBeInTheDocument();
    expect(await rowOf('Autumn')).toBeInTheDocument();
    expect(router.state.location.search).toBe('?page=2');
    expect(api.of('GET /api/campaigns').map(({ query }) => query['page'])).toEqual(['9', '2']);
    expect(screen.getByText('Showing 11 to 11 of 11 campaigns')).toBeInTheDocument();
  });

  it('does not offer to create a first campaign after the subscription has ended', async () => {
    renderCampaigns(
      { 'GET /api/campaigns': { campaigns: [], pagination: paginationOf(0) } },
      '/campaigns',
      buildUser({ subscription_end_date: '2020-01-31' }),
    );
    await screen.findByText('No campaigns yet');
    for (const button of screen.getAllByRole('button', { name: 'Create Campaign' })) expect(button).toBeDisabled();
    expect(screen.queryByRole('link', { name: 'Create Campaign' })).not.toBeInTheDocument();
  });

  it('explains what to do when there are no campaigns, and keeps the search field when a search finds nothing', async () => {
    const none = { 'GET /api/campaigns': { campaigns: [], pagination: paginationOf(0) } };
    const first = renderCampaigns(none);
    expect(await screen.findByText('No campaigns yet')).toBeInTheDocument();
    for (const link of screen.getAllByRole('link', { name: 'Create Campaign' })) {
      expect(link).toHaveAttribute('href', '/campaigns/new');
    }
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    first.unmount();
    renderCampaigns(none, '/campaigns?search=zz');
    expect(await screen.findByText('No campaigns found')).toBeInTheDocument();
    expect(screen.getByRole('searchbox', { name: 'Search campaigns' })).toHaveValue('zz');
  });

  it('requests only the campaigns with the chosen status, and keeps the status in the URL', async () => {
    const replies = {
      'GET /api/campaigns': ({ query }: { query: Record<string, string> }) =>
        query['status'] === 'running'
          ? { campaigns: [], pagination: paginationOf(0) }
          : { campaigns: rows, pagination: paginationOf(26) },
    };
    const { userEvents, api, router } = renderCampaigns(replies, '/campaigns?page=2');
    await rowOf('Autumn');
    const choose = async (status: string) => {
      await userEvents.click(screen.getByRole('combobox', { name: 'Status' }));
      await userEvents.click(await screen.findByRole('option', { name: status }));
    };
    const asked = () => api.of('GET /api/campaigns').at(-1)?.query;
    await choose('Stopped early');
    await waitFor(() => expect(router.state.location.search).toBe('?status=stopped'));
    const ended = { page: '1', limit: '10', status: 'completed' };
    await waitFor(() => expect(asked()).toEqual({ ...ended, stopped_early: 'true' }));
    await choose('Completed');
    await waitFor(() => expect(asked()).toEqual({ ...ended, stopped_early: 'false' }));
    await choose('Running');
    expect(await screen.findByText('No campaign has this status.')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await rowOf('Autumn')).toBeInTheDocument();
    expect(router.state.location.search).toBe('');
  });

  it('says that all statuses are shown if the URL contains an unknown status', async () => {
    renderCampaigns({}, '/campaigns?status=sent');
    await rowOf('Autumn');
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveValue('All statuses');
  });

  it('keeps the search field while the list loads after the search is cleared, and never appears empty in the meantime', async () => {
    const { userEvents, router } = renderCampaigns(
      {
        'GET /api/campaigns': ({ query }) =>
          query['search'] === 'zz'
            ? { campaigns: [], pagination: paginationOf(0) }
            : new Promise<never>(() => undefined),
      },
      '/campaigns?search=zz',
    );
    await screen.findByText('No campaigns found');
    await userEvents.clear(screen.getByRole('searchbox', { name: 'Search campaigns' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(await screen.findByRole('table')).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByText('No campaigns yet')).not.toBeInTheDocument();
    expect(screen.getByRole('searchbox', { name: 'Search campaigns' })).toHaveValue('');
  });

  it('says "Failed to fetch campaigns" after an error, and retries on request', async () => {
    const { userEvents, api } = renderCampaigns({
      'GET /api/campaigns': new Failure(500, { error: 'The database is down.' }),
    });
    expect(await screen.findByText('Failed to fetch campaigns')).toBeInTheDocument();
    expect(screen.getByText('The database is down.')).toBeInTheDocument();
    api.set({ 'GET /api/campaigns': { campaigns: rows, pagination: paginationOf(5) } });
    await userEvents.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rowOf('Autumn')).toBeInTheDocument();
  });

  it('disables creating and starting campaigns without a subscription', async () => {
    const { userEvents } = renderCampaigns({}, '/campaigns', buildUser({ subscription_end_date: null }));
    expect(await screen.findByText('Subscription Required')).toBeInTheDocument();
    await rowOf('Spring');
    expect(screen.getByRole('button', { name: 'Create Campaign' })).toBeDisabled();
    const start = screen.getByRole('button', { name: 'Start Spring' });
    expect(start).toHaveAttribute('aria-disabled', 'true');
    await userEvents.click(start);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Subscription Required');
    expect(screen.getByRole('button', { name: 'Pause Autumn' })).toBeEnabled();
  });
});

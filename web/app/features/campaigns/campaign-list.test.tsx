import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import CampaignsPage from '../../pages/campaigns.page.tsx';
import { buildCampaign, buildCampaignRow, buildUser, paginationOf } from '../../testing/builders.ts';
import { Failure, late, onlyOnce, unreachable, type Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { useLiveCampaigns } from './campaigns.live.ts';

const rows = [
  buildCampaignRow({ id: 1, name: 'Autumn', status: 'running', total_list: 10, total_sent: 4, total_failed: 1 }),
  buildCampaignRow({ id: 2, name: 'Winter', status: 'paused' }),
  buildCampaignRow({ id: 3, name: 'Spring', status: 'pending' }),
  buildCampaignRow({ id: 4, name: 'Summer', status: 'completed', total_list: 3, total_sent: 5 }),
  buildCampaignRow({ id: 5, name: 'Fair', status: 'failed' }),
];

function Page() {
  useLiveCampaigns();
  return <CampaignsPage />;
}

function open(replies: Replies = {}, url = '/campaigns', user = buildUser()) {
  return renderScreen(<Page />, {
    url,
    user,
    replies: {
      'GET /api/campaigns': { campaigns: rows, pagination: paginationOf(5) },
      'GET /api/campaigns/:id': { campaign: buildCampaign({ id: 3, name: 'Spring' }) },
      ...replies,
    },
  });
}

const rowOf = async (name: string) => {
  const cell = await screen.findByRole('rowheader', { name: new RegExp(name) });
  const row = cell.closest('tr');
  if (row === null) throw new Error('A row header is in a row');
  return row;
};

describe('the list of campaigns', () => {
  it('shows each campaign with its template, status, progress and creation time', async () => {
    open();
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

  it('shows the full name of a template, however long it is', async () => {
    const template = 'Autumn invitation for everyone who came to the workshop';
    const campaigns = [buildCampaignRow({ name: 'Autumn', template_name: template })];
    open({ 'GET /api/campaigns': { campaigns, pagination: paginationOf(1) } });
    const name = within(await rowOf('Autumn')).getByText(template);
    expect(name).not.toHaveAttribute('data-line-clamp');
    expect(name).toHaveStyle({ overflowWrap: 'anywhere' });
  });

  it('never shows more than 100 percent', async () => {
    open();
    expect(within(await rowOf('Summer')).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  });

  it('requests ten per page by default, and otherwise what the URL says', async () => {
    const first = open();
    await rowOf('Autumn');
    expect(first.api.of('GET /api/campaigns')[0]?.query).toEqual({ page: '1', limit: '10' });
    first.unmount();
    const second = open({}, '/campaigns?page=2&size=20&search=aut');
    await rowOf('Autumn');
    expect(second.api.of('GET /api/campaigns')[0]?.query).toEqual({ page: '2', limit: '20', search: 'aut' });
  });

  it('returns to page 1 after a search or a change of page size', async () => {
    const { hands, api, router } = open({}, '/campaigns?page=2');
    await rowOf('Autumn');
    await hands.type(screen.getByRole('searchbox', { name: 'Search campaigns' }), 'win');
    await waitFor(() => expect(router.state.location.search).toBe('?search=win'));
    await waitFor(() =>
      expect(api.of('GET /api/campaigns').at(-1)?.query).toEqual({ page: '1', limit: '10', search: 'win' }),
    );
    await hands.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '50');
    await waitFor(() => expect(router.state.location.search).toBe('?search=win&size=50'));
  });

  it('offers the right actions for each status', async () => {
    const { hands } = open();
    await rowOf('Autumn');
    const offered = async (name: string) => {
      await hands.click(screen.getByRole('button', { name: `Actions for ${name}` }));
      const names = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
      await hands.keyboard('{Escape}');
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

  it('moves to the last page from one past it, and never says meanwhile that there is nothing', async () => {
    const { api, router } = open(
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

  it('offers no first campaign after the subscription has ended', async () => {
    open(
      { 'GET /api/campaigns': { campaigns: [], pagination: paginationOf(0) } },
      '/campaigns',
      buildUser({ subscription_end_date: '2020-01-31' }),
    );
    await screen.findByText('No campaigns yet');
    for (const button of screen.getAllByRole('button', { name: 'Create Campaign' })) expect(button).toBeDisabled();
    expect(screen.queryByRole('link', { name: 'Create Campaign' })).not.toBeInTheDocument();
  });

  it('says what to do when it is empty, and something else when a search finds nothing', async () => {
    const none = { 'GET /api/campaigns': { campaigns: [], pagination: paginationOf(0) } };
    const first = open(none);
    expect(await screen.findByText('No campaigns yet')).toBeInTheDocument();
    for (const link of screen.getAllByRole('link', { name: 'Create Campaign' })) {
      expect(link).toHaveAttribute('href', '/campaigns/new');
    }
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    first.unmount();
    open(none, '/campaigns?search=zz');
    expect(await screen.findByText('No campaigns found')).toBeInTheDocument();
    expect(screen.getByRole('searchbox', { name: 'Search campaigns' })).toHaveValue('zz');
  });

  it('keeps the search field while a cleared search loads, and does not claim to be empty meanwhile', async () => {
    const { hands, router } = open(
      {
        'GET /api/campaigns': ({ query }) =>
          query['search'] === 'zz'
            ? { campaigns: [], pagination: paginationOf(0) }
            : new Promise<never>(() => undefined),
      },
      '/campaigns?search=zz',
    );
    await screen.findByText('No campaigns found');
    await hands.clear(screen.getByRole('searchbox', { name: 'Search campaigns' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(await screen.findByRole('table')).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByText('No campaigns yet')).not.toBeInTheDocument();
    expect(screen.getByRole('searchbox', { name: 'Search campaigns' })).toHaveValue('');
  });

  it('says "Failed to fetch campaigns", and retries on request', async () => {
    const { hands, api } = open({ 'GET /api/campaigns': new Failure(500, { error: 'The database is away.' }) });
    expect(await screen.findByText('Failed to fetch campaigns')).toBeInTheDocument();
    expect(screen.getByText('The database is away.')).toBeInTheDocument();
    api.set({ 'GET /api/campaigns': { campaigns: rows, pagination: paginationOf(5) } });
    await hands.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rowOf('Autumn')).toBeInTheDocument();
  });

  it('disables creating and starting without a subscription', async () => {
    const { hands } = open({}, '/campaigns', buildUser({ subscription_end_date: null }));
    expect(await screen.findByText('Subscription Required')).toBeInTheDocument();
    await rowOf('Spring');
    expect(screen.getByRole('button', { name: 'Create Campaign' })).toBeDisabled();
    const start = screen.getByRole('button', { name: 'Start Spring' });
    expect(start).toHaveAttribute('aria-disabled', 'true');
    await hands.click(start);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Subscription Required');
    expect(screen.getByRole('button', { name: 'Pause Autumn' })).toBeEnabled();
  });
});

describe('actions on a campaign', () => {
  it('shows the pause immediately, before the server has answered', async () => {
    const { hands, api } = open({ 'PUT /api/campaigns/:id/status': () => new Promise(() => undefined) });
    await hands.click(within(await rowOf('Autumn')).getByRole('button', { name: 'Pause Autumn' }));
    await waitFor(async () => expect(within(await rowOf('Autumn')).getByText('Paused')).toBeInTheDocument());
    expect(api.of('PUT /api/campaigns/:id/status')[0]).toMatchObject({
      params: { id: '1' },
      body: { status: 'paused' },
    });
  });

  it('restores the old status and says why when the server refuses', async () => {
    const refusal = Promise.withResolvers<Failure>();
    const { hands } = open({
      'GET /api/campaigns': onlyOnce({ campaigns: rows, pagination: paginationOf(5) }),
      'PUT /api/campaigns/:id/status': () => refusal.promise,
    });
    await hands.click(within(await rowOf('Autumn')).getByRole('button', { name: 'Pause Autumn' }));
    await waitFor(async () => expect(within(await rowOf('Autumn')).getByText('Paused')).toBeInTheDocument());
    refusal.resolve(new Failure(409, { error: 'It is completed already.', code: 'invalid_state' }));
    expect(await screen.findByText('Failed to update campaign status')).toBeInTheDocument();
    expect(screen.getByText('It is completed already.')).toBeInTheDocument();
    expect(within(await rowOf('Autumn')).getByText('Running')).toBeInTheDocument();
  });

  describe('when the browser thinks it is offline', () => {
    afterEach(() => void window.dispatchEvent(new Event('online')));

    it('fails immediately and restores the old status, rather than act once the network is back', async () => {
      const { hands } = open({ 'PUT /api/campaigns/:id/status': unreachable });
      const row = await rowOf('Autumn');
      window.dispatchEvent(new Event('offline'));
      await hands.click(within(row).getByRole('button', { name: 'Pause Autumn' }));
      expect(await screen.findByText('Failed to update campaign status')).toBeInTheDocument();
      expect(within(await rowOf('Autumn')).getByText('Running')).toBeInTheDocument();
    });

    it('still loads from the server, which may be on the same computer', async () => {
      open();
      window.dispatchEvent(new Event('offline'));
      expect(await rowOf('Autumn')).toBeInTheDocument();
    });
  });

  it('resumes a paused campaign without asking', async () => {
    const { hands, api } = open({
      'POST /api/campaigns/:id/start': { campaign: buildCampaign({ id: 2, status: 'running' }) },
    });
    await hands.click(within(await rowOf('Winter')).getByRole('button', { name: 'Start Winter' }));
    await waitFor(() => expect(api.of('POST /api/campaigns/:id/start')).toHaveLength(1));
  });

  it('counts a double click as one: the second click does not hit the button of the new status', async () => {
    const { hands, api } = open({
      'POST /api/campaigns/:id/start': () => new Promise(() => undefined),
      'PUT /api/campaigns/:id/status': () => new Promise(() => undefined),
    });
    await hands.dblClick(within(await rowOf('Winter')).getByRole('button', { name: 'Start Winter' }));
    const pause = await screen.findByRole('button', { name: 'Pause Winter' });
    expect(pause).toHaveAttribute('aria-disabled', 'true');
    // Further clicks do nothing until the server has responded.
    fireEvent.click(pause);
    await waitFor(() => expect(api.of('POST /api/campaigns/:id/start')).toHaveLength(1));
    expect(api.of('PUT /api/campaigns/:id/status')).toHaveLength(0);
  });

  it('does not undo a start that takes a long time, and says that it continues', async () => {
    const { hands } = open({
      'GET /api/campaigns': onlyOnce({ campaigns: rows, pagination: paginationOf(5) }),
      'POST /api/campaigns/:id/start': late,
    });
    await hands.click(within(await rowOf('Winter')).getByRole('button', { name: 'Start Winter' }));
    expect(await screen.findByText('Still working…')).toBeInTheDocument();
    expect(within(await rowOf('Winter')).getByText('Running')).toBeInTheDocument();
    expect(screen.queryByText('Failed to update campaign status')).not.toBeInTheDocument();
  });

  it('shows that a campaign was stopped early, and how many people were not messaged', async () => {
    const reason = {
      code: 'stopped_by_user',
      text: 'You stopped this campaign.',
      action: null,
      path: null,
      until: null,
    } as const;
    const stopped = buildCampaignRow({ id: 1, name: 'Autumn', status: 'completed', status_reason: reason });
    open({
      'GET /api/campaigns': {
        campaigns: [{ ...stopped, total_list: 40, total_sent: 17 }],
        pagination: paginationOf(1),
      },
    });
    const row = within(await rowOf('Autumn'));
    expect(row.getByText('Stopped early')).toBeInTheDocument();
    expect(row.getByText('23 not messaged')).toBeInTheDocument();
    expect(row.queryByText('Completed')).not.toBeInTheDocument();
  });

  it('asks before stopping, and says that the windows are being closed', async () => {
    const { hands } = open({
      'POST /api/campaigns/:id/stop': { campaign: buildCampaign({ status: 'completed' }), profilesClosed: 2 },
    });
    await rowOf('Autumn');
    await hands.click(screen.getByRole('button', { name: 'Actions for Autumn' }));
    await hands.click(await screen.findByRole('menuitem', { name: 'Stop' }));
    const dialog = await screen.findByRole('dialog', { name: 'Stop “Autumn”?' });
    expect(dialog).toHaveTextContent("5 people won't be messaged.");
    await hands.click(within(dialog).getByRole('button', { name: 'Stop' }));
    expect(
      await screen.findByText('Campaign stopped. Sandpiper Agent is closing its Firefox windows.'),
    ).toBeInTheDocument();
  });

  it('gives starting more time than other calls, because the server goes through everyone', async () => {
    const limits: number[] = [];
    const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limits.push(ms);
      return new AbortController().signal;
    });
    const { hands } = open({
      'POST /api/campaigns/:id/start': { campaign: buildCampaign({ id: 2, status: 'running' }) },
    });
    await hands.click(within(await rowOf('Winter')).getByRole('button', { name: 'Start Winter' }));
    expect(await screen.findByText('Campaign started')).toBeInTheDocument();
    limit.mockRestore();
    expect(limits).toContain(10_000);
    expect(limits).toContain(120_000);
  });
});

describe('live changes', () => {
  it('update the progress of only the campaign they are about', async () => {
    const { socket } = open();
    await rowOf('Autumn');
    socket.receive('campaign_progress_update', { campaignId: 1, total_sent: 8, total_failed: 2, total_list: 10 });
    await waitFor(async () =>
      expect(within(await rowOf('Autumn')).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100'),
    );
    expect(within(await rowOf('Winter')).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0');
  });

  it('change the status immediately, and refetch it', async () => {
    const { socket, api } = open();
    await rowOf('Autumn');
    const before = api.of('GET /api/campaigns').length;
    api.set({ 'GET /api/campaigns': () => new Promise(() => undefined) });
    socket.receive('campaign_update', { campaign_id: 1, status: 'completed' });
    await waitFor(async () => expect(within(await rowOf('Autumn')).getByText('Completed')).toBeInTheDocument());
    await waitFor(() => expect(api.of('GET /api/campaigns').length).toBeGreaterThan(before));
  });
});

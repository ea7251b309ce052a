import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  buildAccount,
  buildCampaign,
  buildCampaignAccount,
  buildHold,
  buildPreflight,
  buildStatusReason,
  paginationOf,
} from '../../testing/builders.ts';
import { buildRunningCampaign, renderCampaign } from '../../testing/campaign-detail-screen.tsx';
import { Failure, onlyOnce, unreachable } from '../../testing/fake-api.ts';
import { openFormState } from '../../platform/open-form-on-arrival.ts';

const campaign = buildRunningCampaign();

describe('a user who comes to review a campaign', () => {
  it('sees the review immediately', async () => {
    const { router } = renderCampaign(
      {
        'GET /api/campaigns/:id': { campaign: buildCampaign({ id: 4, name: 'Spring' }) },
        'POST /api/campaigns/:id/preflight': buildPreflight(),
      },
      '/campaigns/3',
    );
    await screen.findByRole('heading', { level: 1, name: 'Spring' });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await act(() => router.navigate('/campaigns/3', { state: openFormState }));
    expect(await screen.findByRole('dialog', { name: 'Start “Spring”?' })).toBeInTheDocument();
  });
});

describe('a campaign’s page', () => {
  it('shows its figures, message, times and progress', async () => {
    renderCampaign();
    expect(await screen.findByRole('heading', { level: 1, name: 'Autumn' })).toBeInTheDocument();
    const figure = (label: string) => screen.getAllByText(label)[0]?.parentElement?.textContent;
    expect(figure('Total Recipients')).toBe('Total Recipients100');
    expect(figure('Messages Sent')).toBe('Messages Sent40');
    expect(figure('Failed')).toContain('10');
    expect(figure('Pending')).toBe('Pending50');
    expect(screen.getByText('Running')).toBeInTheDocument();
    expect(screen.getByText('Hi {username}')).toBeInTheDocument();
    expect(screen.getByText('Hi rye.and.co')).toBeInTheDocument();
    expect(screen.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuenow', '50');
    expect(
      screen.getByText(/Sending about 18 messages an hour\. The next message is due at about .* Expected to finish/),
    ).toBeInTheDocument();
    expect(figure('Profiles Used')).toBe('Profiles Used2');
    expect(figure('Created')).toMatch(/\d\d-\d\d-\d{4} \d\d:\d\d$/);
    expect(figure('Started')).toMatch(/\d\d-\d\d-\d{4} \d\d:\d\d$/);
    expect(figure('Completed')).toBe('CompletedNot yet');
  });

  it('says when the next message is due, unless an account can send right now', async () => {
    const due = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    const waiting = (profile_id: number, next_due_at: string) =>
      buildCampaignAccount({ profile_id, state: 'waiting', reason: 'waiting_for_time', next_due_at });
    const outside = buildCampaignAccount({
      profile_id: 3,
      state: 'waiting',
      reason: 'outside_hours',
      next_due_at: due(60),
    });
    const accounts = [waiting(1, due(7200)), waiting(2, due(3600)), outside];
    const { api, socket } = renderCampaign({ 'GET /api/campaigns/:id': { campaign: { ...campaign, accounts } } });
    const line = await screen.findByText(/The next message is due at about/);
    expect(within(line).getAllByText(/^(\w{3} )?\d\d:\d\d$/)[0]).toHaveAttribute('datetime', accounts[1]?.next_due_at);
    const sending = buildCampaignAccount({ profile_id: 4, state: 'sending', reason: null, next_due_at: null });
    const now = { ...campaign, accounts: [...accounts, sending] };
    api.set({ 'GET /api/campaigns/:id': { campaign: now } });
    socket.receive('agent_presence', { online: true, is_paused: false });
    await waitFor(() => expect(screen.queryByText(/The next message is due/)).not.toBeInTheDocument());
  });

  it('shows the log right after the progress on phones', async () => {
    const match = window.matchMedia;
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => Object.assign(match(query), { matches: true }));
    renderCampaign();
    await screen.findByRole('heading', { level: 1, name: 'Autumn' });
    const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(headings).toEqual(['Progress', 'Log', 'Profile performance', 'Message']);
  });

  it('shows each account’s state and the reason for it, its next message and its results', async () => {
    renderCampaign();
    const table = await screen.findByRole('table');
    const studio = within(table)
      .getByRole('rowheader', { name: /^studio/ })
      .closest('tr');
    expect(studio).toHaveTextContent('Waiting');
    expect(studio).toHaveTextContent(/Next message: \d\d-\d\d-\d{4} \d\d:\d\d \(in (59:\d\d|1 h 00 min)\)/);
    expect(within(table).getByRole('img', { name: 'Success rate 85.7 percent, good' })).toBeInTheDocument();
    const bakery = within(table)
      .getByRole('rowheader', { name: /^bakery/ })
      .closest('tr');
    expect(bakery).toHaveTextContent('On hold');
    expect(bakery).toHaveTextContent('Instagram asked for a confirmation.');
  });

  it('says after a pause that the message in progress may still be sent', async () => {
    const accounts = [buildCampaignAccount({ state: 'sending', reason: null, text: null })];
    const { api, socket } = renderCampaign({ 'GET /api/campaigns/:id': { campaign: { ...campaign, accounts } } });
    expect(await screen.findByRole('rowheader', { name: /^studio/ })).toHaveTextContent('Sending');
    const warning = 'The message in progress may still be sent.';
    expect(screen.queryByText(warning)).not.toBeInTheDocument();
    api.set({ 'GET /api/campaigns/:id': { campaign: { ...campaign, status: 'paused', accounts } } });
    socket.receive('campaign_update', { campaign_id: 3, status: 'paused' });
    expect(await screen.findByText(warning)).toBeInTheDocument();
  });

  it('also shows an account’s messages per day below its name, because phones have no room for the other columns', async () => {
    renderCampaign();
    const studio = await screen.findByRole('rowheader', { name: /^studio/ });
    expect(within(studio).getByRole('img', { name: /^Sent each day by studio:/ })).toBeInTheDocument();
  });

  it('shows a timed hold in yellow with its end, and any other hold in red', async () => {
    const accounts = campaign.accounts.map((account) => ({
      ...account,
      state: 'held' as const,
      next_due_at: account.profile_id === 1 ? '2999-01-01T10:00:00.000Z' : null,
    }));
    renderCampaign({ 'GET /api/campaigns/:id': { campaign: { ...campaign, accounts } } });
    const rowOf = async (name: RegExp) => (await screen.findByRole('rowheader', { name })).closest('tr');
    const [resting, stopped] = [await rowOf(/^studio/), await rowOf(/^bakery/)];
    expect(resting).toHaveTextContent(/On hold until \d\d-01-2999/);
    expect(resting?.querySelector('[data-tone]')).toHaveAttribute('data-tone', 'yellow');
    expect(stopped?.querySelector('[data-tone]')).toHaveAttribute('data-tone', 'red');
  });

  it('offers to open an account on hold, and shows that it is being opened', async () => {
    const inUse = { in_use_by: { id: 3, name: 'Autumn' }, hold: buildHold() };
    const bakery = buildAccount({ id: 2, profile_name: 'bakery', ...inUse });
    const { userEvents, api } = renderCampaign({
      'GET /api/profiles': { profiles: [buildAccount(), bakery], pagination: paginationOf(2) },
      'POST /api/profiles/:id/sign-in': { success: true, request_id: 5 },
    });
    const button = await screen.findByRole('button', { name: 'Open Profile bakery' });
    expect(screen.queryByRole('button', { name: 'Open Profile studio' })).not.toBeInTheDocument();
    const request = {
      id: 5,
      profile_path: bakery.profile_path,
      profile_name: 'bakery',
      profile_id: 2,
      page: null,
      results: null,
    };
    const status = { request_type: 'sign_in', status: 'running', error_message: null } as const;
    const opening = { ...request, ...status, created_at: bakery.created_at };
    api.set({ 'GET /api/profiles/requests': { success: true, requests: [opening] } });
    await userEvents.click(button);
    expect(await screen.findByText('Request to open bakery sent')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Opening... bakery' })).toBeDisabled();
    expect(api.of('POST /api/profiles/:id/sign-in').map(({ params }) => params)).toEqual([{ id: '2' }]);
  });

  it('opens an account on hold like any other account if no running campaign uses it', async () => {
    const { userEvents, api } = renderCampaign({
      'GET /api/campaigns/:id': { campaign: { ...campaign, status: 'failed' } },
      'GET /api/profiles': { profiles: [buildAccount({ id: 2, profile_name: 'bakery' })], pagination: paginationOf(1) },
      'POST /api/profiles/open': { success: true, request_id: 5, message: 'Asked' },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Open Profile bakery' }));
    expect(await screen.findByText('Request to open bakery sent')).toBeInTheDocument();
    expect(api.of('POST /api/profiles/open')).toHaveLength(1);
  });

  it('offers Pause and Stop while running, and Start and Stop while paused', async () => {
    const first = renderCampaign();
    await screen.findByRole('button', { name: 'Pause' });
    expect(screen.getByRole('button', { name: 'Stop' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Start' })).not.toBeInTheDocument();
    first.unmount();
    renderCampaign({ 'GET /api/campaigns/:id': { campaign: { ...campaign, status: 'paused' } } });
    await screen.findByRole('button', { name: 'Start' });
    expect(screen.getByRole('button', { name: 'Stop' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Pause' })).not.toBeInTheDocument();
  });

  it.each(['/campaigns/3', '/campaigns/none'])('says "Campaign not found" at %s, without a toast', async (url) => {
    renderCampaign({ 'GET /api/campaigns/:id': new Failure(404, { error: 'Not here.', code: 'not_found' }) }, url);
    expect(await screen.findByRole('heading', { name: 'Campaign not found' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to Campaigns' })).toHaveAttribute('href', '/campaigns');
    expect(screen.queryByText('Failed to fetch campaign details')).not.toBeInTheDocument();
  });

  it('says "Failed to fetch campaign details" after an error, and retries on request', async () => {
    const { userEvents, api } = renderCampaign({
      'GET /api/campaigns/:id': new Failure(500, { error: 'The database is down.' }),
    });
    expect(await screen.findByText('Failed to fetch campaign details')).toBeInTheDocument();
    api.set({ 'GET /api/campaigns/:id': { campaign } });
    await userEvents.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Autumn' })).toBeInTheDocument();
  });

  it('says "Failed to fetch profile performance" after an error, but not if there are no results yet', async () => {
    const first = renderCampaign({
      'GET /api/campaigns/:id/profile-performance': new Failure(500, { error: 'Away.' }),
    });
    expect(await screen.findByText('Failed to fetch profile performance')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { level: 1, name: 'Autumn' })).toBeInTheDocument();
    expect(screen.getByText('The results couldn’t be loaded.')).toBeInTheDocument();
    expect(screen.queryByRole('img', { name: /no attempts yet/ })).not.toBeInTheDocument();
    first.unmount();
    renderCampaign({
      'GET /api/campaigns/:id/profile-performance': new Failure(404, { error: 'None.', code: 'not_found' }),
    });
    await screen.findByRole('heading', { level: 1, name: 'Autumn' });
    expect(screen.getAllByRole('img', { name: /no attempts yet/ })).toHaveLength(2);
    expect(screen.queryByText('Failed to fetch profile performance')).not.toBeInTheDocument();
  });

  it('shows a single error when the server cannot be reached', async () => {
    const { userEvents } = renderCampaign({
      'GET /api/campaigns/:id': onlyOnce({ campaign }),
      'PUT /api/campaigns/:id/status': unreachable,
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('Failed to update campaign status')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Pause' })).toBeEnabled());
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('shows the new status if the connection is lost after the server has changed it', async () => {
    const { userEvents, api } = renderCampaign({ 'PUT /api/campaigns/:id/status': unreachable });
    const pause = await screen.findByRole('button', { name: 'Pause' });
    api.set({ 'GET /api/campaigns/:id': { campaign: { ...campaign, status: 'paused' } } });
    await userEvents.click(pause);
    expect(await screen.findByText('Failed to update campaign status')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Start' })).toBeEnabled());
  });

  it('goes back to the list after the campaign is deleted', async () => {
    const { userEvents, router } = renderCampaign({
      'GET /api/campaigns/:id/deletion-preview': { recipients_reset: 0, already_messaged: 0, possibly_messaged: 0 },
      'DELETE /api/campaigns/:id': { success: true, recipients_reset: 0 },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Actions for Autumn' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const remove = await screen.findByRole('button', { name: 'Delete campaign' });
    await waitFor(() => expect(remove).toBeEnabled());
    await userEvents.click(remove);
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'));
  });

  it('says that the campaign was stopped early, and no longer shows the next person', async () => {
    renderCampaign({
      'GET /api/campaigns/:id': {
        campaign: {
          ...campaign,
          status: 'completed',
          status_reason: buildStatusReason(),
          completed_at: '2026-11-21T12:00:00.000Z',
          accounts: [buildCampaignAccount({ state: 'done' })],
        },
      },
    });
    expect(await screen.findByText('Stopped early, 50 not messaged.')).toBeInTheDocument();
    expect(screen.getByText('Stopped early')).toBeInTheDocument();
    expect(within(screen.getByRole('table')).getByText('Stopped')).toBeInTheDocument();
    const progress = within(screen.getByRole('region', { name: 'Progress' }));
    expect(progress.getByText('Stopped').parentElement).toHaveTextContent(/^Stopped21-11-2026 /);
    expect(progress.queryByText('Completed')).not.toBeInTheDocument();
    expect(screen.queryByText('Hi rye.and.co')).not.toBeInTheDocument();
  });

  it('shows progress live', async () => {
    const { socket } = renderCampaign();
    await screen.findByRole('heading', { level: 1, name: 'Autumn' });
    socket.receive('campaign_progress_update', { campaignId: 3, total_sent: 70, total_failed: 10, total_list: 100 });
    await waitFor(() =>
      expect(screen.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuenow', '80'),
    );
    expect(screen.getByText('Pending').parentElement).toHaveTextContent('Pending20');
  });

  it('updates the rate and expected end when the agent disconnects', async () => {
    const { socket, api } = renderCampaign();
    await screen.findByText(/Sending about 18 messages an hour/);
    api.set({ 'GET /api/campaigns/:id': { campaign: { ...campaign, rate_per_hour: null, expected_end_at: null } } });
    socket.receive('agent_presence', { online: false, is_paused: false });
    await waitFor(() => expect(screen.queryByText(/messages an hour/)).not.toBeInTheDocument());
    expect(screen.queryByText(/Expected to finish/)).not.toBeInTheDocument();
  });

  it('shows the campaign as completed as soon as the server reports it', async () => {
    const { socket, api } = renderCampaign();
    await screen.findByRole('heading', { level: 1, name: 'Autumn' });
    api.set({ 'GET /api/campaigns/:id': { campaign: { ...campaign, status: 'completed' } } });
    socket.receive('campaign_update', { campaign_id: 3, status: 'completed' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).not.toBeInTheDocument());
    expect(screen.getByText('Finished: 40 messaged, 10 failed.')).toBeInTheDocument();
  });
});

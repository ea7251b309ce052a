import { room, studio, bakery, release, requestFor, renderAccounts, menuItem } from '../../testing/accounts-screen.tsx';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openFormState } from '../../platform/open-form-on-arrival.ts';
import { buildPerformance, buildUser, paginationOf } from '../../testing/builders.ts';
import { Failure } from '../../testing/fake-api.ts';
import { arrival, expectEvery, pass, stopTheClock } from '../../testing/still-clock.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the list of accounts', () => {
  it("hides accounts that use Firefox's default profiles", async () => {
    renderAccounts();
    expect(await screen.findByRole('rowheader', { name: /studio/ })).toBeInTheDocument();
    expect(screen.queryByRole('rowheader', { name: /mine/ })).not.toBeInTheDocument();
  });

  it('says that the success rate, unlike the chart beside it, covers everything an account has ever sent', async () => {
    const { api } = renderAccounts({
      'GET /api/profiles/performance': { profilePerformance: [buildPerformance()], pagination: paginationOf(1) },
    });
    const title = 'Overall success, sent in 14 days';
    expect(await screen.findByRole('columnheader', { name: title })).toBeInTheDocument();
    await waitFor(() => expect(api.of('GET /api/profiles/performance')[0]?.query).not.toHaveProperty('start_date'));
    expect(await screen.findByText('8 sent')).toBeInTheDocument();
  });

  it('does not say that there are no accounts when all accounts on a page are hidden', async () => {
    renderAccounts({ 'GET /api/profiles': { profiles: [release], pagination: paginationOf(1) } });
    expect(await screen.findByText('Nothing to show on this page')).toBeInTheDocument();
    expect(screen.queryByText('No accounts yet')).not.toBeInTheDocument();
  });

  it('explains why no account can be added after the pack failed to load, and retries on request', async () => {
    const { userEvents, api } = renderAccounts({
      'GET /api/profiles/pack-info': new Failure(500, { error: 'Broken' }),
    });
    expect(await screen.findByText(/Couldn’t check your pack/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Add Account' })).toBeDisabled();
    api.set({ 'GET /api/profiles/pack-info': room });
    await userEvents.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Account' })).toBeEnabled());
  });

  it('is loaded with the page, page size and search from the URL', async () => {
    const { api } = renderAccounts({}, { url: '/profiles?search=bak&page=2&size=20' });
    await screen.findByRole('rowheader', { name: /bakery/ });
    expect(api.of('GET /api/profiles')[0]?.query).toEqual({ search: 'bak', page: '2', limit: '20' });
    expect(screen.getByRole('searchbox', { name: 'Search accounts' })).toHaveValue('bak');
  });

  it('offers to add the first account if there are none, and hides the search', async () => {
    const { userEvents } = renderAccounts({ 'GET /api/profiles': { profiles: [], pagination: paginationOf(0) } });
    expect(await screen.findByText('No accounts yet')).toBeInTheDocument();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Add your first account' }));
    expect(await screen.findByRole('dialog', { name: 'Add Account' })).toBeInTheDocument();
  });

  it('lists Instagram’s languages, and how well the agent recognizes each one', async () => {
    const { userEvents } = renderAccounts();
    await userEvents.click(await screen.findByText('Which Instagram languages are supported?'));
    const rows = screen.getByRole('region', { name: 'Instagram languages' });
    expect(within(rows).getByRole('row', { name: /French.*With care.*Some buttons, but no refusals/ })).toBeVisible();
    expect(within(rows).getByRole('row', { name: /English Yes Nearly everything/ })).toBeVisible();
  });

  it('shows an error when the accounts cannot be loaded', async () => {
    renderAccounts({ 'GET /api/profiles': new Failure(500, { error: 'The database is down.' }) });
    expect(await screen.findByText('Failed to fetch profiles')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
  });

  it('does not offer to open an account that is being opened or waiting to be opened', async () => {
    const { userEvents } = renderAccounts({
      'GET /api/profiles/requests': {
        success: true,
        requests: [requestFor(studio.profile_path, 'pending'), requestFor(bakery.profile_path, 'running')],
      },
    });
    expect(await screen.findByRole('button', { name: 'Pending... studio' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Opening... bakery' })).toBeDisabled();
    expect(await menuItem(userEvents, 'studio', 'Pending...')).toBeDisabled();
  });
});

describe('the list of requests to the agent', () => {
  stopTheClock();
  const underWay = { success: true as const, requests: [requestFor(studio.profile_path, 'running')] };

  it('is polled every two seconds, but only while a request is in progress', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { api } = renderAccounts({ 'GET /api/profiles/requests': underWay });
    const asked = () => api.of('GET /api/profiles/requests').length;
    await arrival(() => screen.getByRole('button', { name: 'Opening... studio' }));
    await expectEvery(2000, asked);
    api.set({ 'GET /api/profiles/requests': { success: true, requests: [] } });
    await pass(2000);
    await arrival(() => screen.getByRole('button', { name: 'Open Profile studio' }));
    const last = asked();
    await pass(20_000);
    expect(asked()).toBe(last);
    expect(api.of('POST /api/profiles/requests/cleanup')).toHaveLength(0);
  });

  it.each([
    [0.099, 1],
    [0.1, 0],
  ])(
    'is cleaned up on about every tenth poll: the random number %f leads to %i cleanup requests',
    async (dice, calls) => {
      vi.spyOn(Math, 'random').mockReturnValue(dice);
      const { api } = renderAccounts({ 'GET /api/profiles/requests': underWay });
      await arrival(() => screen.getByRole('button', { name: 'Opening... studio' }));
      expect(api.of('POST /api/profiles/requests/cleanup')).toHaveLength(calls);
      expect(api.of('POST /api/unread-checker/requests/cleanup'), 'results that nobody has seen').toHaveLength(0);
    },
  );

  it('is polled every three seconds for requests about Firefox profiles while the form is open', async () => {
    const { api } = renderAccounts();
    await arrival(() => expect(screen.getByRole('button', { name: 'Add Account' })).toBeEnabled());
    await pass(10_000);
    expect(api.of('GET /api/firefox-profiles/requests')).toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: 'Add Account' }));
    const asked = () => api.of('GET /api/firefox-profiles/requests').length;
    // The form takes several animation frames to appear.
    await pass(40);
    await arrival(() => expect(asked()).toBe(1));
    await expectEvery(3000, asked);
  });
});

describe('the buttons that open and close accounts', () => {
  it('show a warning when the account is already being opened', async () => {
    const { userEvents, api } = renderAccounts({
      'POST /api/profiles/open': {
        success: false,
        request_id: null,
        profile_already_processing: true,
        message: 'studio is already being opened',
      },
    });
    await userEvents.click(await menuItem(userEvents, 'studio', 'Open Profile'));
    expect(await screen.findByText('studio is already being opened')).toBeInTheDocument();
    expect(api.of('POST /api/profiles/open')[0]?.body).toEqual({ profile_path: studio.profile_path });
  });

  it('show an error if there is no account to open', async () => {
    const { userEvents } = renderAccounts({
      'POST /api/profiles/open-all': {
        opened: 0,
        skipped: 0,
        skipped_details: [],
        warnings: [{ message: 'No active profiles to open' }],
      },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Open All Active' }));
    expect(await screen.findByText('No active profiles to open'), 'shown once').toBeInTheDocument();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('name the skipped accounts in a warning, and show the other warnings', async () => {
    const skipped_details = [
      { profile_name: 'studio', reason: 'open' },
      { profile_name: 'bakery', reason: 'open' },
    ];
    const { userEvents } = renderAccounts({
      'POST /api/profiles/open-all': {
        opened: 1,
        skipped: 2,
        skipped_details,
        warnings: [{ message: 'One is in use' }],
      },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Open All Active' }));
    expect(await screen.findByText('Skipped 2 accounts: studio, bakery')).toBeInTheDocument();
    expect(screen.getByText('Request to open 1 account sent')).toBeInTheDocument();
    expect(screen.getByText('One is in use')).toBeInTheDocument();
  });

  it.each([
    [{ closed: 1, still_open: [] }, '1 account closed'],
    [{ closed: 0, still_open: [] }, 'No account is open'],
    [{ closed: 1, still_open: ['bakery'] }, 'Still open: bakery'],
  ])('report what the agent actually closed, not what it last reported as open: %j', async (results, text) => {
    const request = requestFor('', 'running');
    const closing = { ...request, request_type: 'close_all' as const };
    const { userEvents, api, socket } = renderAccounts({
      'POST /api/profiles/close-all': { closed: 0, request_id: 5 },
    });
    await screen.findByRole('rowheader', { name: /studio/ });
    api.set({ 'GET /api/profiles/requests': { success: true, requests: [closing] } });
    await userEvents.click(screen.getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('Request to close all accounts sent')).toBeInTheDocument();
    expect(screen.queryByText('No account is open')).not.toBeInTheDocument();
    await waitFor(() => expect(api.of('GET /api/profiles/requests').length).toBeGreaterThan(1));
    const ended = { ...closing, status: 'completed' as const, results };
    api.set({ 'GET /api/profiles/requests': { success: true, requests: [ended] } });
    socket.receive('agent_request_update', { request_id: closing.id, request_type: 'close_all', status: 'completed' });
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('show an error when the request to close could not be sent', async () => {
    const { userEvents } = renderAccounts({ 'POST /api/profiles/close-all': new Error('down') });
    await userEvents.click(await screen.findByRole('button', { name: 'Close' }));
    expect(await screen.findByText('Failed to send profile closing request')).toBeInTheDocument();
  });
});

describe('the accounts screen', () => {
  it('offers to request an upgrade, but not to add an account, when the pack is full', async () => {
    renderAccounts({ 'GET /api/profiles/pack-info': { ...room, currentProfileCount: 10, canAddMore: false } });
    expect(await screen.findByText('10 of 10 accounts, Starter pack')).toBeInTheDocument();
    expect(screen.getByText(/Upgrade to Pro for unlimited accounts/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Request Upgrade' })).toHaveAttribute('href', '/support?new=upgrade');
    expect(screen.getByRole('button', { name: 'Add Account' })).toBeDisabled();
  });

  it('says that the pack is full if the user adds an account with the command palette', async () => {
    const { router } = renderAccounts({
      'GET /api/profiles/pack-info': { ...room, currentProfileCount: 10, canAddMore: false },
    });
    expect(await screen.findByText('10 of 10 accounts, Starter pack')).toBeInTheDocument();
    await act(() => router.navigate('/profiles', { state: openFormState }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/Upgrade to Pro for unlimited accounts/);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('opens an empty form if the user adds an account with the command palette while editing another one', async () => {
    const { userEvents, router } = renderAccounts();
    await userEvents.click(await menuItem(userEvents, 'studio', 'Edit Profile'));
    await screen.findByRole('dialog', { name: 'Edit Profile' });
    await act(() => router.navigate('/profiles', { state: openFormState }));
    const form = within(await screen.findByRole('dialog', { name: 'Add Account' }));
    expect(form.getByRole('textbox', { name: /Instagram username/ })).toHaveValue('');
    expect(form.getByRole('combobox', { name: /Firefox profile/ })).toHaveValue('');
  });

  it('offers to add an account as soon as an administrator changes the pack', async () => {
    const full = { ...room, currentProfileCount: 10, canAddMore: false };
    const { api, socket } = renderAccounts({ 'GET /api/profiles/pack-info': full });
    expect(await screen.findByText('10 of 10 accounts, Starter pack')).toBeInTheDocument();
    api.set({
      'GET /api/profiles/pack-info': {
        ...full,
        canAddMore: true,
        pack: 'pro',
        packInfo: { name: 'Pro', maxProfiles: null },
      },
    });
    socket.receive('user_update');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Account' })).toBeEnabled());
    expect(screen.getByText('10 accounts, Pro pack (unlimited)')).toBeInTheDocument();
  });

  it('does not allow changes after the subscription has ended', async () => {
    const { userEvents } = renderAccounts({}, { user: buildUser({ subscription_end_date: '2020-01-01' }) });
    expect(await screen.findByText('Subscription Required')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Request Renewal' })).toHaveAttribute('href', '/support?new=renewal');
    expect(screen.getByRole('button', { name: 'Add Account' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Open All Active' })).toBeDisabled();
    expect(await screen.findByRole('switch', { name: 'studio is active' })).toBeDisabled();
    expect(await menuItem(userEvents, 'studio', 'Edit Profile')).toBeDisabled();
    expect(await screen.findByRole('menuitem', { name: 'Delete Profile' })).toBeDisabled();
  });
});

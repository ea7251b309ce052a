import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildAccount, buildCampaignRow, buildHold, buildUser, paginationOf } from '../../testing/builders.ts';
import { Failure } from '../../testing/fake-api.ts';
import { arrival, expectEvery, pass, stopTheClock } from '../../testing/still-clock.ts';
import {
  at,
  bakery,
  check,
  completed,
  hearFromAgent,
  history,
  kite,
  off,
  renderChecker,
  startCheck,
  studio,
} from '../../testing/unread-checks-screen.tsx';

describe('the choice of accounts to check', () => {
  it('offers all accounts, no matter how many there are', async () => {
    const accounts = Array.from({ length: 101 }, (_, index) =>
      buildAccount({ id: index + 10, profile_path: `/p/${index}` }),
    );
    const { api, userEvents } = renderChecker({
      'GET /api/profiles': { profiles: accounts, pagination: paginationOf(101, 101) },
    });
    expect(await screen.findByText('None selected, so all 101 accounts will be checked')).toBeInTheDocument();
    expect(screen.getAllByRole('checkbox')).toHaveLength(12);
    await userEvents.click(screen.getByRole('button', { name: 'Show all 101 accounts' }));
    expect(screen.getAllByRole('checkbox')).toHaveLength(101);
    expect(screen.queryByRole('button', { name: /^Show all/ })).not.toBeInTheDocument();
    expect(api.of('GET /api/profiles')[0]?.query).toEqual({});
  });

  it('offers the active accounts, but disables those that a running campaign uses', async () => {
    renderChecker();
    expect(await screen.findByRole('checkbox', { name: 'studio' })).toBeEnabled();
    expect(screen.getByRole('checkbox', { name: 'bakery' })).toBeDisabled();
    expect(screen.getByText('This profile is currently being used in a running campaign')).toBeInTheDocument();
    expect(screen.getByText('In Use')).toBeInTheDocument();
    expect(screen.queryByRole('checkbox', { name: 'off' })).not.toBeInTheDocument();
  });

  it('offers accounts whose campaign has ended, even if the accounts are still marked as in use', async () => {
    const stale = { ...bakery, in_use_by: { id: 1, name: 'Autumn' } };
    renderChecker({
      'GET /api/profiles': { profiles: [studio, stale], pagination: paginationOf(2, 100) },
      'GET /api/campaigns': {
        campaigns: [buildCampaignRow({ id: 1, status: 'completed', profiles_used: [2] })],
        pagination: paginationOf(1, 100),
      },
    });
    expect(await screen.findByRole('checkbox', { name: 'bakery' })).toBeEnabled();
  });

  it('disables accounts on hold, and leaves them out when checking all accounts', async () => {
    const hold = { reason: 'challenge', text: 'Instagram asks for a code.', since: at, until: null } as const;
    const { userEvents } = renderChecker({
      'GET /api/profiles': { profiles: [studio, { ...kite, hold }], pagination: paginationOf(2, 100) },
    });
    expect(await screen.findByRole('checkbox', { name: 'kite' })).toBeDisabled();
    expect(screen.getByText('None selected, so 1 account will be checked')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Select All' }));
    expect(screen.getByText('1 of 1 selected')).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'kite' })).not.toBeChecked();
  });

  it('checks all available accounts when none are chosen', async () => {
    const { userEvents, api } = renderChecker();
    await startCheck(userEvents);
    expect(await screen.findByText('Unread check request submitted! Processing...')).toBeInTheDocument();
    expect(api.of('POST /api/unread-checker/requests')[0]?.body).toEqual({});
  });

  it('checks only the chosen accounts, and remembers the choice', async () => {
    const first = renderChecker();
    await first.userEvents.click(await screen.findByRole('checkbox', { name: 'kite' }));
    first.unmount();
    const { userEvents, api } = renderChecker();
    expect(await screen.findByRole('checkbox', { name: 'kite' })).toBeChecked();
    await startCheck(userEvents);
    await waitFor(() => expect(api.of('POST /api/unread-checker/requests')[0]?.body).toEqual({ profileIds: [3] }));
  });

  it('remembers chosen accounts that are in use at the moment when the user changes the choice', async () => {
    const free = { 'GET /api/campaigns': { campaigns: [], pagination: paginationOf(0, 100) } };
    const before = renderChecker(free);
    await before.userEvents.click(await screen.findByRole('checkbox', { name: 'bakery' }));
    before.unmount();
    const during = renderChecker();
    expect(await screen.findByRole('checkbox', { name: 'bakery' })).not.toBeChecked();
    await during.userEvents.click(screen.getByRole('checkbox', { name: 'kite' }));
    expect(screen.getByText('1 of 2 selected')).toBeInTheDocument();
    during.unmount();
    renderChecker(free);
    expect(await screen.findByRole('checkbox', { name: 'bakery' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'kite' })).toBeChecked();
  });

  it('links to the Accounts screen when no account is active', async () => {
    renderChecker({ 'GET /api/profiles': { profiles: [off], pagination: paginationOf(1, 100) } });
    expect(await screen.findByText('No Active Profiles')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to Accounts' })).toHaveAttribute('href', '/profiles');
    expect(screen.queryByText('No results yet')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Check Messages' })).toBeDisabled();
  });
});

describe('an unread check', () => {
  it('shows its results when it is completed, and stores them in this browser', async () => {
    const { userEvents, socket, unmount } = renderChecker();
    await startCheck(userEvents);
    await hearFromAgent(socket);
    expect(await screen.findByText('Unread messages check completed successfully!')).toBeInTheDocument();
    const table = within(screen.getByRole('region', { name: 'Results by account' }));
    expect(table.getByText('99+')).toBeInTheDocument();
    expect(table.getByRole('rowheader', { name: /^studio\s*@studio\.ig$/ })).toBeInTheDocument();
    expect(table.queryByText(/ab12cd34|\/profiles/)).not.toBeInTheDocument();
    expect(table.getByText('Signed out')).toBeInTheDocument();
    expect(screen.getByText('Successful Checks').parentElement).toHaveTextContent('1');
    unmount();

    renderChecker();
    expect(await screen.findByText('99+')).toBeInTheDocument();
    expect(screen.getByText(/^Last checked/)).toBeInTheDocument();
  });

  it('is shown when the page loads if it was completed while the page was closed', async () => {
    renderChecker({ 'GET /api/unread-checker/requests/history': history(completed) });
    expect(await screen.findByText('99+')).toBeInTheDocument();
    expect(screen.queryByText('Unread messages check completed successfully!')).not.toBeInTheDocument();
  });

  it.each([
    ['why it failed', check({ status: 'failed', error_message: 'Firefox is missing' }), 'Firefox is missing'],
    ['that it failed, if there is no reason', check({ status: 'failed' }), 'Unread check failed'],
    ['that its results can’t be loaded', new Response('', { status: 502 }), 'Failed to get unread check results'],
  ])('shows %s', async (_what, answer, text) => {
    const { userEvents, socket } = renderChecker({
      'GET /api/unread-checker/requests/:id': answer instanceof Response ? answer : { success: true, request: answer },
    });
    await startCheck(userEvents);
    await hearFromAgent(socket);
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it.each([
    [
      'the server rejects the request',
      new Failure(409, { error: 'Every profile is in use.' }),
      'Every profile is in use.',
    ],
    ['the server cannot be reached', new Error('down'), 'Failed to check unread messages'],
  ])('shows an error and can be requested again if %s', async (_what, answer, text) => {
    const { userEvents } = renderChecker({ 'POST /api/unread-checker/requests': answer });
    await startCheck(userEvents);
    expect(await screen.findByText(text)).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Check Messages' })).toBeEnabled());
  });

  it('is cleared in this browser even if the server does not clear it', async () => {
    const { userEvents, api } = renderChecker({
      'GET /api/unread-checker/requests/history': history(completed),
      'DELETE /api/unread-checker/requests/clear': new Error('down'),
    });
    await screen.findByText('99+');
    await userEvents.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(screen.queryByText('99+')).not.toBeInTheDocument());
    expect(screen.queryByText(/^Last checked/)).not.toBeInTheDocument();
    await waitFor(() => expect(api.of('DELETE /api/unread-checker/requests/clear')).toHaveLength(1));
    expect(localStorage.getItem('unread-results-1')).toBeNull();
  });

  it('can’t be cleared until the server has answered that it has started', async () => {
    const started = Promise.withResolvers<{ success: true; request_id: number }>();
    const { userEvents } = renderChecker({
      'GET /api/unread-checker/requests/history': history(completed),
      'POST /api/unread-checker/requests': () => started.promise,
    });
    await screen.findByText('99+');
    await startCheck(userEvents);
    expect(screen.getByRole('button', { name: 'Clear' })).toBeDisabled();
    started.resolve({ success: true, request_id: 7 });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Clear' })).toBeEnabled());
  });

  it('updates when another tab clears the results or receives new results', async () => {
    renderChecker({ 'GET /api/unread-checker/requests/history': history(completed) });
    await screen.findByText('99+');
    const kept = localStorage.getItem('unread-results-1');
    const change = (value: string | null) => {
      if (value === null) localStorage.removeItem('unread-results-1');
      else localStorage.setItem('unread-results-1', value);
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'unread-results-1' })));
    };
    change(null);
    expect(screen.queryByText('99+')).not.toBeInTheDocument();
    expect(screen.getByText('No results yet')).toBeInTheDocument();
    change(kept);
    expect(screen.getByText('99+')).toBeInTheDocument();
  });

  it('ends without an error, and can be started again, if another tab clears it', async () => {
    const { userEvents, socket } = renderChecker({
      'GET /api/unread-checker/requests/:id': new Failure(404, { error: 'Request not found.' }),
    });
    await startCheck(userEvents);
    await hearFromAgent(socket);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Check Messages' })).toBeEnabled());
    expect(screen.queryByText('Request not found.')).not.toBeInTheDocument();
  });

  it('is followed, and cannot be started a second time, if it was started in another browser', async () => {
    const { api, socket } = renderChecker();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Check Messages' })).toBeEnabled());
    api.set({ 'GET /api/unread-checker/requests/history': history(check()) });
    socket.receive('agent_request_update', { request_id: 7, request_type: 'unread_check', status: 'pending' });
    expect(await screen.findByText(/^Checking/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Check Messages' })).toBeDisabled();
    await hearFromAgent(socket);
    expect(await screen.findByText('99+')).toBeInTheDocument();
  });

  it('cannot be started after the subscription has ended', async () => {
    renderChecker({}, buildUser({ subscription_end_date: '2020-01-01' }));
    expect(await screen.findByText('Subscription Required')).toBeInTheDocument();
    expect(await screen.findByRole('checkbox', { name: 'studio' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Check Messages' })).toBeDisabled();
  });
});

describe('an unread check over time', () => {
  stopTheClock();
  const running = { success: true, request: check({ status: 'running' }) } as const;

  async function openWithRunningCheck() {
    const { api } = renderChecker({
      'GET /api/unread-checker/requests/history': history(check({ status: 'running' })),
      'GET /api/unread-checker/requests/:id': running,
    });
    await arrival(() => screen.getByText(/^Checking/));
    return { api, asked: () => api.of('GET /api/unread-checker/requests/:id').length };
  }

  it('is polled every five seconds after the page is loaded, until it is completed', async () => {
    const { api, asked } = await openWithRunningCheck();
    expect(asked()).toBe(0);
    await expectEvery(5000, asked);
    api.set({ 'GET /api/unread-checker/requests/:id': { success: true, request: completed } });
    await pass(5000);
    await arrival(() => screen.getByText('99+'));
    await pass(20_000);
    expect(asked()).toBe(2);
  });

  it('times out after sixty attempts, but its results still appear when the agent is done', async () => {
    const { api, asked } = await openWithRunningCheck();
    for (let question = 1; question <= 60; question += 1) {
      expect(screen.queryByText('Unread check timed out')).not.toBeInTheDocument();
      await pass(5000);
      await arrival(() => expect(asked()).toBe(question));
    }
    await arrival(() => screen.getByText('Unread check timed out'));
    await pass(20_000);
    expect(asked()).toBe(60);
    expect(screen.getByText(/^Checking/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Check Messages' })).toBeDisabled();
    api.set({ 'GET /api/unread-checker/requests/history': history(completed) });
    // No event announces the end, as if the live connection were blocked.
    await pass(30_000);
    await arrival(() => screen.getByText('99+'));
    expect(screen.queryByText(/^Checking/)).not.toBeInTheDocument();
  });
});

describe('the choice of accounts over time', () => {
  stopTheClock();

  it('offers an account again soon after its timed hold has ended', async () => {
    const hold = buildHold({ until: '2999-01-01T12:00:00.000Z' });
    const { api } = renderChecker({
      'GET /api/profiles': { profiles: [studio, { ...kite, hold }], pagination: paginationOf(2, 100) },
    });
    await arrival(() => expect(screen.getByRole('checkbox', { name: 'kite' })).toBeDisabled());
    api.set({ 'GET /api/profiles': { profiles: [studio, kite], pagination: paginationOf(2, 100) } });
    await pass(60_000);
    await arrival(() => expect(screen.getByRole('checkbox', { name: 'kite' })).toBeEnabled());
  });
});

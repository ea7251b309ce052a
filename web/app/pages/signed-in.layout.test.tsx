import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildAgentToken } from '../testing/administration-builders.ts';
import { buildCampaign, buildCampaignRow, buildLog, buildUser, paginationOf } from '../testing/builders.ts';
import { Failure, unreachable, type Replies } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { arrival, pass, stopTheClock } from '../testing/still-clock.ts';
import { SignedInFrame } from './signed-in-frame.tsx';
import SignedInLayout from './signed-in.layout.tsx';

const noCampaigns = { 'GET /api/campaigns': { campaigns: [], pagination: paginationOf(0) } };

type Options = Omit<NonNullable<Parameters<typeof renderScreen>[1]>, 'path'>;

function renderFrame(options: Options) {
  return renderScreen(<SignedInFrame />, { ...options, path: '*' });
}

describe('the guard', () => {
  it('sends a guest from a signed-in page to the sign-in page', async () => {
    const { router } = renderScreen(<SignedInLayout />, { url: '/campaigns', user: null });
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.state.location.search).toBe('');
  });

  it('remembers the pairing link that a guest opened', async () => {
    const { router } = renderScreen(<SignedInLayout />, { url: '/link?code=BCDF-GHJK', user: null });
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(new URLSearchParams(router.state.location.search).get('next')).toBe('/link?code=BCDF-GHJK');
  });

  it('fills the window with a loading indicator while the session is loading', async () => {
    localStorage.setItem('token', 'abc');
    renderScreen(<SignedInLayout />, {
      url: '/dashboard',
      user: null,
      replies: { 'GET /api/auth/profile': () => new Promise(() => undefined) },
    });
    expect(await screen.findByText('Loading')).toBeInTheDocument();
  });

  it('ends the session after a 401 on any call', async () => {
    renderFrame({
      url: '/dashboard',
      replies: { 'GET /api/campaigns': new Failure(401, { error: 'Sign in again.', code: 'unauthenticated' }) },
    });
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
  });
});

describe('an administrator who has to set up two-factor sign-in', () => {
  const due = buildUser({ role: 'admin', must_set_up_two_factor: true });
  const codes = ['abcd-efgh-jkmn-pqrs'];

  it('is sent to it from every page, and can continue after seeing the recovery codes', async () => {
    const { hands, api } = renderScreen(<SignedInLayout />, {
      url: '/campaigns',
      user: due,
      replies: {
        ...noCampaigns,
        'POST /api/two-factor/setup': { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' },
        'POST /api/two-factor/confirm': { recovery_codes: codes },
      },
    });
    expect(await screen.findByText(/This server requires it for administrators\./)).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
    await hands.click(screen.getByRole('button', { name: 'Set up two-factor sign-in' }));
    await hands.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByText(codes[0] ?? '')).toBeVisible();
    api.set({ 'GET /api/auth/profile': { user: { ...due, must_set_up_two_factor: false }, sandbox: false } });
    await hands.click(screen.getByRole('button', { name: 'I’ve saved them' }));
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeVisible();
  });

  it('can log out instead', async () => {
    const { hands, router } = renderScreen(<SignedInLayout />, {
      url: '/campaigns',
      user: due,
      replies: { 'POST /api/auth/logout': { success: true } },
    });
    await hands.click(await screen.findByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
    expect(router.state.location.pathname).toBe('/campaigns');
  });
});

describe('an administrator who has to set up two-factor sign-in, over time', () => {
  stopTheClock();

  it('does not cause repeated calls that are refused until then', async () => {
    const user = buildUser({ role: 'admin', must_set_up_two_factor: true });
    const refused = new Failure(403, { error: 'Later', code: 'two_factor_setup_required' });
    const { api } = renderScreen(<SignedInLayout />, {
      url: '/campaigns',
      user,
      replies: { 'GET /api/agent-tokens': refused },
    });
    await arrival(() => screen.getByText(/This server requires it for administrators\./));
    await arrival(() => expect(api.of('GET /api/agent-tokens')).not.toHaveLength(0));
    const asked = api.of('GET /api/agent-tokens').length;
    await pass(120_000);
    expect(api.of('GET /api/agent-tokens')).toHaveLength(asked);
  });
});

describe('the frame around signed-in screens', () => {
  it('lists every screen in named groups, with User Management only for an administrator', async () => {
    renderFrame({ url: '/profiles', replies: noCampaigns });
    const nav = await screen.findByRole('navigation', { name: 'Main' });
    const lists = within(nav).getAllByRole('list');
    const named = (list: HTMLElement) =>
      within(list)
        .getAllByRole('link')
        .map((link) => link.textContent);
    expect(lists.map(named)).toEqual([
      ['Dashboard', 'Campaigns', 'Unread checker'],
      ['Lists', 'People', 'Do not contact'],
      ['Accounts', 'Templates', 'Profiles management'],
      ['Support', 'Settings'],
    ]);
    const names = ['Work', 'People', 'Setup'];
    expect(lists.slice(0, 3)).toEqual(names.map((name) => within(nav).getByRole('list', { name })));
    expect(within(nav).queryByRole('button')).not.toBeInTheDocument();
    expect(within(nav).getByRole('link', { name: 'Accounts' })).toHaveAttribute('aria-current', 'page');
  });

  it('shows the administration screens to an administrator', async () => {
    renderFrame({ url: '/users', user: buildUser({ role: 'admin' }), replies: noCampaigns });
    expect(await screen.findByRole('link', { name: 'User Management' })).toHaveAttribute('aria-current', 'page');
    const group = within(screen.getByRole('list', { name: 'Administration' }));
    expect(group.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'User Management',
      'Audit log',
      'Server',
    ]);
  });

  it('marks an entry as active on the pages below it, and names it in the header', async () => {
    renderFrame({ url: '/people/ada', replies: noCampaigns });
    expect(await screen.findByRole('link', { name: 'People' })).toHaveAttribute('aria-current', 'page');
    expect(within(screen.getByRole('banner')).getByText('People')).toBeInTheDocument();
  });

  it('shows "Dashboard" in the header when no entry is active', async () => {
    renderFrame({ url: '/recipients', replies: noCampaigns });
    expect(within(await screen.findByRole('banner')).getByText('Dashboard')).toBeInTheDocument();
  });

  it('shows the pack and end date, and no "Expired" while the subscription is active', async () => {
    renderFrame({
      url: '/dashboard',
      user: buildUser({ pack: 'pro', subscription_end_date: '2999-12-31' }),
      replies: noCampaigns,
    });
    expect(await screen.findByText('Pro Pack')).toBeInTheDocument();
    expect(screen.getByText('Expires: 31-12-2999')).toBeInTheDocument();
    expect(screen.queryByText('Expired')).not.toBeInTheDocument();
    expect(screen.queryByText('Subscription Expired')).not.toBeInTheDocument();
  });

  it.each([
    [{ subscription_end_date: '2020-01-31' }, 'Expires: 31-01-2020'],
    [{ subscription_end_date: null }, 'No subscription'],
  ])('says when the subscription has expired: %o', async (change, text) => {
    renderFrame({ url: '/dashboard', user: buildUser(change), replies: noCampaigns });
    expect(await screen.findByText('Subscription Expired')).toBeInTheDocument();
    expect(screen.getByText('Expired')).toBeInTheDocument();
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByText('Starter Pack')).toBeInTheDocument();
  });

  it('shows immediately that an administrator ended the subscription', async () => {
    const user = buildUser({ subscription_end_date: '2999-12-31' });
    const { socket, api } = renderFrame({ url: '/dashboard', user, replies: noCampaigns });
    await screen.findByText('Expires: 31-12-2999');
    socket.connect();
    await screen.findByText('Connected');
    api.set({ 'GET /api/auth/profile': { user: { ...user, subscription_end_date: '2020-01-31' }, sandbox: false } });
    socket.receive('user_update');
    expect(await screen.findByText('Subscription Expired')).toBeInTheDocument();
    expect(screen.getByText('Expires: 31-01-2020')).toBeInTheDocument();
  });

  it('never shows an administrator as expired', async () => {
    renderFrame({
      url: '/dashboard',
      user: buildUser({ role: 'admin', subscription_end_date: null }),
      replies: noCampaigns,
    });
    expect(await screen.findByText('No subscription needed')).toBeInTheDocument();
    expect(screen.queryByText('Subscription Expired')).not.toBeInTheDocument();
  });

  it('shows who is signed in, and logs out', async () => {
    const { hands, api } = renderFrame({
      url: '/dashboard',
      replies: { ...noCampaigns, 'POST /api/auth/logout': { success: true } },
    });
    const header = await screen.findByRole('banner');
    expect(within(header).getByText('M')).toBeInTheDocument();
    expect(within(header).getByText('user')).toBeInTheDocument();
    await hands.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await screen.findByText('Logged out successfully')).toBeInTheDocument();
    expect(localStorage.getItem('token')).toBeNull();
    expect(api.of('POST /api/auth/logout')).toHaveLength(1);
  });

  it('reports a sign-out only once, although the server notifies this tab too', async () => {
    const answer = Promise.withResolvers<{ success: true }>();
    const { hands, socket } = renderFrame({
      url: '/dashboard',
      replies: { ...noCampaigns, 'POST /api/auth/logout': () => answer.promise },
    });
    await hands.click(await screen.findByRole('button', { name: 'Log out' }));
    socket.receive('session_ended', { reason: 'You signed out.' });
    answer.resolve({ success: true });
    expect(await screen.findByText('Logged out successfully')).toBeInTheDocument();
    expect(screen.queryByText('You signed out.')).not.toBeInTheDocument();
  });

  it('no longer shows the agent as online when its state is unknown', async () => {
    const { api, socket } = renderFrame({
      url: '/dashboard',
      replies: { ...noCampaigns, 'GET /api/agent-tokens': { tokens: [buildAgentToken({ online: true })] } },
    });
    await screen.findByRole('link', { name: 'Agent online' });
    socket.connect();
    await screen.findByText('Connected');
    api.set({ 'GET /api/agent-tokens': unreachable });
    socket.disconnect();
    expect(await screen.findByRole('link', { name: 'Agent …' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Agent online' })).not.toBeInTheDocument();
  });

  it.each([
    [buildAgentToken({ online: true }), 'Agent online', 'device-laptop'],
    [buildAgentToken({ online: true, is_paused: true }), 'Agent paused', 'player-pause'],
    [buildAgentToken(), 'Agent offline', 'device-laptop-off'],
    [buildAgentToken({ is_outdated: true }), 'Agent outdated', 'device-laptop-off'],
  ])('gives each state of the agent its own word and icon: %#', async (token, word, picture) => {
    renderFrame({ url: '/dashboard', replies: { ...noCampaigns, 'GET /api/agent-tokens': { tokens: [token] } } });
    const sign = await screen.findByRole('link', { name: word });
    expect(sign.querySelector('svg')).toHaveClass(`tabler-icon-${picture}`);
  });

  it('says Connected or Disconnected as the connection changes', async () => {
    const { socket } = renderFrame({ url: '/dashboard', replies: noCampaigns });
    const first = await screen.findByText('Connecting…');
    expect(first.closest('[data-state]'), 'no alarm before the first connection').toHaveAttribute(
      'data-state',
      'unknown',
    );
    socket.failToConnect();
    expect(await screen.findByText('Disconnected')).toBeInTheDocument();
    socket.connect();
    expect(await screen.findByText('Connected')).toBeInTheDocument();
    socket.disconnect();
    expect(await screen.findByText('Disconnected')).toBeInTheDocument();
  });

  it("says that the server can't be reached, until it can be", async () => {
    const { socket } = renderFrame({ url: '/dashboard', replies: noCampaigns });
    await screen.findByText('Connecting…');
    expect(screen.queryByText('The server can’t be reached')).not.toBeInTheDocument();
    socket.connect();
    await screen.findByText('Connected');
    socket.disconnect();
    expect(await screen.findByText('The server can’t be reached')).toBeInTheDocument();
    socket.connect();
    await screen.findByText('Connected');
    expect(screen.queryByText('The server can’t be reached')).not.toBeInTheDocument();
  });

  it('shows whether the agent is online', async () => {
    const seen = { id: 1, name: 'Mac', created_at: '2026-11-01T00:00:00Z', version: '1', platform: 'darwin' };
    renderFrame({
      url: '/dashboard',
      replies: {
        ...noCampaigns,
        'GET /api/agent-tokens': {
          tokens: [buildAgentToken({ ...seen, last_seen_at: '2026-11-21T00:00:00Z', online: true })],
        },
      },
    });
    expect(await screen.findByRole('link', { name: 'Agent online' })).toBeInTheDocument();
  });

  it('says on every screen that it is a sandbox', async () => {
    renderFrame({ url: '/dashboard', sandbox: true, replies: noCampaigns });
    expect(await screen.findByText(/nothing reaches Instagram/)).toBeInTheDocument();
  });
});

describe('the command palette', () => {
  it.each([
    ['Linux x86_64', 'Ctrl K'],
    ['MacIntel', '⌘ K'],
  ])('shows its keyboard shortcut for %s', async (platform, keys) => {
    Object.defineProperty(navigator, 'platform', { value: platform, configurable: true });
    renderFrame({ url: '/dashboard', replies: noCampaigns });
    expect(
      await screen.findByRole('button', { name: new RegExp(`^Search or run a command… ?${keys}$`) }),
    ).toBeInTheDocument();
    Reflect.deleteProperty(navigator, 'platform');
  });

  it('opens with Ctrl+K, finds a screen by a few letters and goes there with Enter', async () => {
    const { hands, router } = renderFrame({ url: '/dashboard', replies: noCampaigns });
    await screen.findByRole('banner');
    await hands.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('textbox', { name: 'Search or run a command' });
    await hands.type(field, 'templ');
    await hands.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/templates'));
  });

  it('captures the letters typed right after Ctrl+K', async () => {
    const { hands } = renderFrame({ url: '/dashboard', replies: noCampaigns });
    await screen.findByRole('banner');
    await hands.keyboard('{Control>}k{/Control}templ');
    const field = await screen.findByRole('textbox', { name: 'Search or run a command' });
    await waitFor(() => expect(field).toHaveFocus());
    await hands.keyboard('ates');
    expect(field).toHaveValue('templates');
  });

  it('opens the forms for new items, and pauses and resumes campaigns', async () => {
    const { hands, api, router } = renderFrame({
      url: '/dashboard',
      replies: {
        'GET /api/campaigns': {
          campaigns: [
            buildCampaignRow({ id: 1, name: 'Autumn', status: 'running' }),
            buildCampaignRow({ id: 2, name: 'Winter', status: 'paused' }),
          ],
          pagination: paginationOf(2),
        },
        'GET /api/campaigns/:id': { campaign: buildCampaign({ status: 'running' }) },
        'POST /api/campaigns/:id/start': { campaign: buildCampaign({ id: 2, status: 'running' }) },
        'PUT /api/campaigns/:id/status': { campaign: buildCampaign({ id: 1, status: 'paused' }) },
      },
    });
    await screen.findByRole('banner');
    const run = async (letters: string) => {
      await hands.keyboard('{Control>}k{/Control}');
      const field = await screen.findByRole('textbox', { name: 'Search or run a command' });
      await hands.type(field, letters);
      await hands.keyboard('{Enter}');
      await waitFor(() => expect(field).not.toBeInTheDocument());
    };
    await run('pause aut');
    await waitFor(() => expect(api.of('PUT /api/campaigns/:id/status')[0]?.params).toEqual({ id: '1' }));
    await run('resume wint');
    await waitFor(() => expect(api.of('POST /api/campaigns/:id/start')[0]?.params).toEqual({ id: '2' }));
    await run('create list');
    await waitFor(() => expect(router.state.location.pathname).toBe('/lists'));
    expect(router.state.location.state).toEqual({ opens: 'new' });
  });
});

describe('the live log', () => {
  const running = buildCampaignRow({ status: 'running' });
  const replies: Replies = {
    'GET /api/campaigns': { campaigns: [running], pagination: paginationOf(1) },
    'GET /api/campaigns/:id': { campaign: buildCampaign({ status: 'running', logs: [buildLog({ seq: 1 })] }) },
  };

  it('is hidden while no campaign is running or paused', async () => {
    const { api } = renderFrame({ url: '/dashboard', replies: noCampaigns });
    await screen.findByRole('banner');
    await waitFor(() => expect(api.of('GET /api/campaigns')).toHaveLength(2));
    expect(screen.queryByRole('region', { name: 'Live campaign log' })).not.toBeInTheDocument();
  });

  it('collapses, closes, and reopens from the header', async () => {
    const { hands } = renderFrame({ url: '/dashboard', replies });
    await screen.findByRole('region', { name: 'Live campaign log' });
    expect(await screen.findByText('@rye.and.co')).toBeInTheDocument();
    await hands.click(screen.getByRole('button', { name: 'Collapse the log' }));
    expect(screen.queryByText('@rye.and.co')).not.toBeInTheDocument();
    await hands.click(screen.getByRole('button', { name: 'Expand the log' }));
    expect(screen.getByText('@rye.and.co')).toBeInTheDocument();
    await hands.click(screen.getByRole('button', { name: 'Close the log' }));
    expect(screen.queryByRole('region', { name: 'Live campaign log' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Log' })).toHaveFocus();
    await hands.click(screen.getByRole('button', { name: 'Log' }));
    expect(await screen.findByRole('region', { name: 'Live campaign log' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Collapse the log' })).toHaveFocus();
  });

  it('is not offered in the header while it is empty', async () => {
    localStorage.setItem('sandpiper-log-panel', JSON.stringify('closed'));
    localStorage.setItem('sandpiper-log-closed-for', JSON.stringify([running.id]));
    const { api, socket } = renderFrame({ url: '/dashboard', replies });
    expect(await screen.findByRole('button', { name: 'Log' })).not.toHaveFocus();
    api.set({ 'GET /api/campaigns': { campaigns: [], pagination: paginationOf(0) } });
    socket.receive('campaign_update', { campaign_id: 1, status: 'completed' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Log' })).not.toBeInTheDocument());
  });

  it('returns for a campaign that was not active when it was closed', async () => {
    const { hands, api, socket } = renderFrame({ url: '/dashboard', replies });
    await hands.click(await screen.findByRole('button', { name: 'Close the log' }));
    expect(screen.queryByRole('region', { name: 'Live campaign log' })).not.toBeInTheDocument();
    const started = buildCampaignRow({ id: 2, name: 'Winter', status: 'running' });
    api.set({ 'GET /api/campaigns': { campaigns: [running, started], pagination: paginationOf(2) } });
    socket.receive('campaign_update', { campaign_id: 2, status: 'running' });
    expect(await screen.findByRole('region', { name: 'Live campaign log' })).toBeInTheDocument();
  });

  it('starts collapsed on a campaign’s own page, which already shows that log, until it is opened there', async () => {
    const { hands, router } = renderFrame({ url: '/campaigns/1', replies });
    await hands.click(await screen.findByRole('button', { name: 'Expand the log' }));
    expect(await screen.findByRole('button', { name: 'Collapse the log' })).toBeInTheDocument();
    await act(() => router.navigate('/campaigns/2'));
    expect(await screen.findByRole('button', { name: 'Expand the log' })).toBeInTheDocument();
    await act(() => router.navigate('/campaigns'));
    expect(await screen.findByRole('button', { name: 'Collapse the log' })).toBeInTheDocument();
  });
});

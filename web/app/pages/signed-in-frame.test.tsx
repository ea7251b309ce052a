import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildAgentToken } from '../testing/administration-builders.ts';
import { buildUser, paginationOf } from '../testing/builders.ts';
import { unreachable } from '../testing/fake-api.ts';
import { noCampaigns, renderFrame } from '../testing/signed-in-screen.tsx';

describe('the frame around signed-in screens', () => {
  it('lists the screens in groups, without the administration screens for users who are not administrators', async () => {
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

  it('shows how many replies are unread, and updates the number when it changes', async () => {
    const answer = (replies: number, is_exact = true) => ({
      'GET /api/notices': {
        notices: [],
        unread_count: 0,
        unread_replies: replies === 0 ? null : { replies, accounts: 1, is_exact, as_of: '2026-11-21T09:30:00.000Z' },
        pagination: paginationOf(0),
      },
    });
    const { api, socket } = renderFrame({ url: '/profiles', replies: { ...noCampaigns, ...answer(3) } });
    const entry = await screen.findByRole('link', { name: /^Unread checker/ });
    await waitFor(() => expect(entry).toHaveTextContent('Unread checker 3'));
    expect(api.of('GET /api/notices')).toHaveLength(1);
    for (const [reply, text] of [
      [answer(99, false), 'Unread checker 99+'],
      [answer(240), 'Unread checker 240'],
      [answer(0), 'Unread checker'],
    ] as const) {
      api.set(reply);
      socket.receive('notices_read');
      await waitFor(() => expect(entry.textContent).toBe(text));
    }
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

  it('marks an entry as active on its subpages too, and shows the entry’s name in the header', async () => {
    renderFrame({ url: '/people/ada', replies: noCampaigns });
    expect(await screen.findByRole('link', { name: 'People' })).toHaveAttribute('aria-current', 'page');
    expect(within(screen.getByRole('banner')).getByText('People')).toBeInTheDocument();
  });

  it('shows "Dashboard" in the header when no entry is active', async () => {
    renderFrame({ url: '/recipients', replies: noCampaigns });
    expect(within(await screen.findByRole('banner')).getByText('Dashboard')).toBeInTheDocument();
  });

  it('shows the pack and end date, and no "Expired" badge while the subscription is active', async () => {
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
  ])('shows that the subscription has expired: %o', async (change, text) => {
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

  it('does not show an administrator’s subscription as expired', async () => {
    renderFrame({
      url: '/dashboard',
      user: buildUser({ role: 'admin', subscription_end_date: null }),
      replies: noCampaigns,
    });
    expect(await screen.findByText('Never expires')).toBeInTheDocument();
    expect(screen.queryByText('Subscription Expired')).not.toBeInTheDocument();
  });

  it('shows who is signed in, and lets them log out', async () => {
    const { userEvents, api } = renderFrame({
      url: '/dashboard',
      replies: { ...noCampaigns, 'POST /api/auth/logout': { success: true } },
    });
    const header = await screen.findByRole('banner');
    expect(within(header).getByText('M')).toBeInTheDocument();
    expect(within(header).getByText('user')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await screen.findByText('Logged out successfully')).toBeInTheDocument();
    expect(localStorage.getItem('token')).toBeNull();
    expect(api.of('POST /api/auth/logout')).toHaveLength(1);
  });

  it('also has the buttons for the theme and for logging out in the menu, because the header lacks them on phones', async () => {
    const { userEvents, api } = renderFrame({
      url: '/dashboard',
      replies: { ...noCampaigns, 'POST /api/auth/logout': { success: true } },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Open the menu' }));
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
    await userEvents.click(menu.getByRole('button', { name: 'Switch to the dark theme' }));
    await userEvents.click(menu.getByRole('button', { name: 'Switch to the light theme' }));
    await userEvents.click(menu.getByRole('button', { name: 'Log out' }));
    expect(await screen.findByText('Logged out successfully')).toBeInTheDocument();
    expect(api.of('POST /api/auth/logout')).toHaveLength(1);
  });

  it('shows the whole emoji if the username begins with an emoji', async () => {
    renderFrame({ url: '/dashboard', user: buildUser({ username: '😀 party' }), replies: noCampaigns });
    expect(within(await screen.findByRole('banner')).getByText('😀')).toBeInTheDocument();
  });

  it('reports a sign-out only once, although the server notifies this tab too', async () => {
    const answer = Promise.withResolvers<{ success: true }>();
    const { userEvents, socket } = renderFrame({
      url: '/dashboard',
      replies: { ...noCampaigns, 'POST /api/auth/logout': () => answer.promise },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Log out' }));
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
    [buildAgentToken(), 'No agent', 'device-laptop-off'],
    [buildAgentToken({ last_seen_at: '2026-11-21T00:00:00.000Z' }), 'Agent offline', 'device-laptop-off'],
    [buildAgentToken({ outdated_at: '2026-11-21T00:00:00.000Z' }), 'Wrong agent version', 'device-laptop-off'],
  ])('shows a word and an icon for each state of the agent: %#', async (token, word, picture) => {
    renderFrame({ url: '/dashboard', replies: { ...noCampaigns, 'GET /api/agent-tokens': { tokens: [token] } } });
    const sign = await screen.findByRole('link', { name: word });
    expect(sign.querySelector('svg')).toHaveClass(`tabler-icon-${picture}`);
  });

  it('says "Connected" or "Disconnected" as the connection changes', async () => {
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

  it("says that the server can't be reached, until it answers again", async () => {
    const { api, socket } = renderFrame({ url: '/dashboard', replies: noCampaigns });
    await screen.findByText('Connecting…');
    expect(screen.queryByText('The server can’t be reached')).not.toBeInTheDocument();
    socket.connect();
    await screen.findByText('Connected');
    api.set({ 'GET /api/agent-tokens': unreachable });
    socket.disconnect();
    expect(await screen.findByText('The server can’t be reached')).toBeInTheDocument();
    api.set({ 'GET /api/agent-tokens': { tokens: [] } });
    socket.connect();
    await screen.findByText('Connected');
    expect(screen.queryByText('The server can’t be reached')).not.toBeInTheDocument();
  });

  it('says that only live updates are missing if the server still answers calls', async () => {
    const { socket } = renderFrame({ url: '/dashboard', replies: noCampaigns });
    await screen.findByRole('link', { name: 'No agent' });
    socket.failToConnect();
    expect(await screen.findByText('Live updates aren’t available')).toBeInTheDocument();
    expect(screen.queryByText('The server can’t be reached')).not.toBeInTheDocument();
    socket.connect();
    await screen.findByText('Connected');
    expect(screen.queryByText('Live updates aren’t available')).not.toBeInTheDocument();
  });

  it('shows that the agent is online', async () => {
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

  it('says that the server runs in sandbox mode', async () => {
    renderFrame({ url: '/dashboard', sandbox: true, replies: noCampaigns });
    expect(await screen.findByText(/nothing reaches Instagram/)).toBeInTheDocument();
  });
});

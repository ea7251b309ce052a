import { act, screen, waitFor } from '@testing-library/react';
import { createPath } from 'react-router';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildCampaign, buildCampaignRow, buildLog, buildUser, paginationOf } from '../testing/builders.ts';
import { Failure, type Replies } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { noCampaigns, renderFrame } from '../testing/signed-in-screen.tsx';
import { arrival, pass, stopTheClock } from '../testing/still-clock.ts';
import SignedInLayout from './signed-in.layout.tsx';

describe('the layout of signed-in screens', () => {
  it('redirects a guest to the sign-in page, and remembers which page they asked for', async () => {
    const { router } = renderScreen(<SignedInLayout />, { url: '/people?page=2&search=a%26b#top', user: null });
    await waitFor(() => expect(createPath(router.state.location)).toBe('/login'));
    expect(router.state.location.state).toEqual({ askedPage: '/people?page=2&search=a%26b#top' });
  });

  it('shows the frame without its content while the session is loading', async () => {
    localStorage.setItem('token', 'abc');
    renderScreen(<SignedInLayout />, {
      url: '/dashboard',
      user: null,
      replies: { 'GET /api/auth/profile': () => new Promise(() => undefined) },
    });
    expect(await screen.findByText('Loading')).toBeInTheDocument();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });

  it('ends the session after a request gets a 401 response', async () => {
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
  const renderSetup = (path?: string, replies: Replies = {}) =>
    renderScreen(<SignedInLayout />, {
      url: '/campaigns',
      ...(path === undefined ? {} : { path }),
      user: due,
      replies: {
        ...noCampaigns,
        'POST /api/two-factor/setup': { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' },
        'POST /api/two-factor/confirm': { recovery_codes: codes },
        ...replies,
      },
    });

  it('sees the setup instead of the page, and can continue after seeing the recovery codes', async () => {
    const { userEvents, api } = renderSetup();
    expect(await screen.findByText(/This server requires it for administrators\./)).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Set up two-factor sign-in' }));
    await userEvents.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByText(codes[0] ?? '')).toBeVisible();
    api.set({ 'GET /api/auth/profile': { user: { ...due, must_set_up_two_factor: false }, sandbox: false } });
    await userEvents.click(screen.getByRole('button', { name: 'I’ve saved them' }));
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeVisible();
  });

  it('sees the recovery codes even if the session is refetched before they arrive', async () => {
    const answer = Promise.withResolvers<{ recovery_codes: string[] }>();
    const confirm = () => answer.promise;
    const { userEvents, api } = renderSetup(undefined, { 'POST /api/two-factor/confirm': confirm });
    await userEvents.click(await screen.findByRole('button', { name: 'Set up two-factor sign-in' }));
    await userEvents.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(api.of('POST /api/two-factor/confirm')).toHaveLength(1));
    api.set({ 'GET /api/auth/profile': { user: { ...due, must_set_up_two_factor: false }, sandbox: false } });
    const asked = api.of('GET /api/auth/profile').length;
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 120_000);
    onTestFinished(() => now.mockRestore());
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(api.of('GET /api/auth/profile').length).toBeGreaterThan(asked));
    // Leave time for the response to take effect.
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    answer.resolve({ recovery_codes: codes });
    expect(await screen.findByText(codes[0] ?? '')).toBeVisible();
  });

  it('doesn’t keep out another user who signs in from another tab before the recovery codes have been saved', async () => {
    const { userEvents, api } = renderSetup('*');
    await userEvents.click(await screen.findByRole('button', { name: 'Set up two-factor sign-in' }));
    await userEvents.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await screen.findByText(codes[0] ?? '');
    api.set({ 'GET /api/auth/profile': { user: buildUser({ id: 2, username: 'paul' }), sandbox: false } });
    localStorage.setItem('token', 'newer');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeVisible();
  });

  it('can log out instead', async () => {
    const { userEvents, router } = renderScreen(<SignedInLayout />, {
      url: '/campaigns',
      user: due,
      replies: { 'POST /api/auth/logout': { success: true } },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
    expect(router.state.location.pathname).toBe('/campaigns');
  });
});

describe('while an administrator has to set up two-factor sign-in', () => {
  stopTheClock();

  it('the app does not repeat refused requests', async () => {
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

  it('the app continues once they have set it up in another tab', async () => {
    const user = buildUser({ role: 'admin', must_set_up_two_factor: true });
    const { api } = renderScreen(<SignedInLayout />, { url: '/campaigns', user, replies: noCampaigns });
    await arrival(() => screen.getByText(/This server requires it for administrators\./));
    api.set({ 'GET /api/auth/profile': { user: { ...user, must_set_up_two_factor: false }, sandbox: false } });
    await pass(61_000);
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await arrival(() => screen.getByRole('navigation', { name: 'Main' }));
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

  it('disappears when the last running campaign ends', async () => {
    const { api, socket } = renderFrame({ url: '/dashboard', replies });
    await screen.findByRole('region', { name: 'Live campaign log' });
    api.set(noCampaigns);
    socket.receive('campaign_update', { campaign_id: 1, status: 'completed' });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Live campaign log' })).not.toBeInTheDocument());
  });

  it('starts collapsed, expands, closes, and reopens from the header', async () => {
    const { userEvents } = renderFrame({ url: '/dashboard', replies });
    await screen.findByRole('region', { name: 'Live campaign log' });
    expect(screen.queryByRole('log')).not.toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Expand the log' }));
    expect(await screen.findByText('@rye.and.co')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Collapse the log' }));
    expect(screen.queryByText('@rye.and.co')).not.toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Close the log' }));
    expect(screen.queryByRole('region', { name: 'Live campaign log' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Log' })).toHaveFocus();
    await userEvents.click(screen.getByRole('button', { name: 'Log' }));
    expect(await screen.findByRole('region', { name: 'Live campaign log' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Collapse the log' })).toHaveFocus();
  });

  it('is not offered in the header while no campaign is running or paused', async () => {
    localStorage.setItem('sandpiper-log-panel', JSON.stringify('closed'));
    localStorage.setItem('sandpiper-log-closed-for', JSON.stringify([running.id]));
    const { api, socket } = renderFrame({ url: '/dashboard', replies });
    expect(await screen.findByRole('button', { name: 'Log' })).not.toHaveFocus();
    api.set({ 'GET /api/campaigns': { campaigns: [], pagination: paginationOf(0) } });
    socket.receive('campaign_update', { campaign_id: 1, status: 'completed' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Log' })).not.toBeInTheDocument());
  });

  it('reappears for a campaign that wasn’t active when the log was closed', async () => {
    const { userEvents, api, socket } = renderFrame({ url: '/dashboard', replies });
    await userEvents.click(await screen.findByRole('button', { name: 'Close the log' }));
    expect(screen.queryByRole('region', { name: 'Live campaign log' })).not.toBeInTheDocument();
    const started = buildCampaignRow({ id: 2, name: 'Winter', status: 'running' });
    api.set({ 'GET /api/campaigns': { campaigns: [running, started], pagination: paginationOf(2) } });
    socket.receive('campaign_update', { campaign_id: 2, status: 'running' });
    expect(await screen.findByRole('region', { name: 'Live campaign log' })).toBeInTheDocument();
  });

  it('is hidden on the page of the only active campaign, which already shows the log', async () => {
    const { router, api } = renderFrame({ url: '/campaigns/1', replies });
    await screen.findByRole('banner');
    await waitFor(() => expect(api.of('GET /api/campaigns').length).toBeGreaterThan(1));
    expect(screen.queryByRole('region', { name: 'Live campaign log' })).not.toBeInTheDocument();
    await act(() => router.navigate('/campaigns'));
    expect(await screen.findByRole('region', { name: 'Live campaign log' })).toBeInTheDocument();
    await act(() => router.navigate('/campaigns/1'));
    expect(screen.queryByRole('region', { name: 'Live campaign log' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Log' })).not.toBeInTheDocument();
  });

  it('stays collapsed on a campaign’s own page, which already shows the log, until the user opens it there', async () => {
    const other = buildCampaignRow({ id: 2, name: 'Winter', status: 'running' });
    const { userEvents, router } = renderFrame({
      url: '/campaigns/1',
      replies: { ...replies, 'GET /api/campaigns': { campaigns: [running, other], pagination: paginationOf(2) } },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Expand the log' }));
    expect(await screen.findByRole('button', { name: 'Collapse the log' })).toBeInTheDocument();
    await act(() => router.navigate('/campaigns/2'));
    expect(await screen.findByRole('button', { name: 'Expand the log' })).toBeInTheDocument();
    await act(() => router.navigate('/campaigns'));
    expect(await screen.findByRole('button', { name: 'Collapse the log' })).toBeInTheDocument();
  });
});

import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import DashboardPage from '../../pages/dashboard.page.tsx';
import { buildTicket } from '../../testing/administration-builders.ts';
import { buildAccount, buildCampaignRow, buildHold, buildUser, paginationOf } from '../../testing/builders.ts';
import { quietDashboard, seen } from '../../testing/dashboard-screen.tsx';
import type { Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';

function open(replies: Replies = {}, user = buildUser()) {
  return renderScreen(<DashboardPage />, {
    url: '/dashboard',
    user,
    replies: {
      ...quietDashboard,
      'GET /api/support': { tickets: [], pagination: paginationOf(0, 1) },
      ...replies,
    },
  });
}

describe('what needs attention', () => {
  it('is listed first, with links to where each problem can be fixed', async () => {
    const waits = buildAccount({ hold: buildHold({ text: 'Instagram asks for a security code.' }) });
    const timed = buildAccount({ id: 2, hold: buildHold({ until: '2999-01-01T00:00:00.000Z' }) });
    const paused = buildCampaignRow({ id: 4, name: 'Winter', status: 'paused' });
    open({
      'GET /api/profiles': { profiles: [waits, timed], pagination: paginationOf(2) },
      'GET /api/agent-tokens': { tokens: [{ ...seen, online: false }] },
      'GET /api/campaigns': { campaigns: [paused], pagination: paginationOf(1) },
    });
    const panel = within(await screen.findByRole('region', { name: 'Needs your attention' }));
    await panel.findByRole('link', { name: 'Winter is paused' });
    expect(panel.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Your agent is offline', '/settings'],
      ['studio is on hold', '/profiles/1'],
      ['Winter is paused', '/campaigns/4'],
    ]);
    expect(panel.getByText('Instagram asks for a security code.')).toBeInTheDocument();
  });

  it('includes campaigns that have not started on time, with the reason', async () => {
    const late = (id: number) => ({
      id,
      name: `Sale ${id}`,
      status_reason: {
        code: 'start_missed' as const,
        text: 'This campaign won’t start automatically anymore.',
        action: 'Start it now, or choose another time.',
        path: `/campaigns/${id}`,
        until: null,
      },
    });
    const { 'GET /api/campaigns/dashboard-stats': stats } = quietDashboard;
    open({ 'GET /api/campaigns/dashboard-stats': { ...stats, late_campaigns: [9, 8, 7, 6].map(late) } });
    const link = await screen.findByRole('link', { name: 'Sale 9 hasn’t started on time' });
    expect(link).toHaveAttribute('href', '/campaigns/9');
    expect(link.parentElement).toHaveTextContent(/anymore\. Start it now, or choose another time\.$/);
    expect(screen.getByRole('link', { name: '1 more campaign hasn’t started on time' })).toHaveAttribute(
      'href',
      '/campaigns?status=pending',
    );
  });

  it('includes an agent that is paused while a campaign is running', async () => {
    const running = buildCampaignRow({ status: 'running' });
    open({
      'GET /api/agent-tokens': { tokens: [{ ...seen, is_paused: true }] },
      'GET /api/campaigns': { campaigns: [running], pagination: paginationOf(1) },
    });
    expect(await screen.findByRole('link', { name: 'Your agent is paused' })).toHaveAttribute('href', '/settings');
  });

  it('does not include a paused agent while no campaign is running', async () => {
    open({ 'GET /api/agent-tokens': { tokens: [{ ...seen, is_paused: true }] } });
    await screen.findByRole('region', { name: 'Messages per day' });
    expect(screen.queryByRole('region', { name: 'Needs your attention' })).not.toBeInTheDocument();
  });

  it('includes a link for connecting a computer if the user has accounts, for example after all computers were disconnected', async () => {
    open({ 'GET /api/agent-tokens': { tokens: [] } });
    expect(await screen.findByRole('link', { name: 'No computer is connected' })).toHaveAttribute('href', '/settings');
  });

  it('leaves connecting a computer to the setup guide while the user has no accounts', async () => {
    open({
      'GET /api/agent-tokens': { tokens: [] },
      'GET /api/profiles': { profiles: [], pagination: paginationOf(0) },
    });
    await screen.findByRole('region', { name: 'Messages per day' });
    expect(screen.queryByRole('region', { name: 'Needs your attention' })).not.toBeInTheDocument();
  });

  it.each([
    [{ replies: 3, accounts: 2, is_exact: true }, '3 unread replies in 2 accounts'],
    [{ replies: 99, accounts: 1, is_exact: false }, 'At least 99 unread replies in 1 account'],
  ])('includes the unread replies that the last check found: %j', async (found, title) => {
    const unread_replies = { ...found, as_of: '2026-11-21T09:30:00.000Z' };
    open({ 'GET /api/notices': { notices: [], unread_count: 0, unread_replies, pagination: paginationOf(0) } });
    const link = await screen.findByRole('link', { name: title });
    expect(link).toHaveAttribute('href', '/unread-checker');
    expect(link.parentElement).toHaveTextContent(/As of 21-11-2026/);
  });

  it('includes, for administrators, the tickets that await a reply', async () => {
    const admin = buildUser({ role: 'admin' });
    const { api } = open({ 'GET /api/support': { tickets: [], pagination: paginationOf(3, 1) } }, admin);
    const link = await screen.findByRole('link', { name: '3 support tickets are awaiting a reply' });
    expect(link).toHaveAttribute('href', '/support?unanswered=true');
    expect(api.of('GET /api/support')[0]?.query).toMatchObject({ unanswered: 'true' });
  });

  it('includes support replies that the user has not read', async () => {
    const tickets = [buildTicket({ id: 8, subject: 'Second computer', has_unread_answer: true })];
    const { api } = open({ 'GET /api/support': { tickets, pagination: paginationOf(3, 1) } });
    const link = await screen.findByRole('link', { name: 'Support replied to “Second computer”' });
    expect(link).toHaveAttribute('href', '/support/8');
    expect(screen.getByRole('link', { name: '2 more support tickets have a reply' })).toBeInTheDocument();
    expect(api.of('GET /api/support')[0]?.query).toMatchObject({ unread: 'true' });
  });

  it('is not shown while nothing needs attention', async () => {
    open();
    await screen.findByRole('region', { name: 'Messages per day' });
    expect(screen.queryByRole('region', { name: 'Needs your attention' })).not.toBeInTheDocument();
  });
});

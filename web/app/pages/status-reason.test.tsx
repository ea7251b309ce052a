import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useLiveCampaigns } from '../features/campaigns/campaigns.live.ts';
import { buildAgentToken } from '../testing/administration-builders.ts';
import { buildCampaign, buildCampaignAccount, buildCampaignRow, paginationOf } from '../testing/builders.ts';
import type { Replies } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import CampaignDetailPage from './campaign-detail.page.tsx';
import CampaignsPage from './campaigns.page.tsx';
import DashboardPage from './dashboard.page.tsx';

const text = 'Every account is on hold.';
const action = 'See Accounts for what to do.';
const paused = {
  id: 3,
  name: 'Autumn',
  status: 'paused',
  status_reason: { code: 'no_usable_account', text, action, path: '/profiles', until: null },
} as const;
const row = buildCampaignRow(paused);

const replies: Replies = {
  'GET /api/campaigns': ({ query }) => ({
    campaigns: query['status'] === 'running' ? [] : [row],
    pagination: paginationOf(1),
  }),
  'GET /api/campaigns/:id': { campaign: buildCampaign(paused) },
  'GET /api/campaigns/:id/profile-performance': { profilePerformance: [] },
  'GET /api/campaigns/dashboard-stats': {
    stats: { campaigns: 1, recipients: 10, sent: 0, failed: 0, pending: 10 },
    daily: [],
    recentCampaigns: [row],
    late_campaigns: [],
    has_started: true,
  },
  'GET /api/profiles': { profiles: [], pagination: paginationOf(0) },
  'GET /api/profiles/performance': { profilePerformance: [], pagination: paginationOf(0, 5) },
  'GET /api/templates': { templates: [] },
  'GET /api/lists': { lists: [] },
};

const screens = [
  { where: 'in the list', url: '/campaigns', path: '/campaigns', Page: CampaignsPage },
  { where: "on the campaign's own screen", url: '/campaigns/3', path: '/campaigns/:id', Page: CampaignDetailPage },
  { where: 'on the dashboard', url: '/dashboard', path: '/dashboard', Page: DashboardPage },
] as const;

afterEach(() => vi.useRealTimers());

describe('why a campaign is not sending', () => {
  it.each(screens)('is shown $where, along with what to do', async ({ url, path, Page }) => {
    renderScreen(<Page />, { url, path, replies });
    expect(await screen.findByText(text)).toHaveTextContent(`${text} ${action}`);
  });

  it('comes with a link to where the problem can be fixed, and the time when it resolves itself', async () => {
    const until = '2999-01-01T09:30:00.000Z';
    const given = { ...row, status_reason: { ...paused.status_reason, until } };
    renderScreen(<CampaignsPage />, {
      url: '/campaigns',
      replies: { ...replies, 'GET /api/campaigns': { campaigns: [given], pagination: paginationOf(1) } },
    });
    const link = await screen.findByText(action);
    expect(link).toHaveAttribute('href', '/profiles');
    expect(link.closest('td')).toHaveTextContent(
      /Every account is on hold\. .* This is expected to last until 01-01-2999 \d\d:\d\d/,
    );
  });

  it("is refetched on the campaign's own screen even without an event, together with the reasons of its accounts", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const account = buildCampaignAccount({ state: 'waiting', reason: 'waiting_for_time', text: 'Not over yet.' });
    const running = buildCampaign({ id: 3, status: 'running', status_reason: null, accounts: [account] });
    const { api } = renderScreen(<CampaignDetailPage />, {
      url: '/campaigns/3',
      path: '/campaigns/:id',
      replies: { ...replies, 'GET /api/campaigns/:id': { campaign: running } },
    });
    await screen.findByText('Not over yet.');
    const status_reason = {
      code: 'subscription_ended',
      text: 'Yours has expired.',
      action,
      path: null,
      until: null,
    } as const;
    const accounts = [buildCampaignAccount({ ...account, reason: 'subscription_ended', text: 'It has expired.' })];
    api.set({ 'GET /api/campaigns/:id': { campaign: { ...running, status_reason, accounts } } });
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(await screen.findByText('Yours has expired.')).toBeInTheDocument();
    expect(await screen.findByText('It has expired.')).toBeInTheDocument();
    expect(screen.queryByText('Not over yet.')).not.toBeInTheDocument();
  });

  it('is refetched in the list even while campaigns send so often that an event arrives every second', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    function Live() {
      useLiveCampaigns();
      return <CampaignsPage />;
    }
    const busy = buildCampaignRow({ id: 4, name: 'Winter', status: 'running', total_sent: 1 });
    const { socket, api } = renderScreen(<Live />, {
      url: '/campaigns',
      replies: { ...replies, 'GET /api/campaigns': { campaigns: [busy], pagination: paginationOf(1) } },
    });
    await screen.findByText('Winter');
    const before = api.of('GET /api/campaigns').length;
    for (let total_sent = 2; total_sent < 8; total_sent += 1) {
      socket.receive('campaign_progress_update', { campaignId: 4, total_sent, total_failed: 0, total_list: 9 });
      await act(() => vi.advanceTimersByTimeAsync(1000));
    }
    expect(api.of('GET /api/campaigns').length).toBeGreaterThan(before);
  });

  it.each(screens.slice(0, 2))('is no longer shown $where once the status has changed', async ({ url, path, Page }) => {
    function Live() {
      useLiveCampaigns();
      return <Page />;
    }
    const { socket, api } = renderScreen(<Live />, { url, path, replies });
    await screen.findByText(text);
    api.set({
      'GET /api/campaigns': () => new Promise(() => undefined),
      'GET /api/campaigns/:id': () => new Promise(() => undefined),
    });
    socket.receive('campaign_update', { campaign_id: 3, status: 'running' });
    await screen.findByText('Running');
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  });

  it.each([
    ['no_agent', 'No computer is connected.', [], 'No agent is connected yet'],
    [
      'computer_paused',
      'The agent is paused, so nothing is being sent.',
      [buildAgentToken({ online: true, is_paused: true, last_seen_at: new Date().toISOString() })],
      'Your agent is paused',
    ],
  ] as const)('is not repeated in a notice if it is %s', async (code, text, tokens, notice) => {
    function Live() {
      useLiveCampaigns();
      return <CampaignDetailPage />;
    }
    const { socket, api } = renderScreen(<Live />, {
      url: '/campaigns/3',
      path: '/campaigns/:id',
      replies: { ...replies, 'GET /api/agent-tokens': { tokens: [...tokens] } },
    });
    await screen.findByText(notice);
    const campaign = buildCampaign({
      id: 3,
      status: 'running',
      status_reason: { code, text, action: 'Start the agent.', path: '/settings', until: null },
    });
    api.set({ 'GET /api/campaigns/:id': { campaign } });
    socket.receive('campaign_update', { campaign_id: 3, status: 'running' });
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.queryByText(notice)).not.toBeInTheDocument();
  });
});

describe('a campaign that has ended', () => {
  it.each(['completed', 'failed'] as const)('does not ask for an agent if it is %s', async (status) => {
    function Live() {
      useLiveCampaigns();
      return <CampaignDetailPage />;
    }
    const { socket, api } = renderScreen(<Live />, { url: '/campaigns/3', path: '/campaigns/:id', replies });
    await screen.findByText('No agent is connected yet');
    api.set({ 'GET /api/campaigns/:id': { campaign: buildCampaign({ id: 3, status }) } });
    socket.receive('campaign_update', { campaign_id: 3, status });
    await waitFor(() => expect(screen.queryByText('No agent is connected yet')).not.toBeInTheDocument());
  });
});

import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { useLiveCampaigns } from '../features/campaigns/campaigns.live.ts';
import { buildCampaign, buildCampaignRow, buildPerformance, paginationOf } from '../testing/builders.ts';
import type { Replies } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import CampaignDetailPage from './campaign-detail.page.tsx';
import CampaignsPage from './campaigns.page.tsx';
import DashboardPage from './dashboard.page.tsx';

const counted = {
  id: 3,
  name: 'Autumn',
  status: 'running',
  total_list: 100,
  total_sent: 40,
  total_failed: 10,
} as const;
const newlyNamed = { ...counted, name: 'Late autumn' };

const figures = (recent: typeof counted | typeof newlyNamed) => ({
  stats: { campaigns: 1, recipients: 100, sent: 40, failed: 10, pending: 50 },
  daily: [],
  recentCampaigns: [{ ...recent, created_at: '2026-11-20T10:00:00.000Z' }],
  late_campaigns: [],
  has_started: true,
});
const listed = (row: typeof counted | typeof newlyNamed) => ({
  campaigns: [buildCampaignRow(row)],
  pagination: paginationOf(1),
});

/**
 * The screens that show a campaign. `key` is the endpoint that the screen refetches when the status changes. `old` is the endpoint's first
 * response, and `renamed` is the next response.
 */
const screens = [
  {
    where: 'the list',
    url: '/campaigns',
    path: '/campaigns',
    Page: CampaignsPage,
    key: 'GET /api/campaigns',
    old: listed(counted),
    renamed: listed(newlyNamed),
  },
  {
    where: 'the dashboard',
    url: '/dashboard',
    path: '/dashboard',
    Page: DashboardPage,
    key: 'GET /api/campaigns/dashboard-stats',
    old: figures(counted),
    renamed: figures(newlyNamed),
  },
  {
    where: "a campaign's own screen",
    url: '/campaigns/3',
    path: '/campaigns/:id',
    Page: CampaignDetailPage,
    key: 'GET /api/campaigns/:id',
    old: { campaign: buildCampaign(counted) },
    renamed: { campaign: buildCampaign(newlyNamed) },
  },
] as const;

const everything: Replies = {
  'GET /api/campaigns': listed(counted),
  'GET /api/campaigns/dashboard-stats': figures(counted),
  'GET /api/campaigns/:id/profile-performance': { profilePerformance: [buildPerformance()] },
  'GET /api/profiles': { profiles: [], pagination: paginationOf(0) },
  'GET /api/profiles/performance': { profilePerformance: [], pagination: paginationOf(0, 5) },
  'GET /api/profiles/requests': { success: true, requests: [] },
  'GET /api/templates': { templates: [] },
  'GET /api/lists': { lists: [] },
};

const bar = (name: string) => screen.getByRole('progressbar', { name: new RegExp(`^Progress( of ${name})?$`, 'u') });

describe('a campaign’s progress', () => {
  it.each(screens)(
    'never decreases on $where if a response is older than an event',
    async ({ url, path, Page, key, old, renamed }) => {
      function Live() {
        useLiveCampaigns();
        return <Page />;
      }
      const { socket, api } = renderScreen(<Live />, { url, path, replies: { ...everything, [key]: old } });
      await waitFor(() => expect(bar('Autumn')).toHaveAttribute('aria-valuenow', '50'));
      const before = api.of(key).length;
      let answer: (reply: typeof renamed) => void = () => undefined;
      api.set({ [key]: () => new Promise((resolve) => (answer = resolve)) });
      socket.receive('campaign_update', { campaign_id: 3, status: 'running' });
      await waitFor(() => expect(api.of(key).length).toBeGreaterThan(before));
      socket.receive('campaign_progress_update', { campaignId: 3, total_sent: 70, total_failed: 10, total_list: 100 });
      await waitFor(() => expect(bar('Autumn')).toHaveAttribute('aria-valuenow', '80'));
      answer(renamed);
      await screen.findAllByText('Late autumn');
      expect(bar('Late autumn')).toHaveAttribute('aria-valuenow', '80');
    },
  );
});

it('the list of campaigns is refetched when it is opened again, even if a campaign’s progress was updated in the meantime', async () => {
  function Screens() {
    useLiveCampaigns();
    const [isShown, show] = useState(true);
    return (
      <>
        <button type="button" onClick={() => show(!isShown)}>
          Switch
        </button>
        {isShown && <CampaignsPage />}
      </>
    );
  }
  const paused = { ...counted, status: 'paused' } as const;
  const { api, socket, userEvents } = renderScreen(<Screens />, {
    url: '/campaigns',
    replies: {
      ...everything,
      'GET /api/campaigns': { campaigns: [buildCampaignRow(paused)], pagination: paginationOf(1) },
    },
  });
  await screen.findByText('Autumn');
  await userEvents.click(screen.getByRole('button', { name: 'Switch' }));
  socket.receive('campaign_progress_update', { campaignId: 3, total_sent: 41, total_failed: 10, total_list: 100 });
  api.set({ 'GET /api/campaigns': listed(newlyNamed) });
  await userEvents.click(screen.getByRole('button', { name: 'Switch' }));
  expect(await screen.findByText('Late autumn')).toBeInTheDocument();
});

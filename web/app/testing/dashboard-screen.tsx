import { screen } from '@testing-library/react';
import DashboardPage from '../pages/dashboard.page.tsx';
import {
  buildAccount,
  buildCampaignRow,
  buildList,
  buildPerformance,
  buildTemplate,
  paginationOf,
} from './builders.ts';
import type { Replies } from './fake-api.ts';
import { renderScreen } from './render-screen.tsx';

export const stats = {
  stats: { campaigns: 6, recipients: 1012, sent: 1742, failed: 63, pending: 207 },
  daily: [
    { date: '2026-11-20', sent: 12, failed: 1 },
    { date: '2026-11-21', sent: 30, failed: 2 },
  ],
  recentCampaigns: [
    {
      id: 3,
      name: 'Autumn',
      status: 'running' as const,
      total_list: 100,
      total_sent: 40,
      total_failed: 10,
      created_at: '2026-11-20T10:00:00.000Z',
    },
  ],
  late_campaigns: [],
  has_started: true,
};

export const seen = {
  id: 1,
  name: 'Mac',
  created_at: '2026-11-01T00:00:00.000Z',
  last_seen_at: '2026-11-21T00:00:00.000Z',
  online: true,
  version: '1',
  platform: 'darwin',
  is_paused: false,
  outdated_at: null,
  address: null,
  page_pack: null,
};

export function renderDashboard(replies: Replies = {}, url = '/dashboard') {
  return renderScreen(<DashboardPage />, {
    url,
    replies: {
      'GET /api/campaigns/dashboard-stats': stats,
      'GET /api/profiles': { profiles: [buildAccount()], pagination: paginationOf(1) },
      'GET /api/profiles/performance': {
        profilePerformance: [
          buildPerformance({ profile_id: 1, profile_name: 'studio', success_rate: 80 }),
          buildPerformance({ profile_id: 2, profile_name: 'bakery', success_rate: 79.9 }),
          buildPerformance({ profile_id: 3, profile_name: 'shop', success_rate: 59.9 }),
          buildPerformance({ profile_id: 4, profile_name: 'new', success_rate: null }),
          buildPerformance({ profile_id: 5, profile_name: 'default-release' }),
        ],
        pagination: paginationOf(7, 5),
      },
      'GET /api/templates': { templates: [buildTemplate()] },
      'GET /api/lists': { lists: [buildList({ recipient_count: 240 })] },
      'GET /api/agent-tokens': { tokens: [seen] },
      'GET /api/campaigns': { campaigns: [buildCampaignRow({ status: 'running' })], pagination: paginationOf(1) },
      ...replies,
    },
  });
}

export const loaded = () => screen.findByRole('region', { name: 'Messages per day' });
export const figure = (label: string) => screen.getByText(label).parentElement?.textContent;

/** The server's replies for a dashboard that has figures but no activity. */
export const quietDashboard = {
  'GET /api/campaigns/dashboard-stats': {
    stats: { campaigns: 1, recipients: 10, sent: 0, failed: 0, pending: 10 },
    daily: [],
    recentCampaigns: [],
    late_campaigns: [],
    has_started: true,
  },
  'GET /api/profiles': { profiles: [buildAccount()], pagination: paginationOf(1) },
  'GET /api/profiles/performance': { profilePerformance: [], pagination: paginationOf(0, 5) },
  'GET /api/templates': { templates: [] },
  'GET /api/lists': { lists: [] },
  'GET /api/agent-tokens': { tokens: [seen] },
  'GET /api/campaigns': { campaigns: [], pagination: paginationOf(0) },
} satisfies Replies;

import CampaignDetailPage from '../pages/campaign-detail.page.tsx';
import { useLiveCampaigns } from '../features/campaigns/campaigns.live.ts';
import { buildCampaign, buildCampaignAccount, buildLog, buildPerformance, paginationOf } from './builders.ts';
import type { Replies } from './fake-api.ts';
import { renderScreen } from './render-screen.tsx';

function Page() {
  useLiveCampaigns();
  return <CampaignDetailPage />;
}

/** Builds a campaign with two accounts. The first sends its next message in an hour, and the second is on hold. */
export function buildRunningCampaign() {
  return buildCampaign({
    id: 3,
    name: 'Autumn',
    status: 'running',
    total_list: 100,
    total_sent: 40,
    total_failed: 10,
    profiles_used: [1, 2],
    started_at: '2026-11-21T10:00:00.000Z',
    rate_per_hour: 17.6,
    expected_end_at: '2999-01-01T00:00:00.000Z',
    accounts: [
      buildCampaignAccount({
        state: 'waiting',
        reason: 'waiting_for_time',
        text: "The pause between two messages hasn't ended yet.",
        next_due_at: new Date(Date.now() + 3_600_000).toISOString(),
      }),
      buildCampaignAccount({
        profile_id: 2,
        profile_name: 'bakery',
        state: 'held',
        reason: 'challenge',
        text: 'Instagram asked for a confirmation.',
      }),
    ],
    logs: [buildLog({ campaign_id: 3 })],
  });
}

export function renderCampaign(replies: Replies = {}, url = '/campaigns/3') {
  return renderScreen(<Page />, {
    url,
    path: '/campaigns/:id',
    replies: {
      'GET /api/campaigns/:id': { campaign: buildRunningCampaign() },
      'GET /api/profiles': { profiles: [], pagination: paginationOf(0) },
      'GET /api/profiles/requests': { success: true, requests: [] },
      'GET /api/campaigns/:id/profile-performance': {
        profilePerformance: [buildPerformance({ profile_id: 1, profile_name: 'studio', success_rate: 85.7 })],
      },
      ...replies,
    },
  });
}

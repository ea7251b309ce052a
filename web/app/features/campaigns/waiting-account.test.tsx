import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import CampaignDetailPage from '../../app/campaign-detail.page.tsx';
import { buildCampaign, paginationOf } from '../../testing/builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { useLiveCampaigns } from './campaigns.live.ts';

function Page() {
  useLiveCampaigns();
  return <CampaignDetailPage />;
}

const soon = new Date(Date.now() + 60_000).toISOString();
const studio = { profile_id: 1, profile_name: 'studio', next_due_at: null } as const;
const campaign = buildCampaign({
  id: 3,
  status: 'running',
  rate_per_hour: 9,
  accounts: [{ ...studio, state: 'waiting', reason: 'waiting_for_time', text: 'Not over yet.', next_due_at: soon }],
});
const words = 'Firefox is open with this profile. Close it, and the agent goes on.';

describe('an account that cannot send for something on the computer', () => {
  it('is shown as waiting with what is in the way, as soon as the server says so, and with no rate', async () => {
    const { socket, api } = renderScreen(<Page />, {
      url: '/campaigns/3',
      path: '/campaigns/:id',
      replies: {
        'GET /api/campaigns/:id': { campaign },
        'GET /api/profiles': { profiles: [], pagination: paginationOf(0) },
        'GET /api/profiles/requests': { success: true, requests: [] },
        'GET /api/campaigns/:id/profile-performance': { profilePerformance: [] },
      },
    });
    expect(await screen.findByText('9.0 an hour')).toBeInTheDocument();
    const row = () => within(screen.getByRole('table')).getByRole('rowheader', { name: /^studio/ });
    expect(row()).toHaveTextContent('Next message');
    const accounts = [{ ...studio, state: 'waiting', reason: 'hindered', text: words } as const];
    api.set({ 'GET /api/campaigns/:id': { campaign: { ...campaign, rate_per_hour: null, accounts } } });
    socket.receive('campaign_update', { campaign_id: 3, status: 'running' });
    await screen.findByText(words);
    expect(row()).toHaveTextContent('Waiting');
    expect(row()).not.toHaveTextContent('Next message');
    expect(screen.queryByText(/an hour/)).not.toBeInTheDocument();
  });
});

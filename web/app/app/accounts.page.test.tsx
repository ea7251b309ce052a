import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AccountsScreen } from '../features/accounts/accounts-screen.tsx';
import { useLiveCampaigns } from '../features/campaigns/campaigns.live.ts';
import { buildAccount, paginationOf } from '../testing/builders.ts';
import { renderScreen } from '../testing/render-screen.tsx';

const studio = buildAccount();
const pagination = paginationOf(1);

function Accounts() {
  useLiveCampaigns();
  return <AccountsScreen />;
}

describe('the accounts page', () => {
  it('says anew which accounts are in use when a campaign starts or ends', async () => {
    const { api, socket } = renderScreen(<Accounts />, {
      url: '/profiles',
      replies: {
        'GET /api/profiles': { profiles: [studio], pagination },
        'GET /api/profiles/pack-info': {
          currentProfileCount: 1,
          canAddMore: true,
          pack: 'starter',
          packInfo: { name: 'Starter', maxProfiles: 10 },
        },
        'GET /api/profiles/performance': { profilePerformance: [], pagination: paginationOf(0) },
        'GET /api/profiles/requests': { success: true, requests: [] },
      },
    });
    await screen.findByText('studio');
    const used = { ...studio, in_use_by: { id: 1, name: 'Autumn' } };
    api.set({ 'GET /api/profiles': { profiles: [used], pagination } });
    socket.receive('campaign_update', { campaign_id: 1, status: 'running' });
    expect(await screen.findByText('In Use: Autumn')).toBeInTheDocument();
  });
});

import type { Campaign } from '@sandpiper/contract/campaigns';
import { reasonText } from '@sandpiper/contract/reasons';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import CampaignDetailPage from '../../../pages/campaign-detail.page.tsx';
import { buildCampaign, buildCampaignAccount, paginationOf } from '../../../testing/builders.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { useLiveCampaigns } from '../campaigns.live.ts';

function Page() {
  useLiveCampaigns();
  return <CampaignDetailPage />;
}

const soon = new Date(Date.now() + 60_000).toISOString();
const campaign = buildCampaign({
  id: 3,
  status: 'running',
  rate_per_hour: 9,
  accounts: [
    buildCampaignAccount({ state: 'waiting', reason: 'waiting_for_time', text: 'Not over yet.', next_due_at: soon }),
  ],
});
const words = reasonText('profile_in_use');

const row = () => within(screen.getByRole('table')).getByRole('rowheader', { name: /^studio/ });

function open(shown: Campaign) {
  return renderScreen(<Page />, {
    url: '/campaigns/3',
    path: '/campaigns/:id',
    replies: {
      'GET /api/campaigns/:id': { campaign: shown },
      'GET /api/profiles': { profiles: [], pagination: paginationOf(0) },
      'GET /api/profiles/requests': { success: true, requests: [] },
      'GET /api/campaigns/:id/profile-performance': { profilePerformance: [] },
    },
  });
}

describe('an account that cannot send for now', () => {
  it('is shown as waiting, with the reason and without a rate, as soon as the server reports it', async () => {
    const { socket, api } = open(campaign);
    expect(await screen.findByText(/Sending about 9\.0 messages an hour/)).toBeInTheDocument();
    expect(row()).toHaveTextContent('Next message');
    const accounts = [buildCampaignAccount({ state: 'waiting', reason: 'profile_in_use', text: words })];
    api.set({ 'GET /api/campaigns/:id': { campaign: { ...campaign, rate_per_hour: null, accounts } } });
    socket.receive('campaign_update', { campaign_id: 3, status: 'running' });
    await screen.findByText(words);
    expect(row()).toHaveTextContent('Waiting');
    expect(row()).not.toHaveTextContent('Next message');
    expect(screen.queryByText(/an hour/)).not.toBeInTheDocument();
  });

  it('shows when the account will try again, if the server knows the time', async () => {
    const later = buildCampaignAccount({
      state: 'waiting',
      reason: 'daily_ceiling',
      text: reasonText('daily_ceiling'),
      next_due_at: soon,
    });
    open({ ...campaign, accounts: [later] });
    expect(await screen.findByText(reasonText('daily_ceiling'))).toBeInTheDocument();
    expect(row()).toHaveTextContent(/Next attempt: .* \(in (1:00|0:\d\d)\)/);
  });
});

describe('an account that cannot send because the subscription has expired', () => {
  it('no longer shows this reason once the subscription has been renewed', async () => {
    const expired = reasonText('subscription_ended');
    const waiting = buildCampaignAccount({ state: 'waiting', reason: 'subscription_ended', text: expired });
    const { socket, api } = open({ ...campaign, status: 'paused', accounts: [waiting] });
    await screen.findByText(expired);
    api.set({ 'GET /api/campaigns/:id': { campaign: { ...campaign, status: 'paused' } } });
    socket.receive('user_update');
    await waitFor(() => expect(screen.queryByText(expired)).not.toBeInTheDocument());
  });
});

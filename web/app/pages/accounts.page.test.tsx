import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useLiveCampaigns } from '../features/campaigns/campaigns.live.ts';
import { room, studio } from '../testing/accounts-screen.tsx';
import { buildAccount, buildHold, paginationOf } from '../testing/builders.ts';
import type { Replies } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import AccountsPage from './accounts.page.tsx';

const used = { ...studio, in_use_by: { id: 1, name: 'Autumn' } };
const bakery = buildAccount({ id: 2, profile_name: 'bakery', in_use_by: { id: 1, name: 'Autumn' } });
const pagination = paginationOf(1);

function Page() {
  useLiveCampaigns();
  return <AccountsPage />;
}

function renderPage(replies: Replies) {
  return renderScreen(<Page />, {
    url: '/profiles',
    replies: {
      'GET /api/campaigns': { campaigns: [], pagination: paginationOf(0) },
      'GET /api/profiles/pack-info': room,
      'GET /api/profiles/performance': { profilePerformance: [], pagination: paginationOf(0) },
      'GET /api/profiles/requests': { success: true, requests: [] },
      ...replies,
    },
  });
}

describe('the accounts page', () => {
  it('shows that an account is in use as soon as a campaign that uses it starts', async () => {
    const { api, socket } = renderPage({ 'GET /api/profiles': { profiles: [studio], pagination } });
    await screen.findByText('studio');
    api.set({ 'GET /api/profiles': { profiles: [used], pagination } });
    socket.receive('campaign_update', { campaign_id: 1, status: 'running' });
    expect(await screen.findByText('In Use: Autumn')).toBeInTheDocument();
  });

  it('shows that a hold has ended if the user ends it in another tab', async () => {
    const held = buildAccount({ hold: buildHold() });
    const { api, socket } = renderPage({ 'GET /api/profiles': { profiles: [held], pagination } });
    await screen.findByText('On hold');
    api.set({ 'GET /api/profiles': { profiles: [studio], pagination } });
    socket.receive('account_update', { profile_id: studio.id });
    await waitFor(() => expect(screen.queryByText('On hold')).not.toBeInTheDocument());
  });

  it('explains why an account is on hold, and lets the user open it while its campaign runs', async () => {
    const text = 'Instagram asks for a security code. Open the account, enter the code, then choose "End hold".';
    const held = buildAccount({ ...used, hold: { ...buildHold(), text } });
    const { api, userEvents } = renderPage({
      'GET /api/profiles': { profiles: [held, bakery], pagination: paginationOf(2) },
      'POST /api/profiles/:id/sign-in': { success: true, request_id: 5 },
    });
    const why = await screen.findByText(text, { exact: false });
    const row = within(screen.getByRole('row', { name: /^Select studio/ }));
    expect(row.getByText('On hold')).toBeInTheDocument();
    expect(within(screen.getByRole('row', { name: /^Select bakery/ })).queryByText('On hold')).not.toBeInTheDocument();
    // The button is rendered twice: for phones, next to the reason, and for larger screens, at the end of the row.
    expect(within(why.closest('th') ?? document.body).getByText('Open Profile')).toBeInTheDocument();
    await userEvents.click(row.getByRole('button', { name: 'Open Profile studio' }));
    expect(await screen.findByText('Request to open studio sent')).toBeInTheDocument();
    expect(api.of('POST /api/profiles/:id/sign-in').map(({ params }) => params)).toEqual([{ id: '1' }]);
  });
});

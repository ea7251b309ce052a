import { screen } from '@testing-library/react';
import CampaignsPage from '../pages/campaigns.page.tsx';
import { useLiveCampaigns } from '../features/campaigns/campaigns.live.ts';
import { buildCampaign, buildCampaignRow, buildUser, paginationOf } from './builders.ts';
import type { Replies } from './fake-api.ts';
import { renderScreen } from './render-screen.tsx';

export const rows = [
  buildCampaignRow({ id: 1, name: 'Autumn', status: 'running', total_list: 10, total_sent: 4, total_failed: 1 }),
  buildCampaignRow({ id: 2, name: 'Winter', status: 'paused' }),
  buildCampaignRow({ id: 3, name: 'Spring', status: 'pending' }),
  buildCampaignRow({ id: 4, name: 'Summer', status: 'completed', total_list: 3, total_sent: 5 }),
  buildCampaignRow({ id: 5, name: 'Fair', status: 'failed' }),
];

function Page() {
  useLiveCampaigns();
  return <CampaignsPage />;
}

export function renderCampaigns(replies: Replies = {}, url = '/campaigns', user = buildUser()) {
  return renderScreen(<Page />, {
    url,
    user,
    replies: {
      'GET /api/campaigns': { campaigns: rows, pagination: paginationOf(5) },
      'GET /api/campaigns/:id': { campaign: buildCampaign({ id: 3, name: 'Spring' }) },
      ...replies,
    },
  });
}

export const rowOf = async (name: string) => {
  const cell = await screen.findByRole('rowheader', { name: new RegExp(name) });
  const row = cell.closest('tr');
  if (row === null) throw new Error('The row header isn’t in a row');
  return row;
};

import type { Campaign } from '@sandpiper/contract/campaigns';
import { screen } from '@testing-library/react';
import CampaignDetailPage from '../pages/campaign-detail.page.tsx';
import CampaignEditPage from '../pages/campaign-edit.page.tsx';
import { buildAccount, buildCampaign, buildList, buildTemplate, paginationOf } from './builders.ts';
import type { Replies } from './fake-api.ts';
import { renderScreen } from './render-screen.tsx';

export const start = '2999-11-24T08:00:00.000Z';
export const hours = [{ day: 1, from: '09:00', to: '12:00' }];

export const campaign = buildCampaign({
  id: 3,
  name: 'Autumn',
  message_template_id: 7,
  list_id: 8,
  profiles_used: [1],
  cool_off_days: 14,
  skip_conversations: false,
  hours,
});
export const row = (changes: Partial<Campaign>) => buildCampaign({ ...campaign, ...changes });

export function repliesFor(shown: ReturnType<typeof buildCampaign>): Replies {
  return {
    'GET /api/templates': {
      templates: [buildTemplate({ id: 7, name: 'Hello' }), buildTemplate({ id: 9, name: 'Bye' })],
    },
    'GET /api/lists': { lists: [buildList({ id: 8, name: 'Bakers' })] },
    'GET /api/profiles': { profiles: [buildAccount({ id: 1 })], pagination: paginationOf(1, 100) },
    'GET /api/campaigns': { campaigns: [], pagination: paginationOf(0, 100) },
    'GET /api/lists/:id/recipients': { recipients: [], pagination: { page: 1, limit: 1, total: 0, pages: 1 } },
    'GET /api/campaigns/:id': { campaign: shown },
    'GET /api/campaigns/:id/profile-performance': { profilePerformance: [] },
    'GET /api/profiles/requests': { success: true, requests: [] },
  };
}

export const openEdit = (shown = campaign, replies: Replies = {}) =>
  renderScreen(<CampaignEditPage />, {
    url: '/campaigns/3/edit',
    path: '/campaigns/:id/edit',
    replies: { ...repliesFor(shown), 'PUT /api/campaigns/:id': { campaign: shown }, ...replies },
  });

export const openDetail = (shown: ReturnType<typeof buildCampaign>, replies: Replies = {}) =>
  renderScreen(<CampaignDetailPage />, {
    url: '/campaigns/3',
    path: '/campaigns/:id',
    replies: { ...repliesFor(shown), ...replies },
  });

export async function openMenu(view: ReturnType<typeof openDetail>) {
  await view.userEvents.click(await screen.findByRole('button', { name: 'Actions for Autumn' }));
  return screen.findByRole('menu');
}

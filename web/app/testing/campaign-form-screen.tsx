import { screen } from '@testing-library/react';
import CampaignCreatePage from '../pages/campaign-create.page.tsx';
import {
  buildAccount,
  buildCampaign,
  buildCampaignRow,
  buildList,
  buildTemplate,
  buildUser,
  paginationOf,
} from './builders.ts';
import type { Replies } from './fake-api.ts';
import { renderScreen } from './render-screen.tsx';

export const accounts = [
  buildAccount({ id: 1, profile_name: 'studio' }),
  buildAccount({ id: 2, profile_name: 'bakery', profile_path: '/p/bakery' }),
  buildAccount({ id: 3, profile_name: 'shop', profile_path: '/p/shop' }),
  buildAccount({ id: 4, profile_name: 'asleep', profile_path: '/p/asleep', is_active: 0 }),
  buildAccount({ id: 5, profile_name: 'default-release', profile_path: '/p/x1.default-release' }),
  buildAccount({ id: 6, profile_name: 'mine', profile_path: '/p/ab12cd34.nightly' }),
];
const running = buildCampaignRow({ id: 9, name: 'Autumn', status: 'running', profiles_used: [2] });

/** Replies with two templates and two lists, so that none of them is preselected. */
export const twoOfEach: Replies = {
  'GET /api/templates': {
    templates: [
      buildTemplate({ id: 7, name: 'Hello', content: 'Hi {username}!' }),
      buildTemplate({ id: 6, name: 'Greeting' }),
    ],
  },
  'GET /api/lists': { lists: [buildList({ id: 8, name: 'Bakers' }), buildList({ id: 9, name: 'Kites' })] },
};

export function renderCampaignForm(replies: Replies = {}, user = buildUser(), query = '') {
  return renderScreen(<CampaignCreatePage />, {
    url: `/campaigns/new${query}`,
    user,
    replies: {
      'GET /api/templates': { templates: [buildTemplate({ id: 7, name: 'Hello', content: 'Hi {username}!' })] },
      'GET /api/lists': { lists: [buildList({ id: 8, name: 'Bakers', pending_count: 10 })] },
      'GET /api/profiles': { profiles: accounts, pagination: paginationOf(6, 100) },
      'GET /api/campaigns': { campaigns: [running], pagination: paginationOf(1, 100) },
      'GET /api/lists/:id/recipients': {
        recipients: [
          {
            id: 1,
            recipient: 'rye.and.co',
            status: 'pending',
            variables: {},
            is_not_known: false,
            created_at: '2026-11-21T00:00:00Z',
            is_do_not_contact: false,
          },
        ],
        pagination: { page: 1, limit: 1, total: 10, pages: 10 },
      },
      'POST /api/campaigns': { campaign: buildCampaign({ id: 12 }) },
      ...replies,
    },
  });
}

type UserEvents = ReturnType<typeof renderScreen>['userEvents'];

export async function choose(userEvents: UserEvents, label: string, option: RegExp) {
  await userEvents.click(await screen.findByRole('combobox', { name: label }));
  await userEvents.click(await screen.findByRole('option', { name: option }));
}

export async function fill(userEvents: UserEvents) {
  await userEvents.type(await screen.findByRole('textbox', { name: /Campaign Name/ }), 'Winter');
  await choose(userEvents, 'Message Template', /Hello/);
  await choose(userEvents, 'Recipient List', /Bakers/);
  await userEvents.click(screen.getByRole('checkbox', { name: 'studio' }));
}

export const create = () => screen.getByRole('button', { name: 'Create Campaign' });

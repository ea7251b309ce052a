import type { AccountRequest } from '@sandpiper/contract/account-requests';
import { screen } from '@testing-library/react';
import { AccountsScreen } from '../features/accounts/accounts-screen.tsx';
import { buildAccount, paginationOf } from './builders.ts';
import type { Replies } from './fake-api.ts';
import { renderScreen } from './render-screen.tsx';

export const room = {
  currentProfileCount: 3,
  canAddMore: true,
  pack: 'starter',
  packInfo: { name: 'Starter', maxProfiles: 10 },
  maxPerAccountPerDay: 150,
} as const;
export const studio = buildAccount();
export const bakery = buildAccount({
  id: 2,
  profile_name: 'bakery',
  profile_path: '/profiles/ef34gh56.bakery',
  insta_username: null,
});
export const release = buildAccount({
  id: 3,
  profile_name: 'mine',
  profile_path: '/profiles/ab12cd34.default-release',
});

export function requestFor(path: string, status: AccountRequest['status']): AccountRequest {
  return {
    id: status === 'pending' ? 11 : 12,
    profile_path: path,
    profile_name: 'studio',
    profile_id: null,
    request_type: 'open',
    status,
    page: null,
    results: null,
    error_message: null,
    created_at: studio.created_at,
  };
}

export function renderAccounts(replies: Replies = {}, options: Parameters<typeof renderScreen>[1] = {}) {
  return renderScreen(<AccountsScreen />, {
    url: '/profiles',
    ...options,
    replies: {
      'GET /api/profiles': { profiles: [studio, bakery, release], pagination: paginationOf(3) },
      'GET /api/profiles/pack-info': room,
      'GET /api/profiles/performance': { profilePerformance: [], pagination: paginationOf(0) },
      'GET /api/profiles/requests': { success: true, requests: [] },
      'GET /api/firefox-profiles': {
        success: true,
        request_id: 1,
        message: 'Your agent is listing its Firefox profiles.',
      },
      'GET /api/firefox-profiles/requests': { success: true, requests: [] },
      'POST /api/profiles/requests/cleanup': { success: true, cleaned: 1 },
      ...replies,
    },
  });
}

export async function menuItem(
  userEvents: ReturnType<typeof renderScreen>['userEvents'],
  account: string,
  item: string,
) {
  await userEvents.click(await screen.findByRole('button', { name: `Actions for ${account}` }));
  return screen.findByRole('menuitem', { name: item });
}

import type { AutomaticCheck, UnreadRequest } from '@sandpiper/contract/unread-checks';
import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import UnreadChecksPage from '../pages/unread-checks.page.tsx';
import { buildAccount, buildCampaignRow, buildUnreadRequest, buildUser, paginationOf } from './builders.ts';
import type { Replies } from './fake-api.ts';
import { renderScreen } from './render-screen.tsx';

export const at = '2026-11-21T09:30:00.000Z';
export const studio = buildAccount({ insta_username: 'studio.ig' });
export const bakery = buildAccount({ id: 2, profile_name: 'bakery', profile_path: '/p/ef34gh56.bakery' });
export const kite = buildAccount({ id: 3, profile_name: 'kite', profile_path: '/p/ef34gh56.kite' });
export const off = buildAccount({ id: 4, profile_name: 'off', profile_path: '/p/ef34gh56.off', is_active: 0 });

const results = {
  profiles_checked: 2,
  total_unread: 102,
  results: [
    { profile_name: 'studio', profile_path: studio.profile_path, unread_count: 99, exact: false, error: null },
    { profile_name: 'kite', profile_path: kite.profile_path, unread_count: null, exact: true, error: 'Signed out' },
  ],
};

export const check = (changes: Partial<UnreadRequest> = {}) =>
  buildUnreadRequest({ id: 7, created_at: at, ...changes });

export const completed = check({ status: 'completed', results, completed_at: at });

export const notAutomatic: AutomaticCheck = { every_hours: null, next_at: null, last_at: null, waits_for: null };

export function history(...requests: UnreadRequest[]) {
  return { success: true, requests, pagination: paginationOf(requests.length, 1) } as const;
}

export function renderChecker(replies: Replies = {}, user = buildUser()) {
  return renderScreen(<UnreadChecksPage />, {
    url: '/unread-checker',
    user,
    replies: {
      'GET /api/profiles': { profiles: [studio, bakery, kite, off], pagination: paginationOf(4, 100) },
      'GET /api/campaigns': {
        campaigns: [buildCampaignRow({ status: 'running', profiles_used: [2] })],
        pagination: paginationOf(1, 100),
      },
      'GET /api/unread-checker/requests/history': history(),
      'POST /api/unread-checker/requests': { success: true, request_id: 7 },
      'GET /api/unread-checker/automatic': { success: true, automatic: notAutomatic },
      'GET /api/profiles/requests': { success: true, requests: [] },
      'GET /api/unread-checker/requests/:id': { success: true, request: completed },
      ...replies,
    },
  });
}

export async function startCheck(userEvents: ReturnType<typeof renderScreen>['userEvents']) {
  await waitFor(() => expect(screen.getByRole('button', { name: 'Check Messages' })).toBeEnabled());
  await userEvents.click(screen.getByRole('button', { name: 'Check Messages' }));
}

/**
 * Simulates an event that an agent has caused. The event triggers an immediate poll, so that the test doesn't have to wait for the next
 * poll.
 */
export async function hearFromAgent(socket: ReturnType<typeof renderScreen>['socket']) {
  await screen.findByText(/^Checking/);
  socket.receive('agent_request_update', { request_id: 7, request_type: 'unread_check', status: 'completed' });
}

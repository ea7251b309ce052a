import type { BrowserProfile, BrowserProfileRequest } from '@sandpiper/contract/browser-profiles';
import { BrowserProfilesScreen } from '../features/browser-profiles/browser-profiles-screen.tsx';
import { buildAccount, buildUser, paginationOf } from './builders.ts';
import type { Replies } from './fake-api.ts';
import { renderScreen } from './render-screen.tsx';

const at = '2026-11-21T09:30:00.000Z';

export function profile(name: string, changes: Partial<BrowserProfile> = {}): BrowserProfile {
  return {
    name,
    directory_name: `ab12cd34.${name}`,
    path: `/p/ab12cd34.${name}`,
    size_mb: 2,
    is_default: false,
    ...changes,
  };
}

type RequestOf<Type> = Extract<BrowserProfileRequest, { request_type: Type }>;

export function request(id: number, changes: Partial<RequestOf<'list'>> = {}): RequestOf<'list'> {
  return { ...requestParts(id), request_type: 'list', results: null, ...changes };
}

export function requestParts(id: number) {
  const about = { computer_id: null, profile_name: null, profile_path: null };
  return { id, ...about, status: 'completed', error_message: null, created_at: at, completed_at: at } as const;
}

export function listOf(profiles: BrowserProfile[]) {
  const firefox = '/usr/bin/firefox';
  return request(1, {
    results: { profiles, profiles_dir: '/p', firefox_executable: firefox, detected: true, error: null },
  });
}

export const found = listOf([
  profile('studio'),
  profile('spare', { size_mb: 0.5 }),
  profile('my-default'),
  profile('own', { is_default: true }),
]);

export function renderProfiles(replies: Replies = {}, user = buildUser(), url = '/firefox-profiles') {
  return renderScreen(<BrowserProfilesScreen />, {
    url,
    user,
    replies: {
      'GET /api/profiles': {
        profiles: [buildAccount({ profile_name: 'Studio North', profile_path: '/p/ab12cd34.studio/' })],
        pagination: paginationOf(1),
      },
      'GET /api/firefox-profiles': {
        success: true,
        request_id: 1,
        message: 'Your agent is listing its Firefox profiles.',
      },
      'GET /api/firefox-profiles/requests': { success: true, requests: [found] },
      ...replies,
    },
  });
}

/** Builds a reply that returns the `before` requests until `act` is called, and then the `after` requests. */
export function changing(before: BrowserProfileRequest[], after: BrowserProfileRequest[]) {
  let isAfter = false;
  return {
    reply: () => ({ success: true, requests: isAfter ? after : before }) as const,
    act: () => {
      isAfter = true;
    },
  };
}

import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';

export const noticesKey = ['notices'] as const;

/**
 * Loads the number of unread notices and the unread replies in the user's accounts, which come in one response. Returns undefined while
 * loading.
 */
export function useUnreadCounts() {
  return useQuery({
    queryKey: [...noticesKey, 'unread'],
    queryFn: ({ signal }) => call('GET /api/notices', { query: { limit: 1 } }, { signal }),
    // If this query fails, no numbers are shown.
    meta: { isSilent: true },
  }).data;
}

import { noticesPageSize } from '@sandpiper/contract/limits';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { useRefetchOnEvent } from '../../platform/refetch-on-event.ts';
import { toast } from '../../platform/toasts.tsx';
import { noticesKey, useUnreadCounts } from '../../platform/unread-counts.ts';
import { noticesTexts } from './notices.texts.ts';

/**
 * Returns the number of unread notices, or 0 until the number has loaded. Keeps this number and the number of unread replies up to date.
 */
export function useUnreadNotices(): number {
  useRefetchOnEvent(['notice', 'notices_read'], noticesKey, 0);
  return useUnreadCounts()?.unread_count ?? 0;
}

export function useNotices(page: number) {
  return useQuery({
    queryKey: [...noticesKey, 'list', page],
    queryFn: ({ signal }) => call('GET /api/notices', { query: { page, limit: noticesPageSize } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { errorToast: noticesTexts.list.loadFailed },
  });
}

export function useReadNotice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('PUT /api/notices/:id/read', { params: { id } }),
    onError: (error) => console.warn('Couldn’t mark the notice as read', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: noticesKey }),
  });
}

export function useReadAllNotices() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (upTo: number) => call('PUT /api/notices/read', { body: { up_to: upTo } }),
    onError: (error) => toast.failure(error, noticesTexts.list.readFailed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: noticesKey }),
  });
}

import type { AuditFilter } from '@sandpiper/contract/audit';
import type { CallInput } from '@sandpiper/contract/client';
import { activityPageSize } from '@sandpiper/contract/limits';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { saveFile } from '../../platform/save-file.tsx';
import { exportTimeoutMs } from '../../platform/timeouts.ts';
import { auditLogTexts } from './audit-log.texts.ts';

type AuditQuery = NonNullable<CallInput<'GET /api/audit'>['query']>;

export function useAuditEvents(query: AuditQuery) {
  return useQuery({
    queryKey: ['audit', query],
    queryFn: ({ signal }) => call('GET /api/audit', { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { errorToast: auditLogTexts.table.fetchFailed },
  });
}

export function exportAuditEvents(filter: AuditFilter, format: 'csv' | 'xlsx'): Promise<void> {
  return saveFile({
    name: `audit-log.${format}`,
    texts: auditLogTexts.export,
    load: () => call('GET /api/audit/export', { query: { ...filter, format } }, { timeoutMs: exportTimeoutMs }),
  });
}

/** Loads the user's activity, newest first, one page at a time. */
export function useActivity() {
  return useInfiniteQuery({
    queryKey: ['activity'],
    queryFn: ({ pageParam: before, signal }) =>
      call('GET /api/activity', { query: { limit: activityPageSize, before: before ?? undefined } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next_before }) => next_before,
    meta: { errorToast: auditLogTexts.activity.loadFailed },
  });
}

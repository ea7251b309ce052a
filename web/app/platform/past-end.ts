import type { PageOf, Pagination } from '@sandpiper/contract/primitives';
import { useEffect, useEffectEvent } from 'react';

type Turning = { page: number; setPage: (page: number) => void };
type Answer = { data: { pagination: PageOf | Pagination } | undefined; isPlaceholderData: boolean };

/**
 * Goes to the last page when there are fewer pages than the one that was asked for, as after deleting all that was on it. True while what is
 * loaded has no rows although there are some: then neither it nor the words for an empty table may be shown.
 */
export function usePastEnd(
  { page, setPage }: Turning,
  { data, isPlaceholderData }: Answer,
  rows: readonly unknown[] | undefined,
): boolean {
  const turnTo = useEffectEvent(setPage);
  const known = isPlaceholderData ? undefined : data?.pagination;
  const lastPage = known === undefined ? page : Math.max(1, 'pages' in known ? known.pages : known.totalPages);
  useEffect(() => {
    if (page > lastPage) turnTo(lastPage);
  }, [page, lastPage]);
  if (data === undefined || rows === undefined) return false;
  const total = 'total' in data.pagination ? data.pagination.total : data.pagination.totalItems;
  return page > lastPage || (rows.length === 0 && total > 0);
}

import type { PageOf, Pagination } from '@sandpiper/contract/primitives';
import { useEffect, useEffectEvent } from 'react';

/** Both ways in which the server says which page it answered. */
export type AnyPagination = PageOf | Pagination;

export function pageCount(pagination: AnyPagination): number {
  return Math.max(1, 'pages' in pagination ? pagination.pages : pagination.totalPages);
}

export function itemCount(pagination: AnyPagination): number {
  return 'total' in pagination ? pagination.total : pagination.totalItems;
}

type PageRows<Row> = {
  table: { page: number; setPage: (page: number) => void };
  answer: { data: { pagination: AnyPagination } | undefined; isPlaceholderData: boolean; isError: boolean };
  /** All that the answer holds. */
  rows: readonly Row[] | undefined;
  /** Those of them that are shown; all when left out. */
  shown?: readonly Row[] | undefined;
};

/**
 * The rows a table shows: undefined while none are known, none when they could not be loaded. Goes to the last page when there are fewer
 * pages than the one that was asked for, as after deleting all that was on it; until that is there, neither the empty page nor the words
 * for an empty table may be shown.
 */
export function usePageRows<Row>({ table, answer, rows, shown = rows }: PageRows<Row>): readonly Row[] | undefined {
  const { page } = table;
  const { data, isPlaceholderData, isError } = answer;
  const turnTo = useEffectEvent(table.setPage);
  const lastPage = data === undefined || isPlaceholderData ? page : pageCount(data.pagination);
  useEffect(() => {
    if (page > lastPage) turnTo(lastPage);
  }, [page, lastPage]);
  if (data === undefined) return isError ? [] : undefined;
  const isPastEnd = page > lastPage || (rows?.length === 0 && itemCount(data.pagination) > 0);
  return isPastEnd ? undefined : shown;
}

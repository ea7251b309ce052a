import type { BoundedPagination, PageOf } from '@sandpiper/contract/primitives';
import { useEffect, useEffectEvent } from 'react';

/** The two formats in which the server describes a numbered page. */
export type AnyPagination = PageOf | BoundedPagination;

export function pageCount(pagination: AnyPagination): number {
  return Math.max(1, 'pages' in pagination ? pagination.pages : pagination.totalPages);
}

export function itemCount(pagination: AnyPagination): number {
  return 'total' in pagination ? pagination.total : pagination.totalItems;
}

type PageRows<Row> = {
  table: { page: number; setPage: (page: number) => void };
  answer: { data: { pagination: AnyPagination } | undefined; isPlaceholderData: boolean; isError: boolean };
  /** All rows in the response. */
  rows: readonly Row[] | undefined;
};

/**
 * Returns the rows to display in a table: undefined while loading, and empty if loading failed. If the requested page no longer exists, for
 * example because all of its rows were deleted, navigates to the last page and returns undefined in the meantime. Also returns undefined
 * while a new search is loading and the previous search had no results.
 */
export function usePageRows<Row>({ table, answer, rows }: PageRows<Row>): readonly Row[] | undefined {
  const { page } = table;
  const { data, isPlaceholderData, isError } = answer;
  const turnToPage = useEffectEvent(table.setPage);
  const lastPage = data === undefined || isPlaceholderData ? page : pageCount(data.pagination);
  useEffect(() => {
    if (page > lastPage) turnToPage(lastPage);
  }, [page, lastPage]);
  if (data === undefined) return isError ? [] : undefined;
  const isPastEnd = page > lastPage || (rows?.length === 0 && itemCount(data.pagination) > 0);
  const isOtherSearch = isPlaceholderData && rows?.length === 0;
  return isPastEnd || isOtherSearch ? undefined : rows;
}

type EmptyTable = {
  table: { hasFilters: boolean };
  answer: Pick<PageRows<unknown>['answer'], 'data' | 'isPlaceholderData'>;
};

/** Returns whether the search and the filters can be hidden, because the table is empty even without them. */
export function isNothingToFind({ table, answer: { data, isPlaceholderData } }: EmptyTable): boolean {
  return data !== undefined && !isPlaceholderData && !table.hasFilters && itemCount(data.pagination) === 0;
}

const pageButtons = 5;

/** Returns up to five page numbers for the page buttons, with the current page in the middle if possible. */
export function pageWindow(page: number, totalPages: number): number[] {
  const shown = Math.min(pageButtons, Math.max(1, totalPages));
  const first = Math.max(1, Math.min(page - Math.floor(pageButtons / 2), totalPages - shown + 1));
  return Array.from({ length: shown }, (_, index) => first + index);
}

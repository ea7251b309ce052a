import { exactCountMax } from '@sandpiper/contract/limits';
import type { BoundedCount, BoundedPagination, PageOf, Pagination } from '@sandpiper/contract/primitives';

export type PageRequest = { page: number; limit: number };

/** Returns which rows a query has to read for a page. */
export function boundsOf({ page, limit }: PageRequest): { limit: number; offset: number } {
  return { limit, offset: (page - 1) * limit };
}

/** Builds the pagination data used by most lists. */
export function paginationOf({ page, limit }: PageRequest, totalItems: number): Pagination {
  return { currentPage: page, totalPages: Math.ceil(totalItems / limit), totalItems, itemsPerPage: limit };
}

/** Builds the pagination data of a list whose count stops at {@link exactCountMax} plus one. No page goes beyond {@link exactCountMax}. */
export function boundedPaginationOf(request: PageRequest, count: number): BoundedPagination {
  return { ...paginationOf(request, Math.min(count, exactCountMax)), ...(count > exactCountMax && { is_more: true }) };
}

/** Converts a count that stops at {@link exactCountMax} plus one to the form that responses use. */
export function boundedCountOf(count: number): BoundedCount {
  return { count: Math.min(count, exactCountMax), is_more: count > exactCountMax };
}

/** Builds the pagination data used by the lists of recipients and users. */
export function pageOf({ page, limit }: PageRequest, total: number): PageOf {
  return { page, limit, total, pages: Math.ceil(total / limit) };
}

/** The response of an API call that has nothing else to return. */
export const success = { success: true } as const;

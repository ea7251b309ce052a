import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * The query string that each page was last shown with, by path. For example, a list's query string contains the filters and the page
 * number.
 */
const queries = new Map<string, string>();

/** Remembers the pages' query strings until the user signs out. */
export function useRememberedQueries(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    queries.set(pathname, search);
  }, [pathname, search]);
  useEffect(() => () => queries.clear(), []);
}

/** Returns a path, including the query string that its page was last shown with. */
export function withLastQuery(path: string): string {
  return `${path}${queries.get(path) ?? ''}`;
}

import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** The query string with which each page was last shown, by path. It contains a list's filters and page. */
const queries = new Map<string, string>();

/** Remembers the pages' query strings until the user signs out. */
export function useRememberedQueries(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    queries.set(pathname, search);
  }, [pathname, search]);
  useEffect(() => () => queries.clear(), []);
}

/** Returns a path with the query string with which its page was last shown. */
export function withLastQuery(path: string): string {
  return `${path}${queries.get(path) ?? ''}`;
}

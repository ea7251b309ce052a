import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isNotFound, isUnauthenticated, isUnreachable } from './failure.ts';
import { toast, toastMs } from './toasts.tsx';

/**
 * How a query reports a failure. `errorToast` is shown with the reason; without it, the failure is logged unless the query is silent. A 404
 * is left to the screen. A polled query reports once until it succeeds again. A refetch that can't reach the server reports nothing. If
 * several first loads can't reach it at the same time, only the first one reports it.
 */
export type QueryMeta = { errorToast?: string; isSilent?: true; isPolled?: true };

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
  }
}

export function createQueryClient(): QueryClient {
  const told = new WeakSet<object>();
  let unreachableShownUntil = 0;
  return new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (_data, query) => void told.delete(query),
      onError: (error, query) => {
        if (isUnauthenticated(error) || isNotFound(error)) return;
        const text = query.meta?.errorToast;
        if (query.meta?.isSilent === true) return;
        // The header shows that the connection is lost, and the screen keeps its data. A toast for each query would only repeat that.
        if (query.state.data !== undefined && isUnreachable(error)) return;
        if (query.meta?.isPolled === true && told.has(query)) return;
        told.add(query);
        // When the server can't be reached, every query on a screen fails. One toast is enough.
        if (text !== undefined && isUnreachable(error)) {
          if (Date.now() < unreachableShownUntil) return;
          unreachableShownUntil = Date.now() + toastMs.error;
        }
        if (text === undefined) console.error('A query failed', query.queryKey, error);
        else toast.failureOf(text, error);
      },
    }),
    defaultOptions: {
      // Calls made offline must fail visibly. A paused call would run minutes after the click.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: false,
        staleTime: 5_000,
        refetchOnWindowFocus: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

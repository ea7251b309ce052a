import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isNotFound, isUnauthenticated, isUnreachable } from './failure.ts';
import { toast, toastMs } from './toasts.tsx';

/**
 * Controls how a query's failures are reported. `errorToast` is shown together with the reason. Without it, failures are only logged, and
 * failures to reach the server aren't even logged. With `isSilent`, no failures are reported or logged. A polled query reports only its
 * first failure until it succeeds again. 401s aren't reported, because they sign the user out, and neither are 404s, because the screen
 * handles them. Refetches that can't reach the server aren't reported either, because the screen still shows the old data. If several first
 * loads can't reach the server at the same time, only one toast is shown.
 */
export type QueryMeta = { errorToast?: string | undefined; isSilent?: true; isPolled?: true };

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
        // The screen still shows the old data, and the header shows that the connection is lost, so a toast would be redundant.
        if (query.state.data !== undefined && isUnreachable(error)) return;
        if (query.meta?.isPolled === true && told.has(query)) return;
        told.add(query);
        // If the server can't be reached, all queries on the screen fail at once. One toast is enough.
        if (text !== undefined && isUnreachable(error)) {
          if (Date.now() < unreachableShownUntil) return;
          unreachableShownUntil = Date.now() + toastMs.error;
        }
        if (text !== undefined) toast.failureOf(text, error);
        // If the server can't be reached, nothing is logged, because requests also fail that way while the page is being closed.
        else if (!isUnreachable(error)) console.error(`A query failed: ${String(error)}`, query.queryKey, error);
      },
    }),
    defaultOptions: {
      // `always` makes calls fail immediately while offline. By default, they would be paused and might run minutes after the user's click.
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

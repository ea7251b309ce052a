import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isNotFound, isUnauthenticated } from './failure.ts';
import { toast } from './toasts.tsx';

/** What a query may say about its failing: `errorToast` is shown with the reason; a 404 is left to the screen.
 * Without it a failure is logged, unless it is silent. A polled query tells of its failing once, until it has worked again. */
export type QueryMeta = { errorToast?: string; isSilent?: true; isPolled?: true };

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
  }
}

export function createQueryClient(): QueryClient {
  const told = new WeakSet<object>();
  return new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (_data, query) => void told.delete(query),
      onError: (error, query) => {
        if (isUnauthenticated(error) || isNotFound(error)) return;
        const text = query.meta?.errorToast;
        if (query.meta?.isSilent === true) return;
        if (query.meta?.isPolled === true && told.has(query)) return;
        told.add(query);
        if (text === undefined) console.error('A load failed', query.queryKey, error);
        else toast.failureOf(text, error);
      },
    }),
    defaultOptions: {
      // Always: what the browser takes for being offline must fail and say so. Held back, a click would act minutes later.
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

import { useQueryClient, type QueryFilters, type QueryKey } from '@tanstack/react-query';
import { toast } from './toasts.tsx';
import { readToken } from './token-store.ts';

/**
 * Returns the mutation options of an optimistic update: `change` is applied to the cached responses immediately. If the request fails,
 * the change is reverted, and a toast explains why. If the user has signed out by then, neither happens, because the cached responses may
 * belong to another user. Whether the request succeeds or fails, all queries whose key begins with `queryKey` are then refetched.
 */
export function useOptimisticUpdate<Answer, Variables>(
  queries: QueryFilters & { queryKey: QueryKey },
  change: (answer: Answer, variables: Variables) => Answer,
  failed: string,
) {
  const queryClient = useQueryClient();
  return {
    /** Returns a function that reverts the change, and the session that made it. */
    onMutate: async (variables: Variables) => {
      const token = readToken();
      await queryClient.cancelQueries(queries);
      const before = queryClient.getQueriesData(queries);
      queryClient.setQueriesData<Answer>(queries, (answer) => answer && change(answer, variables));
      return { token, undo: () => before.forEach(([key, answer]) => queryClient.setQueryData(key, answer)) };
    },
    onError: (error: Error, _variables: Variables, made: { token: string | null; undo: () => void } | undefined) => {
      if (made === undefined || made.token !== readToken()) return;
      made.undo();
      toast.failure(error, failed);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queries.queryKey }),
  };
}

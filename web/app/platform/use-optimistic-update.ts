import { useQueryClient, type QueryFilters, type QueryKey } from '@tanstack/react-query';
import { toast } from './toasts.tsx';

/**
 * Returns the mutation options of an optimistic update: `change` is applied to the cached responses immediately. If the request fails,
 * the change is reverted, and a toast explains why. Whether the request succeeds or fails, all queries whose key begins with `queryKey` are
 * then refetched.
 */
export function useOptimisticUpdate<Answer, Variables>(
  queries: QueryFilters & { queryKey: QueryKey },
  change: (answer: Answer, variables: Variables) => Answer,
  failed: string,
) {
  const queryClient = useQueryClient();
  return {
    /** Returns a function that reverts the change. */
    onMutate: async (variables: Variables) => {
      await queryClient.cancelQueries(queries);
      const before = queryClient.getQueriesData(queries);
      queryClient.setQueriesData<Answer>(queries, (answer) => answer && change(answer, variables));
      return () => before.forEach(([key, answer]) => queryClient.setQueryData(key, answer));
    },
    onError: (error: Error, _variables: Variables, undo: (() => void) | undefined) => {
      undo?.();
      toast.failure(error, failed);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queries.queryKey }),
  };
}

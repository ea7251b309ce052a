import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

export const importsKey = ['imports'] as const;
const changedKeys = [importsKey, ['recipients'], ['lists'], ['list'], ['people']];

/** Returns a function that refetches the imports, and the people and lists that an import changes. */
export function useRefreshImports() {
  const queryClient = useQueryClient();
  return useCallback(
    () => Promise.all(changedKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
    [queryClient],
  );
}

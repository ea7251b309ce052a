import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Everything that shows people, their lists, their tags or their do-not-contact mark. */
const peopleKeys = ['people', 'person', 'tags', 'do-not-contact', 'recipients', 'lists', 'list'];

/** Refetches what shows people. */
export function useRefreshPeople() {
  const queryClient = useQueryClient();
  return useCallback(
    () => Promise.all(peopleKeys.map((key) => queryClient.invalidateQueries({ queryKey: [key] }))),
    [queryClient],
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from './api.ts';

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

type ChoicesOptions = {
  /** Shown with the reason when they can't be loaded. */
  errorToast: string;
  isWanted?: boolean;
};

/** The user's lists, to choose from. */
export function useAllLists({ errorToast, isWanted = true }: ChoicesOptions) {
  return useQuery({
    queryKey: ['lists'],
    queryFn: ({ signal }) => call('GET /api/lists', undefined, { signal }),
    enabled: isWanted,
    meta: { errorToast },
  });
}

/** The user's tags, each with how many people have it. */
export function useAllTags({ errorToast, isWanted = true }: ChoicesOptions) {
  return useQuery({
    queryKey: ['tags'],
    queryFn: ({ signal }) => call('GET /api/tags', undefined, { signal }),
    enabled: isWanted,
    meta: { errorToast },
  });
}

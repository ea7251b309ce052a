import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from './api.ts';

/** The queries that show people, their lists, their tags or whether they are marked "Do not contact". */
const peopleKeys = ['people', 'person', 'tags', 'do-not-contact', 'recipients', 'lists', 'list'];

/** Returns a function that refetches everything that shows people. */
export function useRefreshPeople() {
  const queryClient = useQueryClient();
  return useCallback(
    () => Promise.all(peopleKeys.map((key) => queryClient.invalidateQueries({ queryKey: [key] }))),
    [queryClient],
  );
}

type ChoicesOptions = {
  /** Shown together with the reason when they can't be loaded. */
  errorToast: string;
  isWanted?: boolean;
};

/** Loads all of the user's lists to choose from. */
export function useAllLists({ errorToast, isWanted = true }: ChoicesOptions) {
  return useQuery({
    queryKey: ['lists'],
    queryFn: ({ signal }) => call('GET /api/lists', undefined, { signal }),
    enabled: isWanted,
    meta: { errorToast },
  });
}

/** Loads all of the user's tags, each with the number of people who have it. */
export function useAllTags({ errorToast, isWanted = true }: ChoicesOptions) {
  return useQuery({
    queryKey: ['tags'],
    queryFn: ({ signal }) => call('GET /api/tags', undefined, { signal }),
    enabled: isWanted,
    meta: { errorToast },
  });
}

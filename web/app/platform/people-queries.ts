import type { PeopleScope } from '@sandpiper/contract/people-changes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from './api.ts';
import { manyRowsTimeoutMs } from './timeouts.ts';

/** The query keys of people, lists, tags and the do-not-contact list. */
const peopleKeys = ['people', 'person', 'tags', 'do-not-contact', 'recipients', 'lists', 'list'];

/** Returns a function that refetches people, lists, tags and the do-not-contact list. */
export function useRefreshPeople() {
  const queryClient = useQueryClient();
  return useCallback(
    () => Promise.all(peopleKeys.map((key) => queryClient.invalidateQueries({ queryKey: [key] }))),
    [queryClient],
  );
}

/** Loads how many people a scope currently contains. A scope is either individual people or everyone who matches a filter. */
export function usePeopleCount(scope: PeopleScope, isWanted: boolean) {
  return useQuery({
    queryKey: ['people', 'count', scope],
    queryFn: ({ signal }) =>
      call('POST /api/people-changes/count', { body: { scope } }, { signal, timeoutMs: manyRowsTimeoutMs }),
    enabled: isWanted,
    staleTime: 0,
    gcTime: 0,
    meta: { isSilent: true },
  });
}

type ChoicesOptions = {
  /** The toast shown, together with the reason, if loading fails. */
  errorToast: string;
  isWanted?: boolean;
};

/** Loads all of the user's lists, for a select. */
export function useAllLists({ errorToast, isWanted = true }: ChoicesOptions) {
  return useQuery({
    queryKey: ['lists'],
    queryFn: ({ signal }) => call('GET /api/lists', undefined, { signal }),
    enabled: isWanted,
    meta: { errorToast },
  });
}

/** Loads all of the user's tags and how many people have each tag, for a select. */
export function useAllTags({ errorToast, isWanted = true }: ChoicesOptions) {
  return useQuery({
    queryKey: ['tags'],
    queryFn: ({ signal }) => call('GET /api/tags', undefined, { signal }),
    enabled: isWanted,
    meta: { errorToast },
  });
}

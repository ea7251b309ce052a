import type { CallInput } from '@sandpiper/contract/client';
import type { PeopleChange, PeopleScope } from '@sandpiper/contract/people-changes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { useRefreshPeople } from '../../platform/people-queries.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { manyRowsTimeoutMs } from '../../platform/timeouts.ts';
import { toast } from '../../platform/toasts.tsx';
import { readToken } from '../../platform/token-store.ts';
import { peopleChangesTexts } from './people-changes.texts.ts';

export type WantedChange = CallInput<'POST /api/people-changes'>['body']['change'];

const { toasts: texts } = peopleChangesTexts;
const changesKey = ['people-changes'] as const;
const pollMs = 1000;
/**
 * The page of changes to load. It is normally long enough for all changes that can still be undone: changes can be undone for a day, and
 * more than 50 per day are unlikely.
 */
const recentChanges = { page: 1, limit: 50 };

export function isUnderWay({ status }: PeopleChange): boolean {
  return status === 'running' || status === 'undoing';
}

/** Loads the most recent changes, newest first. Polls every second while a change is running or being undone. */
export function useRecentChanges() {
  return useQuery({
    queryKey: changesKey,
    queryFn: ({ signal }) => call('GET /api/people-changes', { query: recentChanges }, { signal }),
    refetchInterval: ({ state }) => (state.data?.changes.some(isUnderWay) === true ? pollMs : false),
    meta: { errorToast: texts.fetchFailed },
  });
}

const unannounced = new WeakMap<QueryClient, Set<number>>();

/**
 * Returns the IDs of the changes whose end is still to be announced. Includes changes that the server has just begun: they may end before a
 * list of changes shows them as running.
 */
export function useUnannounced(): Set<number> {
  const queryClient = useQueryClient();
  const ids = unannounced.get(queryClient) ?? new Set<number>();
  unannounced.set(queryClient, ids);
  return ids;
}

/** Returns a function that refetches the changes and the people. */
export function useRefreshChanges() {
  const queryClient = useQueryClient();
  const refreshPeople = useRefreshPeople();
  return () => Promise.all([queryClient.invalidateQueries({ queryKey: changesKey }), refreshPeople()]);
}

/**
 * A change to make. If the request fails, a toast shows `failed` with the reason below it. Without `failed`, the toast shows the server's
 * error message or, if there is none, a default text.
 */
export type MadeChange = { scope: PeopleScope; change: WantedChange; failed?: string };

/**
 * Returns a mutation that makes a change. `onEnded` is called if the change is already complete in the response, even if the user has left
 * the screen by then. If another user has signed in by then, nothing is shown.
 */
export function useMakeChange(onEnded: (change: PeopleChange) => void) {
  const refresh = useRefreshChanges();
  const unannounced = useUnannounced();
  return useMutation({
    mutationFn: ({ scope, change }: MadeChange) =>
      call('POST /api/people-changes', { body: { scope, change } }, { timeoutMs: manyRowsTimeoutMs }),
    onMutate: () => readToken(),
    onSuccess: ({ change }, _wanted, token) => {
      if (isUnderWay(change)) unannounced.add(change.id);
      else if (token === readToken()) onEnded(change);
    },
    onSettled: refresh,
    onError: (error, { failed }, token) => {
      if (token !== readToken()) return;
      if (failed === undefined) toast.failure(error, texts.failed);
      else toast.failureOf(failed, error);
    },
  });
}

/** Returns a function that checks whether the user may undo a change of this type. */
export function useMayUndo() {
  const isSubscribed = useHasSubscription();
  return ({ change: { type } }: PeopleChange) => isSubscribed || type === 'do_not_contact';
}

export function useUndoChange() {
  const refresh = useRefreshChanges();
  const unannounced = useUnannounced();
  return useMutation({
    mutationFn: (id: number) => call('POST /api/people-changes/:id/undo', { params: { id } }),
    onSuccess: ({ change }) => {
      if (isUnderWay(change)) unannounced.add(change.id);
    },
    onSettled: refresh,
    onError: (error) => toast.failure(error, texts.undoFailed),
  });
}

export function useCancelChange() {
  const refresh = useRefreshChanges();
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/people-changes/:id', { params: { id } }),
    onSettled: refresh,
    onError: (error) => toast.failure(error, texts.cancelFailed),
  });
}

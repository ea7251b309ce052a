import type { CallOutput } from '@sandpiper/contract/client';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/api.ts';
import { useRefreshPeople } from '../../../platform/people-queries.ts';
import { useRefetchOnEvent } from '../../../platform/refetch-on-event.ts';
import { manyRowsTimeoutMs } from '../../../platform/timeouts.ts';
import { toast } from '../../../platform/toasts.tsx';
import { readToken } from '../../../platform/token-store.ts';
import { useLateFailureToast } from '../../../platform/use-late-failure-toast.ts';
import { personTexts } from './person.texts.ts';

export type PersonDetail = CallOutput<'GET /api/person/:username'>;

const personKey = ['person'] as const;

export function usePerson(username: string) {
  const key = [...personKey, username];
  useRefetchOnEvent(['campaign_progress_update', 'campaign_update'], key);
  return useQuery({
    queryKey: [...key, 'detail'],
    queryFn: ({ signal }) => call('GET /api/person/:username', { params: { username } }, { signal }),
    meta: { errorToast: personTexts.page.fetchFailed },
  });
}

/** Loads a person's timeline, newest first, one page at a time. */
export function useTimeline(username: string) {
  return useInfiniteQuery({
    queryKey: [...personKey, username, 'timeline'],
    queryFn: ({ signal, pageParam }) => {
      const query = { before: pageParam ?? undefined };
      return call('GET /api/person/:username/timeline', { params: { username }, query }, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_before: next }) => next,
    meta: { errorToast: personTexts.timeline.fetchFailed },
  });
}

/**
 * What to save about a person: the note or the new tags. `shown` contains the tags that were on screen before the change. Only the
 * difference between `tags` and `shown` is applied to the person's current tags, so that tags added elsewhere in the meantime are kept.
 */
type SavedPerson = { note: string | null } | { tags: readonly string[]; shown: readonly string[] };

async function bodyOf(username: string, saved: SavedPerson) {
  if ('note' in saved) return saved;
  const { tags, shown } = saved;
  const { person } = await call('GET /api/person/:username', { params: { username } });
  const current = person.tags.map(({ name }) => name);
  const isKept = (name: string) => tags.includes(name) || !shown.includes(name);
  return { tags: [...new Set([...current.filter(isKept), ...tags.filter((name) => !shown.includes(name))])] };
}

/**
 * Returns a mutation that saves a person's note or tags. If saving fails, a toast shows the server's error message, or `failed` if
 * there is none.
 */
export function useSavePerson(username: string, failed: string) {
  const queryClient = useQueryClient();
  const refresh = useRefreshPeople();
  return useMutation({
    // Save changes one at a time, because each change of the tags starts from the tags that the previous change saved.
    scope: { id: `person ${username}` },
    mutationFn: async (saved: SavedPerson) =>
      call('PUT /api/person/:username', { params: { username }, body: await bodyOf(username, saved) }),
    onSuccess: ({ person }) => {
      queryClient.setQueryData<PersonDetail>([...personKey, username, 'detail'], (before) =>
        before === undefined ? before : { ...before, person },
      );
      return refresh();
    },
    onError: (error) => toast.failure(error, failed),
  });
}

export function useForgetPerson(username: string) {
  const refresh = useRefreshPeople();
  return useMutation({
    mutationFn: () =>
      call('POST /api/person/:username/forget', { params: { username } }, { timeoutMs: manyRowsTimeoutMs }),
    ...useLateFailureToast(personTexts.forget.failed),
    onSuccess: (_answer, _input, token) => {
      if (token !== readToken()) return;
      toast.success(personTexts.forget.forgotten(username));
      // The refresh isn't awaited, because refetching the deleted person would show "not found" before the user has left the page.
      void refresh();
    },
  });
}

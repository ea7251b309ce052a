import type { CallInput, CallOutput } from '@sandpiper/contract/client';
import type { RecipientList } from '@sandpiper/contract/lists';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { isTimeout } from '../../platform/failure.ts';
import { useOptimisticUpdate } from '../../platform/use-optimistic-update.ts';
import { manyRowsTimeoutMs } from '../../platform/timeouts.ts';
import { useRefetchOnEvent } from '../../platform/refetch-on-event.ts';
import { toast } from '../../platform/toasts.tsx';
import { readToken } from '../../platform/token-store.ts';
import { listTexts } from './lists.texts.ts';

export type ListInput = CallInput<'POST /api/lists'>['body'];
type ListChanges = NonNullable<CallInput<'PUT /api/lists/:id'>['body']>;
type ListAnswer = CallOutput<'GET /api/lists'>;

const { toasts: texts } = listTexts;
const listsKey = ['lists'] as const;

/** The polling interval while a list is being filled. */
const fillingMs = 1000;
const isFilling = ({ filling }: RecipientList) => filling?.status === 'running';

export function useLists() {
  useRefetchOnEvent(['campaign_progress_update', 'campaign_update'], listsKey);
  return useQuery({
    queryKey: listsKey,
    queryFn: ({ signal }) => call('GET /api/lists', undefined, { signal }),
    refetchInterval: ({ state }) => (state.data?.lists.some(isFilling) === true ? fillingMs : false),
    meta: { errorToast: texts.fetchFailed },
  });
}

/** Loads one list. Until the response arrives, returns the list from the overview, if it is cached. */
export function useList(id: number) {
  const queryClient = useQueryClient();
  useRefetchOnEvent(['campaign_progress_update', 'campaign_update'], ['list', id]);
  return useQuery({
    placeholderData: () => {
      const list = queryClient.getQueryData<ListAnswer>(listsKey)?.lists.find((each) => each.id === id);
      return list === undefined ? undefined : { list };
    },
    queryKey: ['list', id],
    queryFn: ({ signal }) => call('GET /api/lists/:id', { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isFilling(state.data.list) ? fillingMs : false),
    meta: { errorToast: texts.fetchOneFailed },
  });
}

function useRefreshLists() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: listsKey }),
      queryClient.invalidateQueries({ queryKey: ['list'] }),
    ]);
}

type ListToSave = { id: null; body: ListInput } | { id: number; body: ListChanges };

/** Returns a mutation that creates a list or, if an ID is given, updates that list. */
export function useSaveList() {
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: ({ id, body }: ListToSave) =>
      id === null ? call('POST /api/lists', { body }) : call('PUT /api/lists/:id', { params: { id }, body }),
    onSuccess: (_answer, { id }) => {
      toast.success(id === null ? texts.created : texts.updated);
      return refresh();
    },
    onError: (error) => toast.failure(error, texts.saveFailed),
  });
}

/**
 * Deletes a list optimistically. If the deletion fails, the list reappears and a toast explains why. A timeout isn't reported as a failure,
 * because the server may still be deleting the list.
 */
export function useRemoveList() {
  const refresh = useRefreshLists();
  const removal = useOptimisticUpdate(
    { queryKey: listsKey },
    (answer: ListAnswer, { id }: RecipientList) => ({
      ...answer,
      lists: answer.lists.filter((each) => each.id !== id),
    }),
    texts.deleteFailed,
  );
  return useMutation({
    mutationFn: (list: RecipientList) =>
      call('DELETE /api/lists/:id', { params: { id: list.id } }, { timeoutMs: manyRowsTimeoutMs }),
    ...removal,
    onSuccess: () => toast.success(texts.deleted),
    onError: (error, list, made) => {
      if (isTimeout(error) && made?.token === readToken()) {
        toast.warning(texts.stillDeleting, { detail: texts.stillDeletingDetail });
      } else removal.onError(error, list, made);
    },
    onSettled: refresh,
  });
}

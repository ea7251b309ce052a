import type { CallInput } from '@sandpiper/contract/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { toast } from '../../platform/toasts.tsx';
import { doNotContactTexts } from './do-not-contact.texts.ts';

type Query = NonNullable<CallInput<'GET /api/do-not-contact'>['query']>;

const { toasts: texts } = doNotContactTexts;
const doNotContactKey = ['do-not-contact'] as const;

/** Everything that shows the mark. */
const markedKeys = [doNotContactKey, ['people'], ['person'], ['recipients']];

export function useDoNotContact(query: Query) {
  return useQuery({
    queryKey: [...doNotContactKey, 'list', query],
    queryFn: ({ signal }) => call('GET /api/do-not-contact', { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { errorToast: texts.fetchFailed },
  });
}

/** Refetches the list and every screen that shows its mark. */
export function useRefreshMarks() {
  const queryClient = useQueryClient();
  return () => Promise.all(markedKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

type Removal = { username: string; reason: string };

export function useAllowContact() {
  const refresh = useRefreshMarks();
  return useMutation({
    mutationFn: ({ username, reason }: Removal) =>
      call('DELETE /api/do-not-contact/:username', { params: { username }, query: { reason } }),
    onSuccess: (_answer, { username }) => {
      toast.success(texts.removed(username));
      return refresh();
    },
    onError: (error) => toast.failure(error, texts.removeFailed),
  });
}

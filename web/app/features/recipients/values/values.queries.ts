import type { CallInput } from '@sandpiper/contract/client';
import type { Recipient } from '@sandpiper/contract/recipients';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api.ts';
import { manyRowsTimeoutMs } from '../../../platform/timeouts.ts';
import { toast } from '../../../platform/toasts.tsx';
import { useRefreshRecipients } from '../recipients.queries.ts';
import { valuesTexts } from './values.texts.ts';

const pollMs = 2000;

/**
 * Loads a list's variables, each with the number of people who have a value for it. Polls while the server is still renaming or deleting
 * values.
 */
export function useVariables(listId: number) {
  return useQuery({
    queryKey: ['recipients', 'variables', listId],
    queryFn: ({ signal }) =>
      call('GET /api/lists/:id/variables', { params: { id: listId } }, { signal, timeoutMs: manyRowsTimeoutMs }),
    // Not cached, because the dialog must show the current variables and counts each time it opens.
    gcTime: 0,
    refetchInterval: (query) => (query.state.data?.is_changing === true ? pollMs : false),
  });
}

export type WantedVariables = CallInput<'PUT /api/lists/:id/variables'>['body']['variables'];

export function useSaveVariables(listId: number) {
  const refresh = useRefreshRecipients();
  return useMutation({
    /** `wantedOf` receives the names of the list's current variables and returns the variables to save. */
    mutationFn: async (wantedOf: (current: readonly string[]) => WantedVariables) => {
      const params = { id: listId };
      const { list } = await call('GET /api/lists/:id', { params });
      const body = { variables: wantedOf(list.variables) };
      return call('PUT /api/lists/:id/variables', { params, body }, { timeoutMs: manyRowsTimeoutMs });
    },
    onSuccess: () => {
      toast.success(valuesTexts.variables.saved);
      return refresh();
    },
    onError: (error) => toast.failure(error, valuesTexts.variables.failed),
  });
}

export function useSaveValues() {
  const refresh = useRefreshRecipients();
  return useMutation({
    mutationFn: ({ recipient, values }: { recipient: Recipient; values: Record<string, string> }) =>
      call('PUT /api/recipients/:id/variables', { params: { id: recipient.id }, body: { variables: values } }),
    onSuccess: ({ recipient }) => {
      toast.success(valuesTexts.person.saved(recipient.recipient));
      return refresh();
    },
    onError: (error) => toast.failure(error, valuesTexts.person.failed),
  });
}

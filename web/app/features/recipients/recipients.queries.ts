import type { CallInput } from '@sandpiper/contract/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../platform/api.ts';
import { formatDateTime } from '../../platform/dates.ts';
import { useRefetchOnEvent } from '../../platform/refetch-on-event.ts';
import { toast } from '../../platform/toasts.tsx';
import { recipientTexts } from './recipients.texts.ts';

export type ListRecipientsQuery = NonNullable<CallInput<'GET /api/lists/:id/recipients'>['query']>;

const { toasts: texts } = recipientTexts;
const recipientsKey = ['recipients'] as const;

export function useListRecipients(listId: number, query: ListRecipientsQuery) {
  // When a campaign progresses, changes or is deleted, recipients' statuses may have changed.
  useRefetchOnEvent(['campaign_progress_update', 'campaign_update'], recipientsKey);
  return useQuery({
    queryKey: [...recipientsKey, 'of-list', listId, query],
    queryFn: ({ signal }) => call('GET /api/lists/:id/recipients', { params: { id: listId }, query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { errorToast: texts.fetchFailed },
  });
}

/** Returns a function that refetches the recipients and their lists' counts. */
export function useRefreshRecipients() {
  const queryClient = useQueryClient();
  return useCallback(
    () =>
      Promise.all([recipientsKey, ['lists'], ['list']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
    [queryClient],
  );
}

export function useAddRecipient(listId: number) {
  const refresh = useRefreshRecipients();
  return useMutation({
    mutationFn: (recipient: string) => call('POST /api/recipients', { body: { recipient, list_id: listId } }),
    onSuccess: ({ recipient: { recipient } }) => {
      void announceAdded(recipient, listId);
      return refresh();
    },
    onError: (error) => toast.failure(error, texts.addFailed),
  });
}

async function announceAdded(username: string, listId: number): Promise<void> {
  toast.success(texts.added(username), { detail: await whatIsKnown(username, listId) });
}

/** Returns what the user should know about a person who was added to a list, or undefined if there is nothing or it can't be loaded. */
async function whatIsKnown(username: string, listId: number): Promise<string | undefined> {
  const found = await call('GET /api/person/:username', { params: { username } }).catch(() => undefined);
  if (found === undefined) return undefined;
  const { lists, last_contacted_at: contactedAt, is_do_not_contact: isMarked } = found.person;
  const [other] = lists.filter(({ id }) => id !== listId);
  const known = [
    isMarked ? texts.isDoNotContact : '',
    contactedAt === null ? '' : texts.wasContacted(formatDateTime(contactedAt)),
    other === undefined ? '' : texts.isOnOtherList(other.name),
  ].filter((text) => text !== '');
  return known.length === 0 ? undefined : known.join(' ');
}

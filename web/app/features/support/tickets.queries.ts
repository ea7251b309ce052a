import type { CallInput, CallOutput } from '@sandpiper/contract/client';
import {
  focusManager,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from '../../platform/api.ts';
import { isNotFound } from '../../platform/failure.ts';
import { useOptimisticUpdate } from '../../platform/use-optimistic-update.ts';
import { useRefetchOnEvent } from '../../platform/refetch-on-event.ts';
import { toast } from '../../platform/toasts.tsx';
import { supportTexts } from './support.texts.ts';

const texts = supportTexts.toasts;

export type TicketQuery = NonNullable<CallInput<'GET /api/support'>['query']>;
export type TicketDetail = CallOutput<'GET /api/support/:id'>;
export type NewTicket = CallInput<'POST /api/support'>['body'];
export type TicketChange = NonNullable<CallInput<'PUT /api/support/:id'>['body']>;

const ticketsKey = ['tickets'] as const;
const ticketKey = (id: number) => [...ticketsKey, 'one', id] as const;

/** How often the list is polled. Polling is needed because events announce only replies from support. */
const listRefreshMs = 15_000;

export function useTickets(query: TicketQuery) {
  useRefetchOnEvent('notice', ticketsKey, 0);
  return useQuery({
    refetchInterval: listRefreshMs,
    queryKey: [...ticketsKey, 'list', query],
    queryFn: ({ signal }) => call('GET /api/support', { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { errorToast: texts.listFailed, isPolled: true },
  });
}

/** How often an open ticket is polled for new messages. */
const threadRefreshMs = 5_000;

type Thread = InfiniteData<TicketDetail, number | null>;

/** Applies a change to the newest of the cached pages. */
function withNewest(thread: Thread, change: (newest: TicketDetail) => TicketDetail): Thread {
  const [newest, ...earlier] = thread.pages;
  return newest === undefined ? thread : { ...thread, pages: [change(newest), ...earlier] };
}

const threadPage = (id: number, before: number | null, signal: AbortSignal) =>
  call('GET /api/support/:id', { params: { id }, query: { before: before ?? undefined } }, { signal });

/** Merges a thread's pages into one. The server returns the newest page first. */
function threadOf(pages: readonly TicketDetail[]): TicketDetail | undefined {
  const [newest] = pages;
  if (newest === undefined) return undefined;
  const messages = pages.toReversed().flatMap((page) => page.messages);
  return { ...newest, messages, has_earlier: pages.at(-1)?.has_earlier === true };
}

export function useTicket(id: number) {
  useRefetchOnEvent('notice', ticketKey(id), 0);
  const { data, error, dataUpdatedAt, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    refetchInterval: (query: { state: { error: unknown } }) =>
      isNotFound(query.state.error) ? false : threadRefreshMs,
    queryKey: ticketKey(id),
    queryFn: ({ pageParam, signal }) => threadPage(id, pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ has_earlier, messages }) => (has_earlier ? (messages[0]?.id ?? null) : null),
    select: ({ pages }) => threadOf(pages),
    meta: { errorToast: texts.ticketFailed, isPolled: true },
  });
  return {
    data,
    error,
    loadedAt: dataUpdatedAt,
    earlier: { isLoading: isFetchingNextPage, load: () => void fetchNextPage() },
  };
}

/** Returns whether the page is visible, rather than in the background. */
function usePageVisible(): boolean {
  return useSyncExternalStore(
    (onChange) => focusManager.subscribe(onChange),
    () => focusManager.isFocused(),
  );
}

/**
 * Marks the ticket's messages as read while its creator has the ticket open in a visible tab. If that fails, tries again when the ticket
 * is next loaded, that is, when `loadedAt` changes.
 */
export function useMarkRead(detail: TicketDetail | undefined, loadedAt: number, username: string): void {
  const queryClient = useQueryClient();
  const isVisible = usePageVisible();
  const isOwn = detail?.ticket.created_by === username && detail.ticket.has_unread_answer;
  const last = detail?.messages.at(-1);
  const id = detail?.ticket.id;
  const messageId = isOwn && isVisible ? last?.id : undefined;
  useEffect(() => {
    if (id === undefined || messageId === undefined) return;
    void call('PUT /api/support/:id/read', { params: { id }, body: { message_id: messageId } })
      .then(() => {
        void queryClient.invalidateQueries({ queryKey: ['notices', 'unread-tickets'] });
        return queryClient.invalidateQueries({ queryKey: ticketsKey });
      })
      .catch((error: unknown) => console.warn('Couldn’t mark the ticket as read', error));
  }, [id, messageId, loadedAt, queryClient]);
}

export function useCreateTicket() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewTicket) => call('POST /api/support', { body }),
    onSuccess: ({ ticketNumber }) => {
      toast.success(texts.created(ticketNumber));
      return queryClient.invalidateQueries({ queryKey: ticketsKey });
    },
    onError: (error) => toast.failure(error, texts.createFailed),
  });
}

export function useSendTicketMessage(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (message: string) => call('POST /api/support/:id/messages', { params: { id }, body: { message } }),
    onSuccess: ({ message }) => {
      toast.success(texts.sent);
      queryClient.setQueryData<Thread>(
        ticketKey(id),
        (thread) =>
          thread &&
          withNewest(thread, (newest) => {
            // Polling may have added the message already.
            if (newest.messages.some((each) => each.id === message.id)) return newest;
            return { ...newest, messages: [...newest.messages, message] };
          }),
      );
      // The refetch is needed because sending can also reopen the ticket. It isn't awaited, because otherwise the reply would
      // appear twice until the refetch ends: once as pending and once as sent.
      void queryClient.invalidateQueries({ queryKey: ticketsKey });
    },
    onError: (error) => toast.failure(error, texts.sendFailed),
  });
}

/** Updates a ticket. A new status or priority is shown immediately, and reverted if the request fails. */
export function useUpdateTicket(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: TicketChange) => call('PUT /api/support/:id', { params: { id }, body }),
    ...useOptimisticUpdate(
      { queryKey: ticketKey(id) },
      (thread: Thread, { status, priority }: TicketChange) =>
        withNewest(thread, ({ ticket, ...newest }) => ({
          ...newest,
          ticket: { ...ticket, status: status ?? ticket.status, priority: priority ?? ticket.priority },
        })),
      texts.updateFailed,
    ),
    onSuccess: () => toast.success(texts.updated),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ticketsKey }),
  });
}

/** Loads the administrators who can be assigned to a ticket. */
export function useAssignees(enabled: boolean) {
  return useQuery({
    queryKey: ['ticket-assignees'],
    queryFn: ({ signal }) => call('GET /api/support/admin/users', undefined, { signal }),
    enabled,
    staleTime: 60_000,
  });
}

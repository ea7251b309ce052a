import type { ServerEvents } from '@sandpiper/contract/events';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLiveEvent } from './live.tsx';

type EventName = keyof ServerEvents;

/**
 * Refetches the queries under `queryKey` after one of the events, with a delay of `everyMs` milliseconds. Events that arrive during the
 * delay share the refetch, because a fast campaign causes more events than a table needs. If the screen is left before the refetch, the
 * queries are refetched when the screen is opened again.
 */
export function useRefetchOnEvent(events: EventName | readonly EventName[], queryKey: QueryKey, everyMs = 2000): void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useLiveEvent(events, () => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      void queryClient.invalidateQueries({ queryKey });
    }, everyMs);
  });
}

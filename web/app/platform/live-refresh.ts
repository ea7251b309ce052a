import type { ServerEvents } from '@sandpiper/contract/events';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLiveEvent } from './live.tsx';

/**
 * Asks for the key's queries anew when the event comes, at most once in so many milliseconds: a fast campaign sends more events than anybody
 * wants to reload a table for.
 */
export function useLiveRefresh(event: keyof ServerEvents, queryKey: QueryKey, everyMs = 2000): void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useLiveEvent(event, () => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      void queryClient.invalidateQueries({ queryKey });
    }, everyMs);
  });
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
}

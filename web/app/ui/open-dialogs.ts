import type { RefObject } from 'react';

type OpenDialog = { root: RefObject<HTMLElement | null>; onEscape: () => void };

/** The open dialogs in the order of their opening. Needed because a closing dialog stays in the DOM while it fades out. */
export const openDialogs = new Set<OpenDialog>();

/** Returns the most recently opened of the open dialogs, or null if none is open. */
export function topDialog(): HTMLElement | null {
  const top = [...openDialogs].at(-1)?.root.current;
  return top?.querySelector<HTMLElement>('[role="dialog"]') ?? null;
}

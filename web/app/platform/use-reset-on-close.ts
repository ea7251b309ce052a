import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `reset` each time a dialog closes. Use it to reset the mutation of a dialog that leads to another page or shares the screen with
 * other dialogs, so that a late answer doesn't take the user away from a dialog that was opened in the meantime.
 */
export function useResetOnClose(isOpen: boolean, reset: () => void): void {
  const resetNow = useEffectEvent(reset);
  useEffect(() => {
    if (!isOpen) resetNow();
  }, [isOpen]);
}

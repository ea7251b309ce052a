import { NavigationType, useBlocker } from 'react-router';
import { useLeaveWarning } from './use-leave-warning.ts';

/**
 * Blocks leaving the page, and makes the browser ask before the tab is closed or reloaded. The router supports one blocker at a time, so
 * call this only in components that are rendered while there is unsaved input and not otherwise.
 */
export function useLeaveBlock({ isSaving = false } = {}) {
  useLeaveWarning(true);
  return useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    // A form that was saved may open another page before it is rendered again.
    if (isSaving && historyAction !== NavigationType.Pop) return false;
    return currentLocation.pathname !== nextLocation.pathname;
  });
}

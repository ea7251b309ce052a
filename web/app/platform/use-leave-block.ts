import { NavigationType, useBlocker } from 'react-router';
import { useLeaveWarning } from './use-leave-warning.ts';

/**
 * Blocks leaving the page, and makes the browser ask before the tab is closed or reloaded. If several blockers are rendered, the router asks
 * only the last one. Therefore, render a component that calls this hook only while there is unsaved input.
 */
export function useLeaveBlock({ isSaving = false } = {}) {
  useLeaveWarning(true);
  return useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    // After saving, a form can open another page before the next render, while `isSaving` is still true.
    if (isSaving && historyAction !== NavigationType.Pop) return false;
    return currentLocation.pathname !== nextLocation.pathname;
  });
}

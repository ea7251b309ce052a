import { NavigationType, useBlocker } from 'react-router';
import { opensForm } from './open-form-on-arrival.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

/**
 * Blocks leaving the page and opening another form on it with the command palette, and makes the browser ask before the tab is closed or
 * reloaded. If several blockers are rendered, the router asks only the last one. Therefore, render a component that calls this hook only
 * while there is unsaved input.
 */
export function useLeaveBlock({ isSaving = false } = {}) {
  useLeaveWarning(true);
  return useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (currentLocation.pathname === nextLocation.pathname) return opensForm(nextLocation.state);
    // After saving, a form can open another page before the next render, while `isSaving` is still true.
    return !isSaving || historyAction === NavigationType.Pop;
  });
}

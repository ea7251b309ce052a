import { useLocation } from 'react-router';

/** Returns navigation state for a link. The linked screen returns the user to `path` when they are done there. */
export function returnToState(path: string) {
  return { returnTo: path };
}

/** Returns the path to navigate to when the user is done with this screen. */
export function useReturnPath(otherwise: string): string {
  const state: unknown = useLocation().state;
  const path = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : null;
  return typeof path === 'string' && path.startsWith('/') ? path : otherwise;
}

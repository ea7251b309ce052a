import { useLocation } from 'react-router';

/** For a link to a screen from which the user should come back here. */
export function returnToState(path: string) {
  return { returnTo: path };
}

/** The path to go to when the work on this screen is done. */
export function useReturnPath(otherwise: string): string {
  const state: unknown = useLocation().state;
  const path = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : null;
  return typeof path === 'string' && path.startsWith('/') ? path : otherwise;
}

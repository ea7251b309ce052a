import { useLocation } from 'react-router';

/** Returns navigation state for guest pages, such as sign-in. It keeps the page that a guest asked for until they have signed in. */
export function stateForPage(askedPage: string): { askedPage: string } {
  return { askedPage };
}

/** Returns the page that the guest asked for, or null if they opened a guest page directly. */
export function useAskedPage(): string | null {
  const state: unknown = useLocation().state;
  const isKept = typeof state === 'object' && state !== null && 'askedPage' in state;
  return isKept && typeof state.askedPage === 'string' ? state.askedPage : null;
}

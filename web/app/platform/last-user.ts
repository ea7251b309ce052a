import { useEffect } from 'react';

const storageKey = 'last-user';

/**
 * Returns whether another user left the page open in this tab. The page's URL can then contain that user's search text or usernames, even
 * after a reload. Stays true until the new user is on the dashboard, because the tab remains on the page while the dashboard's code loads.
 * Pass undefined if nobody is signed in.
 */
export function useIsOthersPage(userId: number | undefined, page: string): boolean {
  const last = sessionStorage.getItem(storageKey);
  const isOthers = userId !== undefined && last !== null && last !== String(userId) && page !== '/dashboard';
  useEffect(() => {
    if (userId !== undefined && !isOthers) sessionStorage.setItem(storageKey, String(userId));
  });
  return isOthers;
}

import { useEffect } from 'react';

const storageKey = 'last-user';

/**
 * Returns whether the page was left open in this tab by someone else who used the tab before this user. Its URL can then contain that
 * person's search text or usernames, even after a reload. Stays true until the user is on the dashboard, because the tab remains on the
 * page while the dashboard's code loads. Pass undefined if nobody is signed in.
 */
export function useIsOthersPage(userId: number | undefined, page: string): boolean {
  const last = sessionStorage.getItem(storageKey);
  const isOthers = userId !== undefined && last !== null && last !== String(userId) && page !== '/dashboard';
  useEffect(() => {
    if (userId !== undefined && !isOthers) sessionStorage.setItem(storageKey, String(userId));
  });
  return isOthers;
}

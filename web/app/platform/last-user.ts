import { useEffect } from 'react';

const storageKey = 'last-user';

/**
 * Returns whether someone else used this tab before this user. The tab's address can then contain that person's searches and people, even
 * after the page was reloaded. Pass undefined if nobody is signed in.
 */
export function useIsOtherUser(userId: number | undefined): boolean {
  useEffect(() => {
    if (userId !== undefined) sessionStorage.setItem(storageKey, String(userId));
  });
  const last = sessionStorage.getItem(storageKey);
  return userId !== undefined && last !== null && last !== String(userId);
}

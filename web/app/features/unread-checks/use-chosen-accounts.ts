import { useState } from 'react';
import { useUser } from '../../platform/session.tsx';
import { isFree, type AccountToCheck } from './unread-checks.queries.ts';
import { keep, readKept } from './unread-storage.ts';

/**
 * Holds the selected accounts and stores them in this browser. Accounts that are switched off, in use or on hold aren't chosen for now, but
 * stay stored.
 */
export function useChosenAccounts(choices: readonly AccountToCheck[] | undefined) {
  const { id: userId } = useUser();
  const [kept, setKept] = useState<readonly number[]>(() => readKept(userId).selected);
  const free = (choices ?? []).filter(isFree).map(({ account }) => account.id);
  const chosen = kept.filter((id) => free.includes(id));

  function change(ids: number[]): void {
    setKept(ids);
    keep(userId, 'selected', ids);
  }

  return {
    chosen,
    free,
    toggle: (id: number) => change(kept.includes(id) ? kept.filter((each) => each !== id) : [...kept, id]),
    chooseAll: () => change([...new Set([...kept, ...free])]),
    chooseNone: () => change([]),
  };
}

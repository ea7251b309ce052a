import { useState } from 'react';
import { useUser } from '../../platform/session.tsx';
import type { Choice } from './unread-checks.queries.ts';
import { keep, readKept } from './unread-storage.ts';

/** Which accounts are ticked, remembered in this browser. One that is gone or in use counts as not ticked. */
export function useChosenAccounts(choices: readonly Choice[] | undefined) {
  const { id: userId } = useUser();
  const [kept, setKept] = useState<readonly number[]>(() => readKept(userId).selected);
  const free = (choices ?? []).filter(({ usedBy }) => usedBy === null).map(({ account }) => account.id);
  const chosen = kept.filter((id) => free.includes(id));

  function change(ids: number[]): void {
    setKept(ids);
    keep(userId, 'selected', ids);
  }

  return {
    chosen,
    free,
    toggle: (id: number) => change(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]),
    chooseAll: () => change(free),
    chooseNone: () => change([]),
  };
}

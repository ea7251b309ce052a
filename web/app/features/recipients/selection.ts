import { useCallback, useState } from 'react';

/** Keeps track of the selected recipients, across pages. */
export function useSelection() {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const set = useCallback((changed: readonly number[], isSelected: boolean) => {
    setIds((before) => {
      const after = new Set(before);
      for (const id of changed) {
        if (isSelected) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  }, []);
  const replace = useCallback((next: readonly number[]) => setIds(new Set(next)), []);
  return { ids, set, replace };
}

export type Selection = ReturnType<typeof useSelection>;

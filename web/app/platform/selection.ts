import { useCallback, useMemo, useState } from 'react';

/** The selected rows: either individual rows, possibly across several pages, or all rows that match the filter. */
export type RowSelection<Key> = {
  keys: ReadonlySet<Key>;
  isAll: boolean;
  has: (key: Key) => boolean;
  set: (keys: readonly Key[], isSelected: boolean) => void;
  selectAll: () => void;
  clear: () => void;
};

type State<Key> = { keys: ReadonlySet<Key>; isAll: boolean; filter: string };

/**
 * Holds the selected rows. `filter` identifies the current search and filters. When it changes, "select all" is cleared, because it would
 * otherwise apply to different rows.
 */
export function useRowSelection<Key>(filter: string): RowSelection<Key> {
  const none: State<Key> = { keys: new Set(), isAll: false, filter };
  const [state, setState] = useState(none);
  const isOutdated = state.isAll && state.filter !== filter;
  if (isOutdated) setState(none);

  const set = useCallback(
    (keys: readonly Key[], isSelected: boolean) =>
      setState((before) => {
        const after = new Set(before.keys);
        for (const key of keys) {
          if (isSelected) after.add(key);
          else after.delete(key);
        }
        return { keys: after, isAll: false, filter };
      }),
    [filter],
  );
  const selectAll = useCallback(() => setState({ keys: new Set(), isAll: true, filter }), [filter]);
  const clear = useCallback(() => setState({ keys: new Set(), isAll: false, filter }), [filter]);
  const { keys, isAll } = isOutdated ? none : state;
  return useMemo(
    () => ({ keys, isAll, has: (key) => isAll || keys.has(key), set, selectAll, clear }),
    [keys, isAll, set, selectAll, clear],
  );
}

import { useCallback, useMemo, useState } from 'react';

/** The selected rows: either individual rows, possibly across several pages, or all rows that match the filter. */
export type RowSelection<Row, Key> = {
  keys: ReadonlySet<Key>;
  isAll: boolean;
  has: (row: Row) => boolean;
  set: (rows: readonly Row[], isSelected: boolean) => void;
  selectAll: () => void;
  clear: () => void;
};

type State<Key> = { keys: ReadonlySet<Key>; isAll: boolean; filter: string };

/**
 * Holds the selected rows. `filter` identifies the current search and filters. When it changes, "select all" is cleared, because it would
 * otherwise apply to different rows. `keyOf` must be a constant outside the component, because it is a dependency of hooks.
 */
export function useRowSelection<Row, Key>(keyOf: (row: Row) => Key, filter: string): RowSelection<Row, Key> {
  const none: State<Key> = { keys: new Set(), isAll: false, filter };
  const [state, setState] = useState(none);
  const isOutdated = state.isAll && state.filter !== filter;
  if (isOutdated) setState(none);

  const set = useCallback(
    (rows: readonly Row[], isSelected: boolean) =>
      setState((before) => {
        const after = new Set(before.keys);
        for (const key of rows.map(keyOf)) {
          if (isSelected) after.add(key);
          else after.delete(key);
        }
        return { keys: after, isAll: false, filter };
      }),
    [keyOf, filter],
  );
  const selectAll = useCallback(() => setState({ keys: new Set(), isAll: true, filter }), [filter]);
  const clear = useCallback(() => setState({ keys: new Set(), isAll: false, filter }), [filter]);
  const { keys, isAll } = isOutdated ? none : state;
  return useMemo(
    () => ({ keys, isAll, has: (row) => isAll || keys.has(keyOf(row)), set, selectAll, clear }),
    [keys, isAll, keyOf, set, selectAll, clear],
  );
}

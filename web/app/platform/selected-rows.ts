import { useCallback, useMemo, useState } from 'react';

export type SelectedRows<Row> = {
  rows: readonly Row[];
  has: (row: Row) => boolean;
  set: (rows: readonly Row[], isSelected: boolean) => void;
};

/** Holds the selected rows, possibly from several pages. Selected rows that are on the current page are kept up to date. */
export function useSelectedRows<Row extends { id: number }>(page: readonly Row[] | undefined): SelectedRows<Row> {
  const [selected, setSelected] = useState<ReadonlyMap<number, Row>>(new Map());
  const set = useCallback(
    (rows: readonly Row[], isSelected: boolean) =>
      setSelected((before) => {
        const after = new Map(before);
        for (const row of rows) {
          if (isSelected) after.set(row.id, row);
          else after.delete(row.id);
        }
        return after;
      }),
    [],
  );
  return useMemo(() => {
    const current = new Map(page?.map((row) => [row.id, row]));
    return {
      rows: [...selected.values()].map((row) => current.get(row.id) ?? row),
      has: ({ id }) => selected.has(id),
      set,
    };
  }, [page, selected, set]);
}

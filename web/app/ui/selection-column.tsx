import { Checkbox } from '@mantine/core';
import type { Column } from './data-table.tsx';

type SelectionColumnProps<Row> = {
  /** The rows on the page. Undefined while they load. */
  rows: readonly Row[] | undefined;
  selection: {
    /** Whether all rows that match the filter are selected, also those on other pages. */
    isAll?: boolean;
    has: (row: Row) => boolean;
    set: (rows: readonly Row[], isSelected: boolean) => void;
  };
  pageLabel: string;
  labelOf: (row: Row) => string;
  isDisabled?: boolean;
};

/** Returns the column with a checkbox for each row, and a checkbox in the header for all rows on the page. */
export function selectionColumn<Row>(props: SelectionColumnProps<Row>): Column<Row> {
  const { rows = [], selection, pageLabel, labelOf, isDisabled = false } = props;
  const chosen = rows.filter((row) => selection.has(row)).length;
  const isPage = rows.length > 0 && chosen === rows.length;

  function select(row: Row, isSelected: boolean): void {
    // If all rows that match the filter are selected, deselecting one row leaves only the other rows on this page selected.
    if (selection.isAll === true) selection.set(rows, true);
    selection.set([row], isSelected);
  }

  return {
    key: 'select',
    title: (
      <Checkbox
        aria-label={pageLabel}
        checked={isPage}
        indeterminate={chosen > 0 && !isPage}
        disabled={isDisabled || rows.length === 0}
        onChange={() => selection.set(rows, !isPage)}
      />
    ),
    width: '1%',
    cell: (row) => (
      <Checkbox
        aria-label={labelOf(row)}
        checked={selection.has(row)}
        disabled={isDisabled}
        onChange={(event) => select(row, event.currentTarget.checked)}
      />
    ),
  };
}

import { Checkbox } from '@mantine/core';
import type { Column } from './data-table.tsx';

type SelectionColumnProps<Row> = {
  /** The rows on the page. */
  rows: readonly Row[];
  isSelected: (row: Row) => boolean;
  onSelectPage: (isSelected: boolean) => void;
  onSelect: (row: Row, isSelected: boolean) => void;
  pageLabel: string;
  labelOf: (row: Row) => string;
  isDisabled?: boolean;
};

/** Returns the column with a checkbox for each row, and a checkbox in the header for all rows on the page. */
export function selectionColumn<Row>(all: SelectionColumnProps<Row>): Column<Row> {
  const { rows, isSelected, isDisabled = false, ...props } = all;
  const chosen = rows.filter(isSelected).length;
  const isPage = rows.length > 0 && chosen === rows.length;
  return {
    key: 'select',
    title: (
      <Checkbox
        aria-label={props.pageLabel}
        checked={isPage}
        indeterminate={chosen > 0 && !isPage}
        disabled={isDisabled || rows.length === 0}
        onChange={() => props.onSelectPage(!isPage)}
      />
    ),
    width: '1%',
    cell: (row) => (
      <Checkbox
        aria-label={props.labelOf(row)}
        checked={isSelected(row)}
        disabled={isDisabled}
        onChange={(event) => props.onSelect(row, event.currentTarget.checked)}
      />
    ),
  };
}

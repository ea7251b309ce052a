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
};

/** Returns the column with a checkbox for each row, and a checkbox in the header for all rows on the page. */
export function selectionColumn<Row>({ rows, isSelected, ...props }: SelectionColumnProps<Row>): Column<Row> {
  const chosen = rows.filter(isSelected).length;
  const isPage = rows.length > 0 && chosen === rows.length;
  return {
    key: 'select',
    title: (
      <Checkbox
        aria-label={props.pageLabel}
        checked={isPage}
        indeterminate={chosen > 0 && !isPage}
        disabled={rows.length === 0}
        onChange={() => props.onSelectPage(!isPage)}
      />
    ),
    width: '1%',
    cell: (row) => (
      <Checkbox
        aria-label={props.labelOf(row)}
        checked={isSelected(row)}
        onChange={(event) => props.onSelect(row, event.currentTarget.checked)}
      />
    ),
  };
}

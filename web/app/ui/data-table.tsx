import type { ReactNode } from 'react';
import css from './data-table.module.css';
import { SkeletonRows } from './skeletons.tsx';

export type Column<Row> = {
  key: string;
  title: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Figures are right-aligned. */
  align?: 'left' | 'right';
  /** Hidden below this width: `sm` 640 pixels, `md` 960. */
  from?: 'sm' | 'md';
  /** Any CSS width. */
  width?: string;
  /** This cell names its row. */
  isRowHeader?: boolean;
};

type DataTableProps<Row> = {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined during the first load, which shows `skeletonRows` skeleton rows. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  skeletonRows?: number;
  /** Shown instead of the table when there are no rows. */
  empty: ReactNode;
  isRowSelected?: (row: Row) => boolean;
  /** Older rows are on screen while newer ones load. */
  isStale?: boolean;
};

/** A table wider than the screen scrolls, so the keyboard has to reach it. */
const scrollable = { role: 'region', tabIndex: 0 } as const;

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, skeletonRows = 5, empty, isRowSelected, isStale = false } = props;
  if (rows !== undefined && rows.length === 0) return <div className={css['frame']}>{empty}</div>;
  return (
    <div className={css['frame']} {...scrollable} aria-label={label} data-stale={isStale || undefined}>
      <table className={css['table']} aria-busy={rows === undefined || isStale}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                data-align={column.align}
                data-from={column.from}
                style={column.width === undefined ? undefined : { width: column.width }}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined ? (
            <SkeletonRows rows={skeletonRows} columns={columns} />
          ) : (
            rows.map((row) => (
              <tr key={rowKey(row)} data-selected={isRowSelected?.(row) || undefined}>
                {columns.map((column) => (
                  <TableCell key={column.key} column={column} row={row} />
                ))}
              </tr>
            ))
          )}
        </tbody>
      </table>
    </div>
  );
}

function TableCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const place = { 'data-align': column.align, 'data-from': column.from };
  if (column.isRowHeader === true) {
    return (
      <th scope="row" {...place}>
        {column.cell(row)}
      </th>
    );
  }
  return <td {...place}>{column.cell(row)}</td>;
}

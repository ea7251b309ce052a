import type { ReactNode } from 'react';
import css from './data-table.module.css';
import { SkeletonRows } from './skeletons.tsx';

export type Column<Row> = {
  key: string;
  title: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Use "right" for numbers. */
  align?: 'left' | 'right';
  /** Hides the column on narrower screens: below 640 pixels for `sm`, below 960 for `md`, below 1200 for `lg`. */
  from?: 'sm' | 'md' | 'lg';
  /** A CSS width. */
  width?: string;
  /** Whether this column contains the rows' headings. */
  isRowHeader?: boolean;
};

type DataTableProps<Row> = {
  /** The table's accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  /** The rows, or undefined while they load. In the meantime, `skeletonRows` placeholders are shown. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row, index: number) => string | number;
  skeletonRows?: number;
  /** Shown instead of the table if there are no rows. */
  empty: ReactNode;
  isRowSelected?: (row: Row) => boolean;
  /** Whether the rows are still those of the previous page, search or filter, because the requested rows are loading. */
  isStale?: boolean;
  /** Whether the table can have more columns than fit on any screen, so that it has to scroll sideways. */
  isWide?: boolean;
};

/** Makes the table focusable, so that keyboard users can scroll it if it is wider than the screen. */
const scrollable = { role: 'region', tabIndex: 0 } as const;

export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    rowKey,
    skeletonRows = 5,
    empty,
    isRowSelected,
    isStale = false,
    isWide = false,
  } = props;
  if (rows !== undefined && rows.length === 0) return <div className={css['frame']}>{empty}</div>;
  return (
    <div
      className={css['frame']}
      {...scrollable}
      aria-label={label}
      data-stale={isStale || undefined}
      data-wide={isWide || undefined}
    >
      <table className={css['table']} aria-busy={rows === undefined || isStale}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                data-align={column.align}
                data-from={column.from}
                style={{ width: column.width }}
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
            rows.map((row, index) => (
              <tr key={rowKey(row, index)} data-selected={isRowSelected?.(row) || undefined}>
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

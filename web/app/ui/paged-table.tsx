import type { ReactNode } from 'react';
import { isNothingToFind, usePageRows, type AnyPagination } from '../platform/pagination.ts';
import { DataTable, type Column } from './data-table.tsx';
import { LoadFailed } from './load-failed.tsx';
import { TableFooter } from './table-footer.tsx';

type PagedTableProps<Row> = {
  /** The table's accessible name. Also appears in the message shown if the table can't be loaded. */
  label: string;
  table: { page: number; size: number; setPage: (page: number) => void; hasFilters: boolean };
  answer: {
    data: { pagination: AnyPagination } | undefined;
    isPlaceholderData: boolean;
    isError: boolean;
    refetch: () => unknown;
  };
  rows: readonly Row[] | undefined;
  rowKey: (row: Row, index: number) => string | number;
  columns: readonly Column<Row>[];
  /** The search and filters above the table. Hidden if the table is empty even without them. */
  filters?: ReactNode;
  /** Shown instead of the table if there are no rows to show. */
  empty: ReactNode;
  /** Whether the row is hidden because it uses a personal Firefox profile. */
  isHidden?: (row: Row) => boolean;
  isRowSelected?: (row: Row) => boolean;
  skeletonRows?: number;
  /** Called when the user changes the page size. Omit it if the size is fixed. */
  onSize?: (size: number) => void;
  /** The singular noun for a row. */
  noun?: string;
  /** The plural noun, if it isn't the singular noun with an "s". */
  nouns?: string;
  /** Whether the line with the range of rows is shown even if there is only one page, as the specification requires for tickets. */
  isRangeAlwaysShown?: boolean;
};

/** A table with filters above it and pagination below it. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { label, answer, isHidden, filters } = props;
  const rows = usePageRows(props);
  const shown = rows?.filter((row) => isHidden?.(row) !== true);
  return (
    <>
      {!isNothingToFind(props) && filters}
      <DataTable
        {...props}
        rows={shown}
        isStale={answer.isPlaceholderData}
        empty={answer.isError ? <LoadFailed what={label} onRetry={() => void answer.refetch()} /> : props.empty}
      />
      <TableFooter
        {...props}
        pagination={answer.data?.pagination}
        hidden={(rows?.length ?? 0) - (shown?.length ?? 0)}
      />
    </>
  );
}

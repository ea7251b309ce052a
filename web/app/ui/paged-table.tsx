import type { ReactNode } from 'react';
import { usePageRows, type AnyPagination } from '../platform/pagination.ts';
import { DataTable, type Column } from './data-table.tsx';
import { LoadFailed } from './load-failed.tsx';
import { TableFooter } from './table-footer.tsx';

type PagedTableProps<Row> = {
  /** The table's accessible name. Also appears in the message shown if the table can't be loaded. */
  label: string;
  table: { page: number; size: number; setPage: (page: number) => void };
  answer: {
    data: { pagination: AnyPagination } | undefined;
    isPlaceholderData: boolean;
    isError: boolean;
    refetch: () => unknown;
  };
  rows: readonly (Row & { id: number })[] | undefined;
  columns: readonly Column<Row>[];
  /** The filters above the table. Hidden if the table can't be loaded. */
  filters: ReactNode;
  empty: ReactNode;
};

/** A table with filters above it and, below it, pagination with a fixed page size. */
export function PagedTable<Row>({ label, table, answer, rows, columns, filters, empty }: PagedTableProps<Row>) {
  const shown = usePageRows({ table, answer, rows });
  const { data } = answer;
  if (answer.isError && data === undefined) return <LoadFailed what={label} onRetry={() => void answer.refetch()} />;
  return (
    <>
      {filters}
      <DataTable
        label={label}
        columns={columns}
        rows={shown}
        rowKey={(row) => row.id}
        isStale={answer.isPlaceholderData}
        empty={empty}
      />
      <TableFooter table={table} pagination={data?.pagination} />
    </>
  );
}

import { Anchor, Select } from '@mantine/core';
import type { CallOutput } from '@sandpiper/contract/client';
import type { RecipientList } from '@sandpiper/contract/lists';
import { Link } from 'react-router';
import { isNothingToFind, usePageRows } from '../../platform/pagination.ts';
import { useTableState } from '../../platform/url-state.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { CollapsedColumn } from '../../ui/collapsed-column.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { WindowedFooter } from '../../ui/windowed-footer.tsx';
import { useAllRecipients } from './recipients.queries.ts';
import { recipientTexts } from './recipients.texts.ts';
import { StatusFilter, statusOf } from './status-filter.tsx';
import { Username } from './username.tsx';

type Row = CallOutput<'GET /api/recipients'>['recipients'][number];

const { page: pageTexts, filters, table: texts, empty: emptyTexts } = recipientTexts;
const listNumber = /^[1-9]\d{0,14}$/;
const tableDefaults = { size: 50, filters: { status: '', list: '' } };

const columns: Column<Row>[] = [
  {
    key: 'recipient',
    title: texts.username,
    isRowHeader: true,
    cell: (row) => (
      <>
        <Username name={row.recipient} />
        <CollapsedColumn below="sm">
          <ListLink row={row} />
          <br />
          <RelativeTime at={row.created_at} />
        </CollapsedColumn>
      </>
    ),
  },
  { key: 'list', title: texts.list, from: 'sm', cell: (row) => <ListLink row={row} /> },
  { key: 'status', title: texts.status, cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'added', title: texts.added, from: 'sm', cell: (row) => <RelativeTime at={row.created_at} /> },
];

function ListLink({ row }: { row: Row }) {
  return (
    <Anchor component={Link} to={`/lists/${row.list_id}`} inherit underline="always">
      {row.list_name}
    </Anchor>
  );
}

/** Everyone on every list. */
export function AllRecipientsScreen({ lists }: { lists: readonly RecipientList[] }) {
  const table = useTableState(tableDefaults);
  const status = statusOf(table.filters.status);
  // Straight from the address: the lists may come later, or not at all.
  const listId = listNumber.test(table.filters.list) ? Number(table.filters.list) : undefined;
  const unnamed = lists.some(({ id }) => id === listId) ? undefined : listId;
  const page = useAllRecipients({
    page: table.page,
    ...(table.search === '' ? {} : { search: table.search }),
    ...(status === undefined ? {} : { status }),
    ...(listId === undefined ? {} : { list_id: listId }),
  });
  const rows = usePageRows({ table, answer: page, rows: page.data?.recipients });
  return (
    <>
      <PageHeader title={pageTexts.title} description={pageTexts.description} />
      {!isNothingToFind({ table, answer: page }) && (
        <FilterBar>
          <SearchInput value={table.search} onSearch={table.setSearch} placeholder={filters.search} />
          <StatusFilter value={table.filters.status} onChange={(value) => table.setFilters({ status: value })} />
          <Select
            aria-label={filters.list}
            w={200}
            searchable
            data={[
              { value: '', label: filters.allLists },
              ...lists.map(({ id, name }) => ({ value: String(id), label: name })),
              ...(unnamed === undefined ? [] : [{ value: String(unnamed), label: filters.unnamedList(unnamed) }]),
            ]}
            value={listId === undefined ? '' : String(listId)}
            onChange={(value) => table.setFilters({ list: value ?? '' })}
          />
        </FilterBar>
      )}
      <DataTable
        label={texts.label}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        skeletonRows={10}
        isStale={page.isPlaceholderData}
        empty={
          page.isError ? (
            <LoadFailed what={texts.loadFailed} onRetry={() => void page.refetch()} />
          ) : (
            <NoRecipients isFiltered={table.hasFilters} />
          )
        }
      />
      <WindowedFooter pagination={page.data?.pagination} onPage={table.setPage} noun={texts.noun} />
    </>
  );
}

function NoRecipients({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState compact title={emptyTexts.foundTitle}>
        {emptyTexts.foundAnywhere}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={emptyTexts.title}
      action={
        <Anchor component={Link} to="/lists">
          {emptyTexts.action}
        </Anchor>
      }
    >
      {emptyTexts.anywhere}
    </EmptyState>
  );
}

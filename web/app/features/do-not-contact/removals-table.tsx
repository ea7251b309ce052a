import type { MarkRemoval } from '@sandpiper/contract/do-not-contact';
import { isNothingToFind, usePageRows } from '../../platform/pagination.ts';
import { useTableState } from '../../platform/url-state.ts';
import { CollapsedColumn } from '../../ui/collapsed-column.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar, SearchInput } from '../../ui/filter-bar.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { TableFooter } from '../../ui/table-footer.tsx';
import css from './do-not-contact-table.module.css';
import { useRemovals } from './do-not-contact.queries.ts';
import { doNotContactTexts } from './do-not-contact.texts.ts';

const { page: pageTexts, removals: texts, table: tableTexts } = doNotContactTexts;
const tableDefaults = { size: 50, filters: {} };

/** A table of the people removed from the do-not-contact list, with the reasons. */
export function RemovalsTable() {
  const table = useTableState(tableDefaults);
  const answer = useRemovals({ search: table.search, page: table.page, limit: table.size });
  const { data } = answer;
  const rows = usePageRows({ table, answer, rows: data?.removals });
  return (
    <>
      {!isNothingToFind({ table, answer }) && (
        <FilterBar>
          <SearchInput value={table.search} onSearch={table.setSearch} placeholder={pageTexts.search} />
        </FilterBar>
      )}
      <DataTable
        label={texts.label}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        skeletonRows={5}
        isStale={answer.isPlaceholderData}
        empty={
          answer.isError ? (
            <LoadFailed what={texts.loadFailed} onRetry={() => void answer.refetch()} />
          ) : (
            <EmptyState compact title={table.hasFilters ? texts.foundTitle : texts.empty}>
              {table.hasFilters ? texts.found : texts.emptyText}
            </EmptyState>
          )
        }
      />
      <TableFooter table={table} pagination={data?.pagination} noun={texts.noun} />
    </>
  );
}

const columns: readonly Column<MarkRemoval>[] = [
  {
    key: 'person',
    title: tableTexts.person,
    isRowHeader: true,
    cell: (removal) => (
      <>
        <PersonName username={removal.username} />
        <CollapsedColumn below="sm">
          <span className={css['reason']}>{removal.reason}</span>
        </CollapsedColumn>
        <CollapsedColumn below="md">
          <Marked of={removal} />
        </CollapsedColumn>
      </>
    ),
  },
  {
    key: 'reason',
    title: texts.why,
    from: 'sm',
    cell: ({ reason }) => <span className={css['reason']}>{reason}</span>,
  },
  { key: 'when', title: texts.when, cell: ({ removed_at }) => <RelativeTime at={removed_at} /> },
  { key: 'marked', title: texts.before, from: 'md', cell: (removal) => <Marked of={removal} /> },
];

/** Shows when and why the person was added to the do-not-contact list. */
function Marked({ of: { marked_at, marked_reason } }: { of: MarkRemoval }) {
  if (marked_at === null) return <span className={css['none']}>–</span>;
  return (
    <span className={css['reason']}>
      <RelativeTime at={marked_at} />
      {marked_reason !== null && <span className={css['why']}>{marked_reason}</span>}
    </span>
  );
}

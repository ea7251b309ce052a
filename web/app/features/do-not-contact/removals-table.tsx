import type { MarkRemoval } from '@sandpiper/contract/do-not-contact';
import { useTableState } from '../../platform/url-state.ts';
import { CollapsedColumn } from '../../ui/collapsed-column.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { TableFilters } from '../../ui/table-filters.tsx';
import css from './do-not-contact-table.module.css';
import { useRemovals } from './do-not-contact.queries.ts';
import { doNotContactTexts } from './do-not-contact.texts.ts';

const { page: pageTexts, removals: texts, table: tableTexts } = doNotContactTexts;
const tableDefaults = { size: 50, filters: {} };

/** A table of the people removed from the do-not-contact list, with the reasons. */
export function RemovalsTable() {
  const table = useTableState(tableDefaults);
  const answer = useRemovals({ search: table.search, page: table.page, limit: table.size });
  return (
    <PagedTable
      label={texts.label}
      table={table}
      answer={answer}
      rows={answer.data?.removals}
      rowKey={({ id }) => id}
      columns={columns}
      filters={<TableFilters table={table} placeholder={pageTexts.search} />}
      empty={
        <EmptyState compact title={table.hasFilters ? texts.foundTitle : texts.empty}>
          {table.hasFilters ? texts.found : texts.emptyText}
        </EmptyState>
      }
      noun={texts.noun}
    />
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

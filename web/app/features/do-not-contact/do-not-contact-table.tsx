import { Button } from '@mantine/core';
import type { DoNotContact } from '@sandpiper/contract/do-not-contact';
import { useDialogState } from '../../platform/dialog-state.ts';
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
import { AllowContactModal } from './allow-contact-modal.tsx';
import css from './do-not-contact-table.module.css';
import { useDoNotContact } from './do-not-contact.queries.ts';
import { doNotContactTexts } from './do-not-contact.texts.ts';

const { page: pageTexts, table: texts, empty: emptyTexts } = doNotContactTexts;
const tableDefaults = { size: 50, filters: {} };

export function DoNotContactTable({ onAdd }: { onAdd: () => void }) {
  const table = useTableState(tableDefaults);
  const removal = useDialogState<string>();
  const answer = useDoNotContact({ search: table.search, page: table.page, limit: table.size });
  const { data } = answer;
  const rows = usePageRows({ table, answer, rows: data?.people });
  return (
    <>
      {!isNothingToFind({ table, answer }) && (
        <FilterBar>
          <SearchInput value={table.search} onSearch={table.setSearch} placeholder={pageTexts.search} />
        </FilterBar>
      )}
      <DataTable
        label={texts.label}
        columns={columnsOf(removal.open)}
        rows={rows}
        rowKey={({ username }) => username}
        skeletonRows={10}
        isStale={answer.isPlaceholderData}
        empty={
          answer.isError ? (
            <LoadFailed what={texts.loadFailed} onRetry={() => void answer.refetch()} />
          ) : (
            <Nobody isFiltered={table.hasFilters} onAdd={onAdd} />
          )
        }
      />
      <TableFooter table={table} pagination={data?.pagination} noun={texts.noun} nouns={texts.nouns} />
      {data !== undefined && data.forgotten_count > 0 && (
        <p className={css['forgotten']}>{texts.forgotten(data.forgotten_count)}</p>
      )}
      <AllowContactModal username={removal.target ?? ''} isOpen={removal.isOpen} onClose={removal.close} />
    </>
  );
}

function columnsOf(onRemove: (username: string) => void): readonly Column<DoNotContact>[] {
  return [
    {
      key: 'person',
      title: texts.person,
      isRowHeader: true,
      width: '24%',
      cell: (person) => (
        <>
          <PersonName username={person.username} />
          <CollapsedColumn below="sm">
            <Reason of={person} />
            <br />
            <RelativeTime at={person.created_at} />
          </CollapsedColumn>
          <CollapsedColumn below="md">{texts.origins[person.origin]}</CollapsedColumn>
        </>
      ),
    },
    { key: 'reason', title: texts.reason, from: 'sm', cell: (person) => <Reason of={person} /> },
    { key: 'origin', title: texts.origin, from: 'md', width: '12%', cell: ({ origin }) => texts.origins[origin] },
    { key: 'since', title: texts.since, from: 'sm', cell: (person) => <RelativeTime at={person.created_at} /> },
    {
      key: 'actions',
      title: texts.actions,
      align: 'right',
      width: '1%',
      cell: ({ username }) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={texts.removeName(username)}
          onClick={() => onRemove(username)}
        >
          {texts.remove}
        </Button>
      ),
    },
  ];
}

function Reason({ of: { reason } }: { of: DoNotContact }) {
  return reason === null ? (
    <span className={css['none']}>{texts.noReason}</span>
  ) : (
    <span className={css['reason']}>{reason}</span>
  );
}

function Nobody({ isFiltered, onAdd }: { isFiltered: boolean; onAdd: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState compact title={emptyTexts.foundTitle}>
        {emptyTexts.found}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={emptyTexts.title} action={<Button onClick={onAdd}>{emptyTexts.action}</Button>}>
      {emptyTexts.text}
    </EmptyState>
  );
}

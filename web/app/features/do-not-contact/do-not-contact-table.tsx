import { Button } from '@mantine/core';
import type { DoNotContact } from '@sandpiper/contract/do-not-contact';
import { useDialogState } from '../../platform/dialog-state.ts';
import { useTableState } from '../../platform/url-state.ts';
import { CollapsedColumn } from '../../ui/collapsed-column.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NothingYet } from '../../ui/nothing-yet.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { TableFilters } from '../../ui/table-filters.tsx';
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
  const forgotten = data?.forgotten_count ?? 0;
  return (
    <>
      <PagedTable
        label={texts.label}
        table={table}
        answer={answer}
        rows={data?.people}
        rowKey={({ username }) => username}
        columns={columnsOf(removal.open)}
        skeletonRows={10}
        filters={<TableFilters table={table} placeholder={pageTexts.search} />}
        empty={
          table.hasFilters ? (
            <EmptyState compact title={emptyTexts.foundTitle}>
              {emptyTexts.found}
            </EmptyState>
          ) : (
            <NothingYet
              texts={forgotten > 0 ? { ...emptyTexts, ...emptyTexts.onlyForgotten } : emptyTexts}
              onAdd={onAdd}
            />
          )
        }
        noun={texts.noun}
        nouns={texts.nouns}
      />
      {forgotten > 0 && <p className={css['forgotten']}>{texts.forgotten(forgotten)}</p>}
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

import { Button, Group } from '@mantine/core';
import type { UnknownOutcome } from '@sandpiper/contract/campaigns';
import { useState } from 'react';
import { peopleText } from '../../platform/numbers.ts';
import { usePageRows } from '../../platform/pagination.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CollapsedColumn } from '../../ui/collapsed-column.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ExactTime, RelativeTime } from '../../ui/relative-time.tsx';
import { TableFooter } from '../../ui/table-footer.tsx';
import css from './unknown-outcomes.module.css';
import { unknownPageSize, useResolveOutcome, useUnknownOutcomes } from './unknown-outcomes.queries.ts';

type UnknownOutcomesProps = { id: number; total: number };

/** The people of whom nobody knows whether they got the message, for the user to look and say. */
export function UnknownOutcomes({ id, total }: UnknownOutcomesProps) {
  const [page, setPage] = useState(1);
  const outcomes = useUnknownOutcomes(id, page);
  const { data } = outcomes;
  const rows = usePageRows({ table: { page, setPage }, answer: outcomes, rows: data?.people });
  return (
    <Panel title="Not known" subtitle={`It is not known whether ${peopleText(total)} got the message.`}>
      <p className={css['advice']}>
        Open the conversation on Instagram and look. <b>It was sent</b> counts the message as sent.{' '}
        <b>It was not sent</b> counts it as failed, and the person is pending on the list again, so that another
        campaign can reach them.
      </p>
      <div className={css['people']}>
        <DataTable
          label="People of whom it is not known whether they got the message"
          columns={columnsOf(id)}
          rows={rows}
          rowKey={(person) => person.delivery_id}
          skeletonRows={Math.min(total, unknownPageSize)}
          isStale={outcomes.isPlaceholderData}
          empty={
            outcomes.isError ? (
              <LoadFailed what="The people" onRetry={() => void outcomes.refetch()} />
            ) : (
              <EmptyState title="Everything is known" compact />
            )
          }
        />
      </div>
      {data !== undefined && (
        <TableFooter
          page={page}
          size={unknownPageSize}
          totalPages={data.pagination.totalPages}
          totalItems={data.pagination.totalItems}
          onPage={setPage}
          noun="people"
        />
      )}
    </Panel>
  );
}

function columnsOf(id: number): readonly Column<UnknownOutcome>[] {
  return [
    {
      key: 'person',
      title: 'Person',
      isRowHeader: true,
      cell: (person) => (
        <div className={css['person']}>
          <span>@{person.recipient}</span>
          <span className={css['words']}>
            {person.profile_name !== null && `From ${person.profile_name}. `}
            {person.text}
          </span>
          <CollapsedColumn below="sm">
            <Since at={person.since} />
          </CollapsedColumn>
        </div>
      ),
    },
    { key: 'since', title: 'Since', from: 'sm', cell: (person) => <Since at={person.since} /> },
    { key: 'answer', title: 'Was it sent?', width: '1%', cell: (person) => <Answers id={id} person={person} /> },
  ];
}

function Since({ at }: { at: string }) {
  return (
    <span className={css['since']}>
      <ExactTime at={at} />{' '}
      <span className={css['words']}>
        <RelativeTime at={at} />
      </span>
    </span>
  );
}

function Answers({ id, person }: { id: number; person: UnknownOutcome }) {
  const resolve = useResolveOutcome(id);
  const answer = (wasSent: boolean) => ({
    size: 'compact-sm',
    variant: 'default',
    disabled: resolve.isPending || resolve.isSuccess,
    loading: resolve.isPending && resolve.variables.wasSent === wasSent,
    onClick: () => resolve.mutate({ person, wasSent }),
  });
  return (
    <Group gap={6} className={css['answers'] ?? ''}>
      <Button {...answer(true)} aria-label={`It was sent to ${person.recipient}`}>
        It was sent
      </Button>
      <Button {...answer(false)} aria-label={`It was not sent to ${person.recipient}`}>
        It was not sent
      </Button>
    </Group>
  );
}

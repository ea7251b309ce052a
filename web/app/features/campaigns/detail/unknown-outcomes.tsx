import { Button, Group } from '@mantine/core';
import type { UnknownOutcome } from '@sandpiper/contract/unknown-outcomes';
import { useState } from 'react';
import { CollapsedColumn } from '../../../ui/collapsed-column.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PagedTable } from '../../../ui/paged-table.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { strong } from '../../../ui/rich-text-tags.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { campaignDetailTexts } from '../campaign-detail.texts.ts';
import css from './unknown-outcomes.module.css';
import { unknownPageSize, useResolveOutcome, useUnknownOutcomes } from './unknown-outcomes.queries.ts';

const { unknown: texts } = campaignDetailTexts;

type UnknownOutcomesProps = { id: number; total: number };

/** Lists the people who may or may not have received the message, so that the user can check and record the outcome. */
export function UnknownOutcomes({ id, total }: UnknownOutcomesProps) {
  const [page, setPage] = useState(1);
  const outcomes = useUnknownOutcomes(id, page);
  return (
    <Panel title={texts.title} subtitle={texts.subtitle(total)}>
      <p className={css['advice']}>
        <RichText text={texts.advice} tags={{ b: strong }} />
      </p>
      <div className={css['people']}>
        <PagedTable
          label={texts.label}
          table={{ page, size: unknownPageSize, setPage, hasFilters: false }}
          answer={outcomes}
          rows={outcomes.data?.people}
          rowKey={(person) => person.delivery_id}
          columns={columnsOf(id)}
          skeletonRows={Math.min(total, unknownPageSize)}
          empty={<EmptyState title={texts.empty} compact />}
          noun={texts.noun}
          nouns={texts.nouns}
        />
      </div>
    </Panel>
  );
}

function columnsOf(id: number): readonly Column<UnknownOutcome>[] {
  return [
    {
      key: 'person',
      title: texts.person,
      isRowHeader: true,
      cell: (person) => (
        <div className={css['person']}>
          <PersonName username={person.recipient} isDoNotContact={person.is_do_not_contact} />
          <span className={css['words']}>
            {person.profile_name !== null && texts.from(person.profile_name)}
            {person.text}
          </span>
          <CollapsedColumn below="sm">
            <Since at={person.since} />
          </CollapsedColumn>
        </div>
      ),
    },
    { key: 'since', title: texts.since, from: 'sm', cell: (person) => <Since at={person.since} /> },
    { key: 'answer', title: texts.question, width: '1%', cell: (person) => <Answers id={id} person={person} /> },
  ];
}

function Since({ at }: { at: string }) {
  return (
    <span className={css['since']}>
      <RelativeTime at={at} />
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
      <Button {...answer(true)} aria-label={texts.sentTo(person.recipient)}>
        {texts.sent}
      </Button>
      <Button {...answer(false)} aria-label={texts.notSentTo(person.recipient)}>
        {texts.notSent}
      </Button>
    </Group>
  );
}

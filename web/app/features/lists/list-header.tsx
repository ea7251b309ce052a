import { Anchor } from '@mantine/core';
import type { RecipientList } from '@sandpiper/contract/lists';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../platform/dates.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import css from './list-header.module.css';

function BackLink() {
  return (
    <Anchor component={Link} to="/lists" inherit className={css['back'] ?? ''}>
      <IconArrowLeft size={15} aria-hidden /> Lists
    </Anchor>
  );
}

function countsOf({ recipient_count, pending_count }: RecipientList): string {
  const people = `${formatCount(recipient_count)} ${recipient_count === 1 ? 'recipient' : 'recipients'}`;
  return recipient_count === 0 ? people : `${people}, ${formatCount(pending_count)} not messaged yet`;
}

/** The head of one list's page; `list` is undefined while it loads. */
export function ListHeader({ list, actions }: { list: RecipientList | undefined; actions: ReactNode }) {
  return (
    <PageHeader
      title={list?.name ?? 'List'}
      back={<BackLink />}
      description={
        <>
          <span className={css['line']}>{list === undefined ? '' : countsOf(list)}</span>
          <span className={css['line']} title={list?.description ?? undefined}>
            {list?.description ?? ''}
          </span>
        </>
      }
      actions={actions}
    />
  );
}

export function ListNotFound() {
  return (
    <>
      <PageHeader title="List not found" back={<BackLink />} />
      <EmptyState
        title="There is no such list"
        action={
          <Anchor component={Link} to="/lists">
            Back to your lists
          </Anchor>
        }
      >
        It was deleted, or the address is wrong.
      </EmptyState>
    </>
  );
}

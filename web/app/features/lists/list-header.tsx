import { Anchor } from '@mantine/core';
import type { RecipientList } from '@sandpiper/contract/lists';
import { IconArrowLeft, IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useHasSubscription } from '../../platform/session.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import css from './list-header.module.css';
import { progressText } from './list-progress.ts';
import { listTexts } from './lists.texts.ts';

function BackLink() {
  return (
    <Anchor component={Link} to="/lists" inherit className={css['back'] ?? ''}>
      <IconArrowLeft size={15} aria-hidden /> {listTexts.detail.back}
    </Anchor>
  );
}

/** From a page of one list back to the list. */
export function BackToList({ list, id }: { list: RecipientList | undefined; id: number }) {
  return (
    <Anchor component={Link} to={`/lists/${id}`} inherit className={css['back'] ?? ''}>
      <IconArrowLeft size={15} aria-hidden /> {list?.name ?? listTexts.detail.title}
    </Anchor>
  );
}

function countsOf(list: RecipientList): string {
  const people = listTexts.detail.recipients(list.recipient_count);
  return list.recipient_count === 0 ? people : `${people}: ${progressText(list)}`;
}

/** The header of one list's page; `list` is undefined while it loads. */
export function ListHeader({ list, actions }: { list: RecipientList | undefined; actions: ReactNode }) {
  return (
    <PageHeader
      title={list?.name ?? listTexts.detail.title}
      back={<BackLink />}
      description={
        <>
          <span className={css['line']}>{list === undefined ? '' : countsOf(list)}</span>
          <span className={css['line']} title={list?.description ?? undefined}>
            {list?.description ?? ''}
          </span>
        </>
      }
      actions={
        <>
          {actions}
          {list?.recipient_count !== 0 && <CreateCampaign list={list} />}
        </>
      }
    />
  );
}

function CreateCampaign({ list }: { list: RecipientList | undefined }) {
  const isAllowed = useHasSubscription();
  return (
    <LinkButton
      to={`/campaigns/new?list=${list?.id ?? ''}`}
      disabled={!isAllowed || list === undefined}
      leftSection={<IconSend size={16} aria-hidden />}
    >
      {listTexts.detail.createCampaign}
    </LinkButton>
  );
}

export function ListNotFound() {
  const { notFound: texts } = listTexts;
  return (
    <>
      <PageHeader title={texts.title} back={<BackLink />} />
      <EmptyState
        title={texts.heading}
        action={
          <Anchor component={Link} to="/lists">
            {texts.action}
          </Anchor>
        }
      >
        {texts.text}
      </EmptyState>
    </>
  );
}

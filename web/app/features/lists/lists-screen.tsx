import { Button } from '@mantine/core';
import type { RecipientList } from '@sandpiper/contract/lists';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useDialogState } from '../../platform/dialog-state.ts';
import { useOpenFormOnArrival } from '../../platform/open-form-on-arrival.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { SubscriptionBanner } from '../../ui/notices.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonCard } from '../../ui/skeletons.tsx';
import { ListCard } from './list-card.tsx';
import css from './list-card.module.css';
import { ListDialogs, type ListDialog, type ListDialogKind } from './list-dialogs.tsx';
import { useLists } from './lists.queries.ts';
import { listTexts } from './lists.texts.ts';

const { page: texts, empty: emptyTexts } = listTexts;

type ListsScreenProps = {
  /** Renders the progress of a running import on the list's card. */
  work?: (listId: number) => ReactNode;
};

export function ListsScreen({ work }: ListsScreenProps) {
  const lists = useLists();
  const dialog = useDialogState<ListDialog>();
  const isAllowed = useHasSubscription();
  const add = () => dialog.open({ kind: 'new' });
  useOpenFormOnArrival(() => isAllowed && add());
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} disabled={!isAllowed} onClick={add}>
            {texts.add}
          </Button>
        }
      />
      <SubscriptionBanner what={texts.subscription} />
      {lists.isError && lists.data === undefined ? (
        <LoadFailed what={texts.loadFailed} onRetry={() => void lists.refetch()} />
      ) : (
        <ListGrid
          lists={lists.data?.lists}
          isAllowed={isAllowed}
          work={work}
          onAdd={add}
          onOpen={(kind, list) => dialog.open({ kind, list })}
        />
      )}
      <ListDialogs dialog={dialog.target} isOpen={dialog.isOpen} onClose={dialog.close} />
    </>
  );
}

type ListGridProps = {
  lists: readonly RecipientList[] | undefined;
  isAllowed: boolean;
  work: ListsScreenProps['work'];
  onAdd: () => void;
  onOpen: (dialog: ListDialogKind, list: RecipientList) => void;
};

function ListGrid({ lists, isAllowed, work, onAdd, onOpen }: ListGridProps) {
  if (lists === undefined) {
    return (
      <div className={css['grid']} role="group" aria-busy="true" aria-label={texts.title}>
        <SkeletonCard height="11rem" />
        <SkeletonCard height="11rem" />
        <SkeletonCard height="11rem" />
      </div>
    );
  }
  if (lists.length === 0) {
    return (
      <EmptyState
        title={emptyTexts.title}
        action={
          <Button disabled={!isAllowed} onClick={onAdd}>
            {emptyTexts.action}
          </Button>
        }
      >
        {emptyTexts.text}
      </EmptyState>
    );
  }
  return (
    <div className={css['grid']}>
      {lists.map((list) => (
        <ListCard key={list.id} list={list} onOpen={(kind) => onOpen(kind, list)}>
          {work?.(list.id)}
        </ListCard>
      ))}
    </div>
  );
}

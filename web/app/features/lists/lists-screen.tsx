import { Button } from '@mantine/core';
import type { RecipientList } from '@sandpiper/contract/lists';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
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
import { ListFormModal } from './list-form-modal.tsx';
import { useLists } from './lists.queries.ts';
import { listTexts } from './lists.texts.ts';
import { RemoveListModal } from './remove-list-modal.tsx';

const { page: texts, empty: emptyTexts } = listTexts;

type ListsScreenProps = {
  /** An import into a list, shown on its card. */
  work?: (listId: number) => ReactNode;
};

export function ListsScreen({ work }: ListsScreenProps) {
  const navigate = useNavigate();
  const lists = useLists();
  const form = useDialogState<RecipientList | 'new'>();
  const removal = useDialogState<RecipientList>();
  const isAllowed = useHasSubscription();
  useOpenFormOnArrival(() => isAllowed && form.open('new'));
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={!isAllowed}
            onClick={() => form.open('new')}
          >
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
          onAdd={() => form.open('new')}
          onEdit={form.open}
          onRemove={removal.open}
        />
      )}
      <ListFormModal
        target={form.target}
        isOpen={form.isOpen}
        onClose={form.close}
        // A new list is empty, and people are added on its own screen.
        onCreated={(list) => void navigate(`/lists/${list.id}`)}
      />
      <RemoveListModal list={removal.target} isOpen={removal.isOpen} onClose={removal.close} />
    </>
  );
}

type ListGridProps = {
  lists: readonly RecipientList[] | undefined;
  isAllowed: boolean;
  work: ListsScreenProps['work'];
  onAdd: () => void;
  onEdit: (list: RecipientList) => void;
  onRemove: (list: RecipientList) => void;
};

function ListGrid({ lists, isAllowed, work, onAdd, onEdit, onRemove }: ListGridProps) {
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
        <ListCard key={list.id} list={list} onEdit={() => onEdit(list)} onRemove={() => onRemove(list)}>
          {work?.(list.id)}
        </ListCard>
      ))}
    </div>
  );
}

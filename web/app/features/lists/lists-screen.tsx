import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useDialogState } from '../../platform/dialog-state.ts';
import { useOpenFormOnArrival } from '../../platform/open-form-on-arrival.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { CardGridSkeleton } from '../../ui/card-grid.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NothingYet } from '../../ui/nothing-yet.tsx';
import { SubscriptionBanner } from '../../ui/notices.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchableCards } from '../../ui/searchable-cards.tsx';
import { ListCard } from './list-card.tsx';
import { ListDialogs, type ListDialog } from './list-dialogs.tsx';
import { useLists } from './lists.queries.ts';
import { listTexts } from './lists.texts.ts';

const { page: texts, empty: emptyTexts, search: searchTexts } = listTexts;
const cardSize = { width: '18rem', height: '11rem' };

type ListsScreenProps = {
  /** Renders the progress of a list's open import, if there is one, on the list's card. */
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
      <Loaded query={lists} what={texts.loadFailed} skeleton={<CardGridSkeleton label={texts.title} {...cardSize} />}>
        {(data) =>
          data.lists.length === 0 ? (
            <NothingYet texts={emptyTexts} isAllowed={isAllowed} onAdd={add} />
          ) : (
            <SearchableCards
              items={data.lists}
              textsOf={({ name, description }) => [name, description]}
              width={cardSize.width}
              texts={searchTexts}
            >
              {(list) => (
                <ListCard key={list.id} list={list} onOpen={(kind) => dialog.open({ kind, list })}>
                  {work?.(list.id)}
                </ListCard>
              )}
            </SearchableCards>
          )
        }
      </Loaded>
      <ListDialogs dialog={dialog.target} isOpen={dialog.isOpen} onClose={dialog.close} />
    </>
  );
}

import type { Recipient } from '@sandpiper/contract/recipients';
import { useDialogState } from '../../platform/dialog-state.ts';
import { isNothingToFind, usePageRows } from '../../platform/pagination.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { useTableState } from '../../platform/url-state.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar, SearchInput } from '../../ui/filter-bar.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { strong } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { WindowedFooter } from '../../ui/windowed-footer.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { useBulkChange, type BulkChange } from './bulk-change.ts';
import { RecipientTable } from './recipient-table.tsx';
import { useListRecipients, useRemoveRecipient } from './recipients.queries.ts';
import { recipientTexts } from './recipients.texts.ts';
import { useSelection } from './selection.ts';
import { StatusFilter, statusOf } from './status-filter.tsx';
import { EditValuesModal } from './values/edit-values-modal.tsx';

const { table: texts, filters, empty: emptyTexts, removal: removalTexts } = recipientTexts;
const tableDefaults = { size: 50, filters: { status: '' } };

type ListRecipientsProps = { listId: number; variables: readonly string[] };

/** The people on one list, to search, select, change and delete. */
export function ListRecipients({ listId, variables }: ListRecipientsProps) {
  const table = useTableState(tableDefaults);
  const status = statusOf(table.filters.status);
  const page = useListRecipients(listId, {
    page: table.page,
    ...(table.search === '' ? {} : { search: table.search }),
    ...(status === undefined ? {} : { status }),
  });
  const selection = useSelection();
  const bulk = useBulkChange();
  const removal = useDialogState<Recipient | 'selected'>();
  const values = useDialogState<Recipient>();
  const ids = [...selection.ids];

  const rows = usePageRows({ table, answer: page, rows: page.data?.recipients });

  async function change(what: BulkChange): Promise<void> {
    selection.replace(await bulk.run(what, ids));
  }

  return (
    <>
      {!isNothingToFind({ table, answer: page }) && (
        <FilterBar>
          <SearchInput value={table.search} onSearch={table.setSearch} placeholder={filters.search} />
          <StatusFilter value={table.filters.status} onChange={(value) => table.setFilters({ status: value })} />
          <BulkBar
            count={ids.length}
            progress={bulk.progress}
            onStatus={(value) => void change({ kind: 'status', status: value })}
            onRemove={() => removal.open('selected')}
            onClear={() => selection.replace([])}
          />
        </FilterBar>
      )}
      <RecipientTable
        recipients={rows}
        selection={selection}
        isBusy={bulk.progress !== null}
        isStale={page.isPlaceholderData}
        variables={variables}
        onRemove={removal.open}
        onEditValues={values.open}
        empty={
          page.isError ? (
            <LoadFailed what={texts.loadFailed} onRetry={() => void page.refetch()} />
          ) : (
            <NoRecipients isFiltered={table.hasFilters} listId={listId} />
          )
        }
      />
      <WindowedFooter pagination={page.data?.pagination} onPage={table.setPage} noun={texts.noun} />
      <EditValuesModal recipient={values.target} variables={variables} isOpen={values.isOpen} onClose={values.close} />
      <RemovalModal
        target={removal.target}
        selected={ids.length}
        listId={listId}
        isOpen={removal.isOpen}
        onRemoved={(id) => selection.set([id], false)}
        onRemoveSelected={() => void change({ kind: 'delete' })}
        onClose={removal.close}
      />
    </>
  );
}

function NoRecipients({ isFiltered, listId }: { isFiltered: boolean; listId: number }) {
  const isAllowed = useHasSubscription();
  if (isFiltered) {
    return (
      <EmptyState compact title={emptyTexts.foundTitle}>
        {emptyTexts.foundInList}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={emptyTexts.title}
      action={
        <LinkButton disabled={!isAllowed} to={`/lists/${listId}/import`}>
          {emptyTexts.import}
        </LinkButton>
      }
    >
      {emptyTexts.inList}
    </EmptyState>
  );
}

type RemovalModalProps = {
  target: Recipient | 'selected' | null;
  selected: number;
  listId: number;
  isOpen: boolean;
  onRemoved: (id: number) => void;
  onRemoveSelected: () => void;
  onClose: () => void;
};

function RemovalModal(props: RemovalModalProps) {
  const { target, selected, listId, isOpen, onRemoved, onRemoveSelected, onClose } = props;
  const remove = useRemoveRecipient(listId);
  const one = target === 'selected' ? null : target;
  const verb = one !== null ? removalTexts.one : removalTexts.many(selected);
  return (
    <ConfirmModal
      isOpen={isOpen}
      title={verb}
      confirm={verb}
      isDangerous
      onClose={onClose}
      onConfirm={() => {
        onClose();
        if (one === null) onRemoveSelected();
        else remove.mutate(one, { onSuccess: () => onRemoved(one.id) });
      }}
    >
      <RichText
        text={one !== null ? removalTexts.oneQuestion(one.recipient) : removalTexts.manyQuestion(selected)}
        tags={{ name: strong }}
      />
    </ConfirmModal>
  );
}

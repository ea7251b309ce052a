import type { BoundedCount } from '@sandpiper/contract/primitives';
import type { PeopleScope } from '@sandpiper/contract/people-changes';
import type { Recipient, RecipientStatus } from '@sandpiper/contract/recipients';
import type { ReactNode } from 'react';
import { useDialogState } from '../../platform/dialog-state.ts';
import { isNothingToFind, usePageRows } from '../../platform/pagination.ts';
import { usePeopleCount } from '../../platform/people-queries.ts';
import { useRowSelection } from '../../platform/selection.ts';
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
import { RecipientTable } from './recipient-table.tsx';
import { useListRecipients } from './recipients.queries.ts';
import { recipientTexts } from './recipients.texts.ts';
import { StatusFilter, statusOf } from './status-filter.tsx';
import { EditValuesModal } from './values/edit-values-modal.tsx';

const { table: texts, filters, empty: emptyTexts, removal: removalTexts, bulk: bulkTexts } = recipientTexts;
const tableDefaults = { size: 50, filters: { status: '' } };
const idOf = ({ id }: Recipient) => id;

type WantedChange = { type: 'set_status'; status: RecipientStatus } | { type: 'remove_from_list' };

export type ListRecipientsProps = {
  listId: number;
  variables: readonly string[];
  /** Shows the running bulk changes. */
  work: ReactNode;
  /** Whether a change is being submitted. */
  isChanging: boolean;
  /** Changes one or many people. `onMade` is called on success. On failure, a toast shows `failed` and the reason. */
  onChange: (wanted: { scope: PeopleScope; change: WantedChange; failed: string }, onMade: () => void) => void;
};

/** The people on a list, whom the user can search, select, change and remove. */
export function ListRecipients({ listId, variables, work, isChanging, onChange }: ListRecipientsProps) {
  const table = useTableState(tableDefaults);
  const status = statusOf(table.filters.status);
  const filter = { search: table.search === '' ? undefined : table.search, status };
  const page = useListRecipients(listId, { page: table.page, ...filter });
  const selection = useRowSelection(idOf, JSON.stringify(filter));
  const removal = useDialogState<Recipient | 'selected'>();
  const values = useDialogState<Recipient>();

  const rows = usePageRows({ table, answer: page, rows: page.data?.recipients });

  const { total = 0, is_more = false } = page.data?.pagination ?? {};
  const found = { count: total, is_more };
  // A response's total can be just a lower bound. The exact number is loaded only if everyone who matches the filter is selected.
  const exact = usePeopleCount({ list_id: listId, filter }, selection.isAll && is_more).data;
  const everyone = exact === undefined ? found : { ...exact, is_more: false };
  const selected = selection.isAll ? everyone : { count: selection.keys.size, is_more: false };
  const isMore = is_more || total > selection.keys.size;
  const isPage = rows !== undefined && rows.length > 0 && rows.every(selection.has);

  function change(wanted: WantedChange): void {
    const scope = { list_id: listId, ...(selection.isAll ? { filter } : { recipient_ids: [...selection.keys] }) };
    const failed = wanted.type === 'set_status' ? bulkTexts.updateFailed : bulkTexts.deleteFailed;
    onChange({ scope, change: wanted, failed }, selection.clear);
  }

  function remove(recipient: Recipient): void {
    const scope = { list_id: listId, recipient_ids: [recipient.id] };
    onChange({ scope, change: { type: 'remove_from_list' }, failed: removalTexts.oneFailed }, () =>
      selection.set([recipient], false),
    );
  }

  return (
    <>
      {work}
      {!isNothingToFind({ table, answer: page }) && (
        <FilterBar>
          <SearchInput value={table.search} onSearch={table.setSearch} placeholder={filters.search} />
          <StatusFilter value={table.filters.status} onChange={(value) => table.setFilters({ status: value })} />
          <BulkBar
            selected={selected}
            matching={!selection.isAll && isPage && isMore ? found : undefined}
            isBusy={isChanging}
            onSelectAll={selection.selectAll}
            onStatus={(value) => change({ type: 'set_status', status: value })}
            onRemove={() => removal.open('selected')}
            onClear={selection.clear}
          />
        </FilterBar>
      )}
      <RecipientTable
        recipients={rows}
        selection={selection}
        isBusy={isChanging}
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
        selected={selected}
        isOpen={removal.isOpen}
        onRemove={remove}
        onRemoveSelected={() => change({ type: 'remove_from_list' })}
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
  selected: BoundedCount;
  isOpen: boolean;
  onRemove: (recipient: Recipient) => void;
  onRemoveSelected: () => void;
  onClose: () => void;
};

function RemovalModal(props: RemovalModalProps) {
  const { target, selected, isOpen, onRemove, onRemoveSelected, onClose } = props;
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
        else onRemove(one);
      }}
    >
      <RichText
        text={one !== null ? removalTexts.oneQuestion(one.recipient) : removalTexts.manyQuestion(selected)}
        tags={{ name: strong }}
      />
    </ConfirmModal>
  );
}

import type { Recipient } from '@sandpiper/contract/recipients';
import { formatCount } from '../../platform/dates.ts';
import { useDialogState } from '../../platform/dialog-state.ts';
import { usePageRows } from '../../platform/pagination.ts';
import { useTableState } from '../../platform/url-state.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { WindowedFooter } from '../../ui/windowed-footer.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { useBulkChange, type BulkChange } from './bulk-change.ts';
import { RecipientTable } from './recipient-table.tsx';
import { useListRecipients, useRemoveRecipient } from './recipients.queries.ts';
import { useSelection } from './selection.ts';
import { StatusFilter, statusOf } from './status-filter.tsx';

const tableDefaults = { size: 50, filters: { status: '' } };

/** The people of one list: find, tick, change, delete. */
export function ListRecipients({ listId }: { listId: number }) {
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
  const ids = [...selection.ids];

  const rows = usePageRows({ table, answer: page, rows: page.data?.recipients });

  async function change(what: BulkChange): Promise<void> {
    selection.replace(await bulk.run(what, ids));
  }

  return (
    <>
      <FilterBar>
        <SearchInput value={table.search} onSearch={table.setSearch} placeholder="Search by username..." />
        <StatusFilter value={table.filters.status} onChange={(value) => table.setFilters({ status: value })} />
        <BulkBar
          count={ids.length}
          progress={bulk.progress}
          onStatus={(value) => void change({ kind: 'status', status: value })}
          onRemove={() => removal.open('selected')}
          onClear={() => selection.replace([])}
        />
      </FilterBar>
      <RecipientTable
        recipients={rows}
        selection={selection}
        isBusy={bulk.progress !== null}
        isStale={page.isPlaceholderData}
        onRemove={removal.open}
        empty={
          page.isError ? (
            <LoadFailed what="The recipients" onRetry={() => void page.refetch()} />
          ) : (
            <NoRecipients isFiltered={table.hasFilters} />
          )
        }
      />
      <WindowedFooter pagination={page.data?.pagination} onPage={table.setPage} noun="recipients" />
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

function NoRecipients({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState compact title="No recipients found">
      Nobody in this list matches the search and the status.
    </EmptyState>
  ) : (
    <EmptyState title="No recipients yet">
      Add people one by one with Add Recipient, or paste or upload many with Bulk Import.
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
  const verb =
    one !== null
      ? 'Delete Recipient'
      : `Delete ${formatCount(selected)} ${selected === 1 ? 'Recipient' : 'Recipients'}`;
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
      {one !== null ? (
        <>
          <strong>@{one.recipient}</strong> is taken out of this list. A running campaign no longer writes to them.
        </>
      ) : (
        <>
          {formatCount(selected)} {selected === 1 ? 'person is' : 'people are'} taken out of this list. Running
          campaigns no longer write to them.
        </>
      )}
    </ConfirmModal>
  );
}

import { Anchor } from '@mantine/core';
import type { ContactMessage } from '@sandpiper/contract/contact';
import { ticketsPageSize } from '@sandpiper/contract/limits';
import { usePastEnd } from '../../platform/past-end.ts';
import { useTableState } from '../../platform/url-state.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { TableFooter } from '../../ui/table-footer.tsx';
import { useContactMessages } from './contact.queries.ts';
import css from './contact-messages.module.css';

const defaults = { size: ticketsPageSize, sizes: [ticketsPageSize], filters: {} };

const columns: readonly Column<ContactMessage>[] = [
  {
    key: 'from',
    title: 'From',
    isRowHeader: true,
    width: '24%',
    cell: (message) => (
      <span className={css['from']}>
        {message.name}
        <Anchor href={`mailto:${message.email}`} inherit>
          {message.email}
        </Anchor>
        <span className={css['when']}>
          <RelativeTime at={message.created_at} />
        </span>
      </span>
    ),
  },
  { key: 'message', title: 'Message', cell: (message) => <p className={css['message']}>{message.message}</p> },
  {
    key: 'received',
    title: 'Received',
    width: '9rem',
    from: 'sm',
    cell: (message) => <RelativeTime at={message.created_at} />,
  },
];

/** What visitors wrote through the public page. For administrators. */
export function ContactMessages() {
  const table = useTableState(defaults);
  const messages = useContactMessages({ search: table.search, page: table.page });
  const { data, isPlaceholderData, isError, refetch } = messages;
  const isPastEnd = usePastEnd(table, messages, data?.messages);
  if (isError && data === undefined) return <LoadFailed what="Contact messages" onRetry={() => void refetch()} />;
  return (
    <>
      <FilterBar>
        <SearchInput value={table.search} onSearch={table.setSearch} placeholder="Search messages..." />
      </FilterBar>
      <DataTable
        label="Contact messages"
        columns={columns}
        rows={isPastEnd ? undefined : data?.messages}
        rowKey={(message) => message.id}
        isStale={isPlaceholderData}
        empty={
          <EmptyState title="No contact messages" compact>
            {table.hasFilters
              ? 'No message matches your search.'
              : 'What visitors write on the public page arrives here.'}
          </EmptyState>
        }
      />
      {data !== undefined && data.pagination.totalItems > 0 ? (
        <TableFooter
          page={data.pagination.currentPage}
          totalPages={data.pagination.totalPages}
          totalItems={data.pagination.totalItems}
          size={data.pagination.itemsPerPage}
          onPage={table.setPage}
        />
      ) : null}
    </>
  );
}

import { Anchor } from '@mantine/core';
import { ticketsPageSize } from '@sandpiper/contract/limits';
import type { Ticket } from '@sandpiper/contract/support';
import { Link } from 'react-router';
import type { ReactNode } from 'react';
import { chosen, labelOf } from '../../platform/choices.ts';
import { useTableState } from '../../platform/url-state.ts';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TableFilters } from '../../ui/table-filters.tsx';
import { PriorityBadge } from './ticket-badges.tsx';
import { categoryChoices, priorityChoices, statusChoices } from './ticket-words.ts';
import { useTickets } from './tickets.queries.ts';
import css from './tickets-table.module.css';

const defaults = {
  size: ticketsPageSize,
  sizes: [ticketsPageSize],
  filters: { status: '', priority: '', category: '' },
};

const filters = [
  { name: 'status', label: 'Status', all: 'All statuses', choices: statusChoices, width: 150 },
  { name: 'priority', label: 'Priority', all: 'All priorities', choices: priorityChoices, width: 150 },
  { name: 'category', label: 'Category', all: 'All categories', choices: categoryChoices, width: 165 },
] as const;

const columns: readonly Column<Ticket>[] = [
  {
    key: 'ticket',
    title: 'Ticket',
    isRowHeader: true,
    cell: (ticket) => (
      <span className={css['ticket']}>
        <span className={css['number']}>#{ticket.ticket_number}</span>
        <Anchor component={Link} to={`/support/${ticket.id}`} inherit className={css['subject']}>
          {ticket.subject}
        </Anchor>
      </span>
    ),
  },
  { key: 'status', title: 'Status', cell: (ticket) => <StatusBadge status={ticket.status} /> },
  { key: 'priority', title: 'Priority', from: 'sm', cell: (ticket) => <PriorityBadge priority={ticket.priority} /> },
  { key: 'category', title: 'Category', from: 'md', cell: (ticket) => labelOf(categoryChoices, ticket.category) },
  { key: 'messages', title: 'Messages', from: 'sm', align: 'right', cell: (ticket) => ticket.message_count },
  { key: 'created', title: 'Created', from: 'sm', cell: (ticket) => <RelativeTime at={ticket.created_at} /> },
  {
    key: 'view',
    title: <span className={css['hidden']}>View</span>,
    from: 'sm',
    align: 'right',
    cell: (ticket) => (
      <Anchor component={Link} to={`/support/${ticket.id}`} inherit aria-label={`View ticket ${ticket.ticket_number}`}>
        View
      </Anchor>
    ),
  },
];

/** Tickets with search, filters and pages, all kept in the address. */
export function TicketsTable({ newTicket }: { newTicket: ReactNode }) {
  const table = useTableState(defaults);
  const status = chosen(statusChoices, table.filters.status);
  const priority = chosen(priorityChoices, table.filters.priority);
  const category = chosen(categoryChoices, table.filters.category);
  const tickets = useTickets({
    search: table.search,
    page: table.page,
    limit: table.size,
    ...(status === undefined ? {} : { status }),
    ...(priority === undefined ? {} : { priority }),
    ...(category === undefined ? {} : { category }),
  });
  return (
    <PagedTable
      label="Support tickets"
      table={table}
      answer={tickets}
      rows={tickets.data?.tickets}
      columns={columns}
      filters={<TableFilters table={table} placeholder="Search tickets..." filters={filters} />}
      empty={
        <EmptyState title="No tickets found" compact action={table.hasFilters ? undefined : newTicket}>
          {table.hasFilters ? 'No tickets match your current filters.' : "You haven't created any support tickets yet."}
        </EmptyState>
      }
    />
  );
}

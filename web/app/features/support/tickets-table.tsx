import { Anchor, VisuallyHidden } from '@mantine/core';
import { ticketsPageSize } from '@sandpiper/contract/limits';
import type { SessionUser } from '@sandpiper/contract/auth';
import type { Ticket } from '@sandpiper/contract/support';
import { Link } from 'react-router';
import type { ReactNode } from 'react';
import { optionValue, labelOf } from '../../platform/select-options.ts';
import { useUser } from '../../platform/session.tsx';
import { useTableState } from '../../platform/url-state.ts';
import { CollapsedColumn } from '../../ui/collapsed-column.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { timeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Badge, StatusBadge } from '../../ui/status-badge.tsx';
import { TableFilters } from '../../ui/table-filters.tsx';
import { supportTexts } from './support.texts.ts';
import { PriorityBadge } from './ticket-badges.tsx';
import { categoryChoices, priorityChoices, statusChoices } from './ticket-choices.ts';
import { useTickets } from './tickets.queries.ts';
import css from './tickets-table.module.css';

const texts = supportTexts.list;

const defaults = {
  size: ticketsPageSize,
  sizes: [ticketsPageSize],
  filters: { status: '', priority: '', category: '', unanswered: '' },
};

const filters = [
  { name: 'status', label: texts.status, all: texts.allStatuses, choices: statusChoices, width: 150 },
  { name: 'priority', label: texts.priority, all: texts.allPriorities, choices: priorityChoices, width: 150 },
  { name: 'category', label: texts.category, all: texts.allCategories, choices: categoryChoices, width: 165 },
] as const;

const unansweredChoices = [{ value: 'true', label: texts.awaitingReply }] as const;

const adminFilters = [
  ...filters,
  { name: 'unanswered', label: texts.reply, all: texts.anyReply, choices: unansweredChoices, width: 150 },
] as const;

const ticketColumn = ({ username, role }: SessionUser): Column<Ticket> => ({
  key: 'ticket',
  title: texts.ticket,
  isRowHeader: true,
  width: 'max(24vw, 13rem)',
  cell: (ticket) => (
    <span className={css['ticket']}>
      <span className={css['number']}>
        {role === 'admin'
          ? texts.numberBy(ticket.ticket_number, ticket.created_by)
          : texts.number(ticket.ticket_number)}
      </span>
      <Anchor component={Link} to={`/support/${ticket.id}`} inherit className={css['subject']}>
        {ticket.subject}
      </Anchor>
      {ticket.has_unread_answer && ticket.created_by === username && (
        <span>
          <Badge tone="tide">{texts.newReply}</Badge>
        </span>
      )}
      {ticket.is_unanswered && role === 'admin' && (
        <span>
          <Badge tone="coral">{texts.awaitingReply}</Badge>
        </span>
      )}
      <CollapsedColumn below="sm">
        <PriorityBadge priority={ticket.priority} /> {texts.messageCount(ticket.message_count)}
      </CollapsedColumn>
      <CollapsedColumn below="md">{labelOf(categoryChoices, ticket.category)}</CollapsedColumn>
      <CollapsedColumn below="sm">
        <RichText text={texts.createdAt} tags={{ time: timeAt(ticket.created_at) }} />
      </CollapsedColumn>
    </span>
  ),
});

const otherColumns: readonly Column<Ticket>[] = [
  { key: 'status', title: texts.status, cell: (ticket) => <StatusBadge status={ticket.status} /> },
  {
    key: 'priority',
    title: texts.priority,
    from: 'sm',
    cell: (ticket) => <PriorityBadge priority={ticket.priority} />,
  },
  { key: 'category', title: texts.category, from: 'md', cell: (ticket) => labelOf(categoryChoices, ticket.category) },
  {
    key: 'messages',
    title: texts.messages,
    from: 'sm',
    align: 'right',
    cell: (ticket) => (ticket.message_count === 0 ? texts.noReplies : ticket.message_count),
  },
  { key: 'created', title: texts.created, from: 'sm', cell: (ticket) => <RelativeTime at={ticket.created_at} /> },
  {
    key: 'view',
    title: <VisuallyHidden>{texts.view}</VisuallyHidden>,
    from: 'sm',
    align: 'right',
    cell: (ticket) => (
      <Anchor component={Link} to={`/support/${ticket.id}`} inherit aria-label={texts.viewTicket(ticket.ticket_number)}>
        {texts.view}
      </Anchor>
    ),
  },
];

/** A table of support tickets. The filters are shown even if there are no tickets. The URL contains the filters and the page number. */
export function TicketsTable({ newTicket }: { newTicket: ReactNode }) {
  const user = useUser();
  const table = useTableState(defaults);
  const tickets = useTickets({
    search: table.search,
    page: table.page,
    limit: table.size,
    status: optionValue(statusChoices, table.filters.status),
    priority: optionValue(priorityChoices, table.filters.priority),
    category: optionValue(categoryChoices, table.filters.category),
    unanswered: optionValue(unansweredChoices, table.filters.unanswered),
  });
  return (
    <>
      <TableFilters table={table} placeholder={texts.search} filters={user.role === 'admin' ? adminFilters : filters} />
      <PagedTable
        label={texts.label}
        table={table}
        answer={tickets}
        rows={tickets.data?.tickets}
        rowKey={(ticket) => ticket.id}
        columns={[ticketColumn(user), ...otherColumns]}
        isRangeAlwaysShown
        empty={
          <EmptyState title={texts.empty} compact action={table.hasFilters ? undefined : newTicket}>
            {table.hasFilters ? texts.noMatch : texts.none}
          </EmptyState>
        }
      />
    </>
  );
}

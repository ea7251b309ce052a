import { Button, Skeleton } from '@mantine/core';
import type { Ticket } from '@sandpiper/contract/support';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { isNotFound } from '../../platform/failure.ts';
import { useUser } from '../../platform/session.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { exactTimeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { CategoryBadge, PriorityBadge } from './ticket-badges.tsx';
import { supportTexts } from './support.texts.ts';
import { TicketThread } from './ticket-thread.tsx';
import { useMarkRead, useTicket } from './tickets.queries.ts';
import { UpdateTicketModal } from './update-ticket-modal.tsx';
import css from './ticket-view.module.css';

const texts = supportTexts.ticket;

const back = <BackLink to="/support">{texts.back}</BackLink>;

function People({ ticket }: { ticket: Ticket }) {
  return (
    <dl className={css['people']}>
      <div>
        <dt>{texts.createdBy}</dt>
        <dd>{ticket.created_by}</dd>
      </div>
      <div>
        <dt>{texts.assignedTo}</dt>
        <dd>{ticket.assigned_to_name ?? texts.unassigned}</dd>
      </div>
    </dl>
  );
}

function TicketHeader({ ticket, onUpdate }: { ticket: Ticket; onUpdate: (() => void) | null }) {
  return (
    <PageHeader
      title={texts.title(ticket.ticket_number, ticket.subject)}
      back={back}
      description={
        <span className={css['badges']}>
          <StatusBadge status={ticket.status} />
          <PriorityBadge priority={ticket.priority} />
          <CategoryBadge category={ticket.category} />
          <span className={css['created']}>
            <RichText text={texts.created} tags={{ time: exactTimeAt(ticket.created_at) }} />
          </span>
        </span>
      }
      actions={onUpdate === null ? undefined : <Button onClick={onUpdate}>{texts.update}</Button>}
    />
  );
}

export function TicketNotFound() {
  return <PageHeader title={texts.notFound} back={back} description={texts.notFoundAdvice} />;
}

/** A ticket's page with its messages. Administrators also see who created the ticket and who is assigned to it, and can edit the ticket. */
export function TicketView({ id }: { id: number }) {
  const user = useUser();
  const isAdmin = user.role === 'admin';
  const { data, error, loadedAt, earlier } = useTicket(id);
  useMarkRead(data, loadedAt, user.username);
  const [isUpdating, setUpdating] = useState(false);

  if (data === undefined && isNotFound(error)) return <TicketNotFound />;
  if (data === undefined && error !== null) return <Navigate to="/support" replace />;
  if (data === undefined) {
    return (
      <div className={css['loading']} aria-busy="true" aria-label={texts.loading}>
        <Skeleton height={16} width={120} />
        <Skeleton height={30} width="60%" />
        <Skeleton height={120} />
        <Skeleton height={72} width="70%" />
      </div>
    );
  }
  return (
    <>
      <TicketHeader ticket={data.ticket} onUpdate={isAdmin ? () => setUpdating(true) : null} />
      {isAdmin ? <People ticket={data.ticket} /> : null}
      <TicketThread thread={data} earlier={earlier} />
      {isUpdating ? <UpdateTicketModal ticket={data.ticket} onClose={() => setUpdating(false)} /> : null}
    </>
  );
}

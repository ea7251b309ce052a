import { threadPageSize } from '@sandpiper/contract/limits';
import type { Ticket, TicketMessage } from '@sandpiper/contract/support';
import type { Person } from '../../platform/access/person.ts';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { fieldError, notFound } from '../../platform/http/app-error.ts';
import { recordActOf } from '../audit/audit.service.ts';
import type { Requester } from '../audit/audit.service.ts';
import { notifyTicketAnswered, readTicketNotices } from '../notices/notices.service.ts';
import {
  findReport,
  findTicket,
  insertMessage,
  insertTicket,
  listMessages,
  listTickets,
  lockAdmin,
  lockTicket,
  updateRead,
  updateTicket,
} from './support.store.ts';
import type { LockedTicket, NewTicket, Owner, TicketChange, TicketFilter } from './support.store.ts';

type Caller = Requester & { user: Person };

/** Returns whose tickets a user can see. Administrators see all tickets, other users only their own. */
function visibleTo(user: Person): Owner {
  return user.role === 'admin' ? 'anybody' : user.id;
}

export function listTicketsFor(app: App, user: Person, filter: TicketFilter, page: { limit: number; offset: number }) {
  return listTickets(app.db, visibleTo(user), filter, page);
}

async function visibleTicket(app: App, user: Person, id: number): Promise<Ticket> {
  const ticket = await findTicket(app.db, visibleTo(user), id);
  if (ticket === undefined) throw notFound('Support ticket');
  return ticket;
}

export async function openTicket(app: App, user: Person, ticket: NewTicket) {
  const opened = await visibleTicket(app, user, await insertTicket(app.db, user.id, ticket));
  return { ticketNumber: opened.ticket_number, ticket: opened };
}

type ThreadPage = { id: number; before: number | undefined };

/** Returns a ticket with its newest messages or, if `before` is given, with the messages before the message with that ID. */
export async function getTicketWithMessages(app: App, user: Person, { id, before }: ThreadPage) {
  const ticket = await visibleTicket(app, user, id);
  const newest = await listMessages(app.db, id, { before, limit: threadPageSize + 1 });
  return {
    ticket,
    messages: newest.slice(0, threadPageSize).toReversed(),
    has_earlier: newest.length > threadPageSize,
    report: await findReport(app.db, visibleTo(user), id),
  };
}

export async function answerTicket(
  app: App,
  by: Caller,
  { ticketId, message }: { ticketId: number; message: string },
): Promise<TicketMessage> {
  const { user } = by;
  return change(app, async (change) => {
    const ticket = await lockVisible(change, user, ticketId);
    const written = await insertMessage(change.transaction, ticket, { author: user, message });
    if (ticket.user_id === user.id) await reopenTicket(change, by, ticket);
    else {
      await notifyTicketAnswered(change, ticket);
      const facts = { userId: ticket.user_id, subject: `ticket ${ticket.ticket_number}` };
      await recordActOf(change, by, { action: 'ticket_answered', ...facts });
    }
    return written;
  });
}

async function lockVisible({ transaction }: Change, user: Person, id: number): Promise<LockedTicket> {
  const ticket = await lockTicket(transaction, visibleTo(user), id);
  if (ticket === undefined) throw notFound('Support ticket');
  return ticket;
}

/** Reopens a ticket if it is resolved or closed. */
async function reopenTicket(change: Change, by: Requester, ticket: LockedTicket): Promise<void> {
  if (ticket.status !== 'resolved' && ticket.status !== 'closed') return;
  await updateLocked(change, by, ticket, { status: 'open' });
}

async function updateLocked(change: Change, by: Requester, ticket: LockedTicket, values: TicketChange): Promise<void> {
  if (Object.keys(values).length === 0) return;
  const { id, user_id: userId, ticket_number, status, priority, assigned_to } = ticket;
  const from = { status, priority, assigned_to };
  await updateTicket(change.transaction, id, values);
  const facts = { userId, subject: `ticket ${ticket_number}`, changed: { from, to: values } };
  await recordActOf(change, by, { action: 'ticket_changed', ...facts });
}

/**
 * Marks a ticket's messages up to the ID `messageId` as read by the ticket's creator. If no reply is left unread, also marks the notices
 * about the ticket as read. Changes nothing if an administrator views someone else's ticket.
 */
export async function markTicketRead(app: App, user: Person, id: number, messageId: number): Promise<void> {
  await change(app, async (change) => {
    const ticket = await lockVisible(change, user, id);
    if (ticket.user_id !== user.id) return;
    const isAnyUnread = await updateRead(change.transaction, ticket, messageId);
    if (!isAnyUnread) await readTicketNotices(change, ticket);
  });
}

/** Changes a ticket on behalf of an administrator. Throws `validation_failed` if the assignee isn't an active administrator. */
export async function changeTicket(app: App, by: Caller, id: number, values: TicketChange): Promise<Ticket> {
  await change(app, async (change) => {
    const { transaction } = change;
    const assignee = values.assigned_to ?? null;
    if (assignee !== null && !(await lockAdmin(transaction, assignee))) {
      throw fieldError('assigned_to', 'A ticket can only be assigned to an administrator.');
    }
    const ticket = await lockVisible(change, by.user, id);
    await updateLocked(change, by, ticket, values);
  });
  return visibleTicket(app, by.user, id);
}

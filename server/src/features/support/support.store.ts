import { sql } from 'kysely';
import type { TicketCategory, TicketPriority, TicketStatus } from '@sandpiper/contract/support';
import { compileOnce } from '../../platform/database/compiled-queries.ts';
import type { Database } from '../../platform/database/database.ts';
import { containsPattern } from '../../platform/database/expressions.ts';
import { together } from '../../platform/database/pipelining.ts';

/** Whose tickets to include: the tickets of the user with this ID or, for an administrator, the tickets of all users. */
export type Owner = number | 'anybody';

export type TicketFilter = {
  search?: string | undefined;
  status?: TicketStatus | undefined;
  priority?: TicketPriority | undefined;
  category?: TicketCategory | undefined;
  unread?: 'true' | undefined;
  unanswered?: 'true' | undefined;
};

export type NewTicket = {
  subject: string;
  description: string;
  priority: TicketPriority;
  category: TicketCategory;
  report?: string | undefined;
};
export type TicketChange = {
  status?: TicketStatus | undefined;
  priority?: TicketPriority | undefined;
  assigned_to?: number | null | undefined;
};

const hasUnreadAnswer = sql<boolean>`EXISTS (
  SELECT FROM ticket_messages m
  WHERE m.user_id = tickets.user_id AND m.ticket_id = tickets.id AND m.id > tickets.read_message_id
    AND m.author_id IS DISTINCT FROM tickets.user_id)`;

/**
 * SQL condition that matches tickets that are open or in progress and await a reply: the last message is from the ticket's creator, or
 * there are no messages. A message whose author was deleted must be from an administrator, because a user's tickets are deleted together
 * with the user.
 */
const isUnanswered = sql<boolean>`(tickets.status IN ('open', 'in_progress') AND coalesce((
  SELECT m.author_id IS NOT DISTINCT FROM tickets.user_id FROM ticket_messages m
  WHERE m.user_id = tickets.user_id AND m.ticket_id = tickets.id
  ORDER BY m.id DESC LIMIT 1), true))`;

function ticketsBy(db: Database, userId: number | undefined) {
  return db
    .selectFrom('tickets')
    .$if(userId !== undefined, (query) => query.where('tickets.user_id', '=', userId ?? 0));
}

const idOf = (owner: Owner) => (owner === 'anybody' ? undefined : owner);

function ticketsOf(db: Database, owner: Owner) {
  return ticketsBy(db, idOf(owner));
}

function withDetails(query: ReturnType<typeof ticketsOf>) {
  return (
    query
      .select([
        'tickets.id',
        'tickets.ticket_number',
        'tickets.subject',
        'tickets.description',
        'tickets.priority',
        'tickets.category',
        'tickets.status',
        'tickets.created_at',
        'tickets.assigned_to',
      ])
      // Use subqueries, because a join could read every user if the tickets have to be sorted first.
      .select([
        sql<string>`(SELECT username FROM users WHERE users.id = tickets.user_id)`.as('created_by'),
        sql<string | null>`(SELECT username FROM users WHERE users.id = tickets.assigned_to)`.as('assigned_to_name'),
      ])
      .select(
        sql<number>`(SELECT count(*) FROM ticket_messages m
        WHERE m.user_id = tickets.user_id AND m.ticket_id = tickets.id)`.as('message_count'),
      )
      .select([hasUnreadAnswer.as('has_unread_answer'), isUnanswered.as('is_unanswered')])
  );
}

type Wanted = Omit<TicketFilter, 'search'> & { userId: number | undefined; pattern: string | undefined };

/** Returns a SQL condition that matches tickets by number or subject. A search in all users' tickets also matches usernames. */
function isFound(pattern: string, isOfAnybody: boolean) {
  const isAbout = sql<boolean>`(ticket_number || ' ' || subject) ILIKE ${pattern}`;
  if (!isOfAnybody) return isAbout;
  return sql<boolean>`(${isAbout} OR tickets.user_id = ANY(ARRAY(SELECT id FROM users WHERE username ILIKE ${pattern})))`;
}

function matching(db: Database, { userId, pattern, status, priority, category, unread, unanswered }: Wanted) {
  return ticketsBy(db, userId)
    .$if(pattern !== undefined, (query) => query.where(isFound(pattern ?? '', userId === undefined)))
    .$if(status !== undefined, (query) => query.where('tickets.status', '=', status ?? 'open'))
    .$if(priority !== undefined, (query) => query.where('tickets.priority', '=', priority ?? 'medium'))
    .$if(category !== undefined, (query) => query.where('tickets.category', '=', category ?? 'general'))
    .$if(unread !== undefined, (query) => query.where(hasUnreadAnswer))
    .$if(unanswered !== undefined, (query) => query.where(isUnanswered));
}

type Page = { limit: number; offset: number };

const pageQuery = compileOnce((db, { limit, offset, ...wanted }: Wanted & Page) =>
  withDetails(matching(db, wanted))
    .orderBy('tickets.created_at', 'desc')
    .orderBy('tickets.id', 'desc')
    .limit(limit)
    .offset(offset),
);

const totalQuery = compileOnce((db, wanted: Wanted) =>
  matching(db, wanted).select(({ fn }) => fn.countAll<number>().as('total')),
);

/**
 * Lists a page of tickets, newest first, and returns the total number of matching tickets. A ticket number in the search may begin with
 * `#`, because the web app shows numbers that way.
 */
export async function listTickets(
  db: Database,
  owner: Owner,
  { search = '', ...filter }: TicketFilter,
  { limit, offset }: Page,
) {
  const pattern = search === '' ? undefined : containsPattern(search.replace(/^#(?=t-)/i, ''));
  const wanted = { ...filter, userId: idOf(owner), pattern };
  const [tickets, { total }] = await together([
    pageQuery.all(db, { ...wanted, limit, offset }),
    totalQuery.one(db, wanted),
  ]);
  return { tickets, total };
}

export function findTicket(db: Database, owner: Owner, id: number) {
  return withDetails(ticketsOf(db, owner).where('tickets.id', '=', id)).executeTakeFirst();
}

/** Inserts a ticket and returns its ID. The ticket number is derived from the ID. */
export async function insertTicket(db: Database, userId: number, ticket: NewTicket): Promise<number> {
  const { subject, description, priority, category, report = null } = ticket;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO tickets (id, ticket_number, user_id, subject, description, priority, category, report)
    OVERRIDING SYSTEM VALUE
    SELECT n, 'T-' || lpad(n::text, greatest(6, length(n::text)), '0'),
      ${userId}, ${subject}, ${description}, ${priority}, ${category}, ${report}
    FROM nextval(pg_get_serial_sequence('tickets', 'id')) AS n
    RETURNING id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('A ticket was inserted without an ID');
  return id;
}

/** Returns the diagnostic report sent with a ticket, or null if there is none. */
export async function findReport(db: Database, owner: Owner, id: number): Promise<string | null> {
  const row = await ticketsOf(db, owner).select('report').where('id', '=', id).executeTakeFirst();
  return row?.report ?? null;
}

/** Lists messages, newest first. */
export function listMessages(
  db: Database,
  ticketId: number,
  { before, limit }: { before: number | undefined; limit: number },
) {
  return db
    .selectFrom('ticket_messages')
    .innerJoin('tickets', (join) =>
      join
        .onRef('tickets.user_id', '=', 'ticket_messages.user_id')
        .onRef('tickets.id', '=', 'ticket_messages.ticket_id'),
    )
    .select([
      'ticket_messages.id',
      'ticket_messages.author_id as account_id',
      'ticket_messages.message',
      'ticket_messages.author_name',
      'ticket_messages.created_at',
    ])
    .where('tickets.id', '=', ticketId)
    .$if(before !== undefined, (query) => query.where('ticket_messages.id', '<', before ?? 0))
    .orderBy('ticket_messages.id', 'desc')
    .limit(limit)
    .execute();
}

export type NewMessage = { author: { id: number; username: string }; message: string };

/** Adds a message to a locked ticket. Without the lock, messages might not become visible in the order of their IDs. */
export function insertMessage(db: Database, ticket: LockedTicket, { author, message }: NewMessage) {
  return db
    .insertInto('ticket_messages')
    .values({
      user_id: ticket.user_id,
      ticket_id: ticket.id,
      author_id: author.id,
      author_name: author.username,
      message,
    })
    .returning(['id', 'author_id as account_id', 'message', 'author_name', 'created_at'])
    .executeTakeFirstOrThrow();
}

/** Records the last message that the ticket's creator has read. Returns whether a later reply is unread. */
export async function updateRead(db: Database, { id }: LockedTicket, messageId: number): Promise<boolean> {
  const { has_unread_answer } = await db
    .updateTable('tickets')
    .set({ read_message_id: sql<number>`greatest(read_message_id, ${messageId}::bigint)` })
    .where('id', '=', id)
    .returning(hasUnreadAnswer.as('has_unread_answer'))
    .executeTakeFirstOrThrow();
  return has_unread_answer;
}

export type LockedTicket = NonNullable<Awaited<ReturnType<typeof lockTicket>>>;

/**
 * Locks a ticket until the end of the transaction, so that concurrent changes to its messages, status and notice happen one after another.
 */
export function lockTicket(db: Database, owner: Owner, id: number) {
  return ticketsOf(db, owner)
    .select(['id', 'user_id', 'ticket_number', 'subject', 'status', 'priority', 'assigned_to'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function updateTicket(db: Database, id: number, change: TicketChange): Promise<void> {
  await db.updateTable('tickets').set(change).where('id', '=', id).execute();
}

export function listAdmins(db: Database) {
  return db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .orderBy('username')
    .execute();
}

/**
 * Keeps a user from losing the administrator role or being deactivated until the end of the transaction. Returns false if the user isn't an
 * active administrator.
 */
export async function lockAdmin(db: Database, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

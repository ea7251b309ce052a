import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { AuditEvent, AuditFilter } from '@sandpiper/contract/audit';
import { isUpwards } from '../../platform/database/cursors.ts';
import type { Position } from '../../platform/database/cursors.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { AuditEvents } from '../../platform/database/database.types.ts';
import { containsPattern } from '../../platform/database/expressions.ts';

/** Inserts an event. A database trigger rejects any later attempt to change or delete the event. */
export async function insertAuditEvent(
  transaction: Transaction,
  event: Omit<Insertable<AuditEvents>, 'user_name'>,
): Promise<void> {
  const user_name = transaction
    .selectFrom('users')
    .select('username')
    .where('id', '=', event.user_id ?? null);
  await transaction
    .insertInto('audit_events')
    .values({ ...event, user_name })
    .execute();
}

type Page = { position: Position; limit: number };

function events(db: Database, { position, limit }: Page) {
  const { before, after } = position;
  const upwards = isUpwards(position);
  return db
    .selectFrom('audit_events')
    .select(['id', 'at', 'action', 'subject', 'address', 'request_id'])
    .select([
      sql<AuditEvent['user']>`CASE WHEN user_id IS NOT NULL
        THEN jsonb_build_object('id', user_id, 'name', coalesce(user_name, 'user ' || user_id)) END`.as('user'),
      sql<AuditEvent['actor']>`jsonb_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name)`.as('actor'),
      sql<AuditEvent['detail']>`detail`.as('detail'),
      sql<AuditEvent['changes']>`coalesce(changes, '{}')`.as('changes'),
    ])
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .$if(upwards, (query) => query.where('id', '>', after ?? 0))
    .orderBy('id', upwards ? 'asc' : 'desc')
    .limit(limit);
}

/** Returns a SQL condition that matches events that concern these users or were caused by them. */
function of(userIds: readonly number[]) {
  const ids = sql`ANY(${[...userIds]}::bigint[])`;
  return sql<boolean>`(user_id = ${ids} OR (actor_kind = 'user' AND actor_id = ${ids}))`;
}

/** This must be the same expression as in the index `audit_events_search`. Otherwise, the database doesn't use the index. */
const searchedText = sql`(coalesce(user_name, '') || ' ' || coalesce(actor_name, '') || ' ' || coalesce(subject, '') || ' '
  || coalesce(address, '') || ' ' || coalesce(request_id, '') || ' ' || detail::text || ' ' || coalesce(changes, '{}')::text)`;

export type EventFilter = {
  search?: string | undefined;
  action?: AuditFilter['action'];
  userIds: readonly number[] | null;
  from: Date | undefined;
  until: Date | undefined;
};

/**
 * Lists events, newest first. If `position` has only `after`, lists the events that are newer than that position, oldest first. `userIds`
 * contains the IDs of the users who have or had the name in the filter, or is null if the filter has no name. Without `from` or `until`, the
 * time is unbounded.
 */
export function listEvents(db: Database, { search = '', action, userIds, from, until }: EventFilter, page: Page) {
  const pattern = containsPattern(search);
  return events(db, page)
    .$if(search !== '', (query) => query.where(sql<boolean>`${searchedText} ILIKE ${pattern}`))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(userIds !== null, (query) => query.where(of(userIds ?? [])))
    .$if(from !== undefined, (query) => query.where(sql<boolean>`at >= ${from}`))
    .$if(until !== undefined, (query) => query.where(sql<boolean>`at < ${until}`))
    .execute();
}

export function listEventsOf(db: Database, userId: number, page: Page) {
  return events(db, page)
    .where(of([userId]))
    .execute();
}

/** Lists the IDs of users who have this name now or had it when an event was recorded. */
export async function listUserIds(db: Database, name: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM users WHERE lower(username) = lower(${name})
    UNION SELECT user_id FROM audit_events WHERE lower(user_name) = lower(${name})`.execute(db);
  return rows.map(({ id }) => id);
}

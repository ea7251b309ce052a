import { sql } from 'kysely';
import type { PeopleFilter } from '@sandpiper/contract/people-filter';
import type { RecipientStatus } from '@sandpiper/contract/recipients';
import type { Database } from '../../platform/database/database.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import { matchingPeople } from '../people/people.service.ts';
import { findLastRecipient, matchingRecipients } from '../recipients/recipients.service.ts';

/*
 * Reads the people in a change's scope one piece at a time, ordered by recipient ID if they are chosen from a list, otherwise by
 * person ID. Because of this order and a fixed last ID, everyone is processed once, even if the change affects who matches. People
 * added after the change began aren't included.
 */

export type ListFilter = { status?: RecipientStatus | undefined; search?: string | undefined };
/** For people who are chosen with a filter, `asOf` is the time at which the change began. */
export type Scope =
  | { kind: 'list'; listId: number; filter: ListFilter }
  | { kind: 'recipients'; listId: number; chosen: readonly number[] }
  | { kind: 'people'; filter: PeopleFilter; asOf?: string | undefined }
  | { kind: 'usernames'; chosen: readonly number[] };

/** A person in the scope. `position` is the ID by which the scope is ordered. */
export type Met = { position: number; person_id: number; username: string };
/** A range of IDs: above `after`, up to `last`. */
export type Range = { after: number; last: number };

/** How many IDs are checked against a filter at once. This limits how long a piece takes if hardly anyone matches. */
const windowSize = 2000;

/** Returns the last ID of the next window of IDs to check. */
async function endOfWindow(db: Database, userId: number, scope: Scope, { after, last }: Range): Promise<number> {
  if ('chosen' in scope) return scope.chosen.filter((id) => id > after).at(windowSize - 1) ?? last;
  const row =
    scope.kind === 'list'
      ? await matchingRecipients(db, userId, { listId: scope.listId, status: scope.filter.status })
          .select('recipients.id')
          .where('recipients.id', '>', after)
          .orderBy('recipients.id')
          .offset(windowSize - 1)
          .limit(1)
          .executeTakeFirst()
      : await matchingPeople(db, userId, {})
          .select('people.id')
          .where('people.id', '>', after)
          .orderBy('people.id')
          .offset(windowSize - 1)
          .limit(1)
          .executeTakeFirst();
  return Math.min(row?.id ?? last, last);
}

/** Selects the people in the scope within a range of IDs. */
function withinRange(db: Database, userId: number, scope: Scope, { after, last }: Range) {
  const chosen = 'chosen' in scope ? scope.chosen.filter((id) => id > after && id <= last) : [];
  const anyChosen = sql<number>`ANY(${chosen}::bigint[])`;
  if (scope.kind === 'people' || scope.kind === 'usernames') {
    const filter = scope.kind === 'people' ? { ...scope.filter, asOf: scope.asOf } : {};
    return matchingPeople(db, userId, { ...filter, after, before: last + 1 })
      .$if(scope.kind === 'usernames', (query) => query.where('people.id', '=', anyChosen))
      .select(['people.id as position', 'people.id as person_id', 'people.username']);
  }
  return matchingRecipients(db, userId, { listId: scope.listId, ...(scope.kind === 'list' ? scope.filter : {}) })
    .$if(scope.kind === 'recipients', (query) => query.where('recipients.id', '=', anyChosen))
    .where('recipients.id', '>', after)
    .where('recipients.id', '<=', last)
    .innerJoin('people', (join) =>
      join.onRef('people.user_id', '=', 'recipients.user_id').onRef('people.username', '=', 'recipients.recipient'),
    )
    .select(['recipients.id as position', 'people.id as person_id', 'people.username']);
}

/** `windowEnd` is the last ID of the window being checked. Omit it on the first call. */
type Next = { scope: Scope; range: Range; windowEnd?: number | undefined; limit: number };
export type NextPeople = { people: Met[]; after: number; windowEnd: number };

/** Returns up to `limit` people who are next in the scope, and where to continue. Returns null if nobody is left. */
export async function nextPeople(
  db: Database,
  userId: number,
  { scope, range, windowEnd = 0, limit }: Next,
): Promise<NextPeople | null> {
  const { after, last } = range;
  if (after >= last) return null;
  const end = windowEnd > after ? windowEnd : await endOfWindow(db, userId, scope, range);
  const people = await withinRange(db, userId, scope, { after, last: end }).orderBy('position').limit(limit).execute();
  const isCut = people.length === limit;
  return { people, after: isCut ? (people.at(-1)?.position ?? end) : end, windowEnd: end };
}

type Filtered = Extract<Scope, { filter: unknown }>;

/** Selects the IDs of all people who match, in no particular order. */
function everyone(db: Database, userId: number, scope: Filtered) {
  return scope.kind === 'list'
    ? matchingRecipients(db, userId, { listId: scope.listId, ...scope.filter }).select('recipients.id')
    : matchingPeople(db, userId, scope.filter).select('people.id');
}

/** Lists the IDs of all people who match, in ascending order. Returns null if more than `most` people match. */
export async function listFew(db: Database, userId: number, scope: Filtered, most: number): Promise<number[] | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM (SELECT id FROM (${everyone(db, userId, scope)}) matching LIMIT ${most + 1}) few ORDER BY id`.execute(
    db,
  );
  return rows.length > most ? null : rows.map(({ id }) => id);
}

/** Counts the people who match. Returns null if more than `most` people match. */
export async function countFew(db: Database, userId: number, scope: Filtered, most: number): Promise<number | null> {
  const { rows } = await sql<{ people: number }>`
    SELECT count(*) AS people FROM (SELECT FROM (${everyone(db, userId, scope)}) matching LIMIT ${most + 1}) few`.execute(
    db,
  );
  const people = onlyRow(rows).people;
  return people > most ? null : people;
}

/** Counts the matching people in the next window and returns where to continue. Returns null if there are no more windows. */
export async function countNext(db: Database, userId: number, scope: Scope, range: Range) {
  if (range.after >= range.last) return null;
  const end = await endOfWindow(db, userId, scope, range);
  const { people } = await db
    .selectFrom(withinRange(db, userId, scope, { after: range.after, last: end }).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow();
  return { people, after: end };
}

/** Returns the highest ID that the scope can contain, ignoring its filter, or 0 if there is none. */
export async function findLastId(db: Database, userId: number, scope: Scope): Promise<number> {
  if ('chosen' in scope) return scope.chosen.at(-1) ?? 0;
  if (scope.kind === 'list') return findLastRecipient(db, { userId, listId: scope.listId });
  const person = await matchingPeople(db, userId, {})
    .select('people.id')
    .orderBy('people.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return person?.id ?? 0;
}

/** Returns which of these recipient IDs are on the list, in ascending order. */
export async function listChosenRecipients(db: Database, userId: number, listId: number, ids: readonly number[]) {
  const rows = await matchingRecipients(db, userId, { listId })
    .select('recipients.id')
    .where('recipients.id', '=', sql<number>`ANY(${[...ids]}::bigint[])`)
    .orderBy('recipients.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the IDs of the people with these usernames, in ascending order. Leaves out usernames that none of the user's people have. */
export async function listChosenPeople(db: Database, userId: number, usernames: readonly string[]) {
  const rows = await matchingPeople(db, userId, {})
    .select('people.id')
    .where('people.username', '=', sql<string>`ANY(${[...usernames]}::text[])`)
    .orderBy('people.id')
    .execute();
  return rows.map(({ id }) => id);
}

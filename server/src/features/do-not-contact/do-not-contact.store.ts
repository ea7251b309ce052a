import { sql } from 'kysely';
import type { SelectQueryBuilder } from 'kysely';
import { exactCountMax } from '@sandpiper/contract/limits';
import type { MarkOrigin } from '@sandpiper/contract/do-not-contact';
import { normalizeUsername } from '@sandpiper/contract/usernames';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { DB } from '../../platform/database/database.types.ts';
import { containsPattern } from '../../platform/database/expressions.ts';
import { onlyRow } from '../../platform/database/only-row.ts';

type Page = { limit: number; offset: number };

const isReadable = sql<boolean>`person NOT LIKE '#%'`;

/** Selects the people whose username contains `search`. Leaves out forgotten people, whose names are no longer stored. */
function named(db: Database, userId: number, search: string) {
  const name = normalizeUsername(search);
  return db
    .selectFrom('do_not_contact')
    .where('user_id', '=', userId)
    .where(isReadable)
    .$if(name !== '', (query) => query.where('person', 'like', containsPattern(name)));
}

/** Counts people, up to {@link exactCountMax} plus one. */
async function countUpToMax<Table extends keyof DB>(
  db: Database,
  people: SelectQueryBuilder<DB, Table, { person: string }>,
): Promise<number> {
  const { total } = await db
    .selectFrom(people.limit(exactCountMax + 1).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

const columns = ['person as username', 'reason', 'origin', 'created_at'] as const;

/** Lists a page of matching people, newest first, and counts the matches, up to {@link exactCountMax} plus one. */
export async function listPeople(db: Database, userId: number, search: string, page: Page) {
  const found = named(db, userId, search);
  const people = await found
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('person')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const total = await countUpToMax(db, found.select('person'));
  return { people, total };
}

/** Lists the matching people whose usernames sort after `page.after`, sorted by username. */
export function listPeopleAfter(db: Database, userId: number, search: string, page: { after: string; limit: number }) {
  return named(db, userId, search)
    .select(columns)
    .where('person', '>', page.after)
    .orderBy('person')
    .limit(page.limit)
    .execute();
}

/** Counts the forgotten people on the list whose names haven't been stored again since. */
export async function countForgotten(db: Database, userId: number): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    SELECT count(*) AS people FROM do_not_contact n WHERE n.user_id = ${userId} AND n.person LIKE '#%'
      AND NOT EXISTS (SELECT FROM people p WHERE p.user_id = n.user_id AND p.former_key = n.person)`.execute(db);
  return onlyRow(rows).people;
}

/** Returns the given names that belong to people the user has stored. */
export async function listStoredNames(db: Database, userId: number, names: readonly string[]): Promise<string[]> {
  const people = await db
    .selectFrom('people')
    .select('username')
    .where('user_id', '=', userId)
    .where('username', 'in', ['', ...names])
    .execute();
  return people.map(({ username }) => username);
}

/**
 * Returns SQL for the physical locations (`ctid`) of these people's marks. Looks up one person at a time: if it joined the names, the
 * planner would read all of the user's marks whenever its statistics don't include the user yet.
 */
function placesOf(userId: number, people: readonly string[]) {
  return sql`ARRAY(SELECT mark.ctid FROM unnest(${[...people]}::text[]) AS given (person) CROSS JOIN LATERAL (
    SELECT ctid FROM do_not_contact WHERE user_id = ${userId} AND person = given.person OFFSET 0) mark)`;
}

type NewMarks = {
  people: readonly string[];
  reason: string | null;
  origin: MarkOrigin;
  /** The bulk change that marks the people, or null if no bulk change does. */
  changeId: number | null;
};

/**
 * Inserts people and returns those who weren't on the list before. People already on it keep their reason and origin, and the undo of the
 * bulk change that had marked them no longer removes them. The caller must hold the exclusive people lock.
 */
export async function insertPeople(
  transaction: Transaction,
  userId: number,
  { people, reason, origin, changeId }: NewMarks,
): Promise<string[]> {
  await sql`UPDATE do_not_contact SET change_id = NULL
    WHERE ctid = ANY(${placesOf(userId, people)}) AND change_id IS NOT NULL`.execute(transaction);
  const { rows } = await sql<{ person: string }>`INSERT INTO do_not_contact (user_id, person, reason, origin, change_id)
    SELECT ${userId}, given.person, ${reason}, ${origin}, ${changeId}::bigint
    FROM unnest(${[...people]}::text[]) AS given (person)
    ON CONFLICT DO NOTHING RETURNING person`.execute(transaction);
  return rows.map(({ person }) => person);
}

/**
 * Removes the marks that a bulk change set on the given people, except if a person has been marked again since. Records the removals with
 * `reason`. Returns the people whose marks were removed.
 */
export async function removeMarks(
  transaction: Transaction,
  userId: number,
  { people, changeId, reason }: { people: readonly string[]; changeId: number; reason: string },
): Promise<string[]> {
  const { rows } = await sql<{ person: string }>`
    WITH unmarked AS (DELETE FROM do_not_contact
      WHERE ctid = ANY(${placesOf(userId, people)}) AND change_id = ${changeId} RETURNING *)
    INSERT INTO do_not_contact_removals (user_id, person, reason, origin, marked_at, marked_reason)
    SELECT user_id, person, ${reason}, origin, created_at, reason FROM unmarked RETURNING person`.execute(transaction);
  return rows.map(({ person }) => person);
}

/** Changes a mark's reason. The undo of the bulk change that had marked the person then no longer removes the mark. */
export function updateReason(db: Database, userId: number, person: string, reason: string | null) {
  return db
    .updateTable('do_not_contact')
    .set({ reason, change_id: null })
    .where('user_id', '=', userId)
    .where('person', '=', person)
    .where(isReadable)
    .returning(columns)
    .executeTakeFirst();
}

/**
 * Removes a person from the list and records the removal with `reason`. Returns the ID of the removal record, or undefined if the
 * person wasn't on the list. Never removes a forgotten person by their key.
 */
export async function removePerson(
  transaction: Transaction,
  userId: number,
  { person, reason }: { person: string; reason: string },
): Promise<number | undefined> {
  // A person who was forgotten and later added again can also have an entry under `former_key`, the keyed hash of their name.
  const { rows } = await sql<{ id: number }>`
    WITH unmarked AS (DELETE FROM do_not_contact WHERE user_id = ${userId} AND ${person}::text NOT LIKE '#%'
        AND person = ANY(ARRAY[${person},
          (SELECT former_key FROM people WHERE user_id = ${userId} AND username = ${person})]) RETURNING *)
    INSERT INTO do_not_contact_removals (user_id, person, reason, origin, marked_at, marked_reason)
    SELECT user_id, person, ${reason}, origin, created_at, reason FROM unmarked WHERE person = ${person}
    RETURNING id`.execute(transaction);
  return rows[0]?.id;
}

/** Lists a page of matching removal records, newest first, and counts the matches, up to {@link exactCountMax} plus one. */
export async function listRemovals(db: Database, userId: number, search: string, page: Page) {
  const name = normalizeUsername(search);
  const found = db
    .selectFrom('do_not_contact_removals')
    .where('user_id', '=', userId)
    .$if(name !== '', (query) => query.where('person', 'like', containsPattern(name)));
  const removals = await found
    .select(['id', 'person as username', 'reason', 'removed_at', 'origin', 'marked_at', 'marked_reason'])
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const total = await countUpToMax(db, found.select('person'));
  return { removals, total };
}

import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { containsPattern } from '../../platform/database/expressions.ts';

/** Newest first, with the number of all that match. */
export async function listPeople(
  db: Database,
  userId: number,
  search: string,
  page: { limit: number; offset: number },
) {
  const found = db
    .selectFrom('do_not_contact')
    .where('user_id', '=', userId)
    .$if(search !== '', (query) => query.where('person', 'ilike', containsPattern(search)));
  const people = await found
    .select(['person as username', 'reason', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('person')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { people, total };
}

/** Returns how many were not on the list before. People already on it keep their reason. */
export async function insertPeople(
  transaction: Transaction,
  userId: number,
  { people, reason }: { people: string[]; reason: string | null },
): Promise<number> {
  const { numAffectedRows } = await sql`INSERT INTO do_not_contact (user_id, person, reason)
    SELECT ${userId}, person, ${reason} FROM unnest(${people}::text[]) AS person
    ON CONFLICT DO NOTHING`.execute(transaction);
  return Number(numAffectedRows ?? 0n);
}

/** Those of these people to whom a message may be leaving. */
export async function listInFlight(transaction: Transaction, userId: number, people: string[]): Promise<string[]> {
  const rows = await transaction
    .selectFrom('claims')
    .select('recipient')
    .where('user_id', '=', userId)
    .where('committed_at', 'is not', null)
    .where('recipient', '=', sql<string>`ANY(${people}::text[])`)
    .orderBy('recipient')
    .execute();
  return rows.map(({ recipient }) => recipient);
}

/** Removes a person and records why; returns whether they were on the list. */
export async function removePerson(
  transaction: Transaction,
  userId: number,
  { person, reason }: { person: string; reason: string },
): Promise<boolean> {
  // Someone who was forgotten and came back also has the mark under their key.
  const removed = await sql`DELETE FROM do_not_contact WHERE user_id = ${userId} AND person = ANY(ARRAY[${person},
    (SELECT former_key FROM people WHERE user_id = ${userId} AND username = ${person})])`.execute(transaction);
  if (removed.numAffectedRows === 0n) return false;
  await transaction.insertInto('do_not_contact_removals').values({ user_id: userId, person, reason }).execute();
  return true;
}

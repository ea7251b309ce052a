import { sql } from 'kysely';
import type { Transaction } from './database.ts';

const keyOf = (userId: number) => `people of ${userId}`;

/**
 * Takes the exclusive lock for decisions about a user's people: the final check before a message, changes to the do-not-contact
 * list, and forgetting. It is held until the end of the transaction. Meanwhile, other such decisions and anything that adds names
 * wait.
 */
export async function lockPeople(transaction: Transaction, userId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${keyOf(userId)}, 0))`.execute(transaction);
}

/**
 * Takes the shared lock for adding names. Holders don't wait for each other, but nobody is forgotten and no import is undone until
 * they finish. Take it before adding the first name, and after locking lists.
 */
export async function lockPeopleShared(transaction: Transaction, userId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${keyOf(userId)}, 0))`.execute(transaction);
}

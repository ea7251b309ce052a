import { sql } from 'kysely';
import type { Transaction } from './database.ts';

const keyOf = (userId: number) => `people of ${userId}`;

/**
 * Takes the exclusive lock for decisions about a user's people: the final check before a message is sent, changes to the do-not-contact
 * list, undoing an import, and forgetting a person. The lock is held until the end of the transaction. Meanwhile, other such decisions
 * wait, and so does anything that adds names.
 */
export async function lockPeople(transaction: Transaction, userId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${keyOf(userId)}, 0))`.execute(transaction);
}

/**
 * Takes the shared lock for adding names. Holders don't wait for each other, but everything that takes the exclusive lock waits for them.
 * Take this lock after locking lists and before adding the first name.
 */
export async function lockPeopleShared(transaction: Transaction, userId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${keyOf(userId)}, 0))`.execute(transaction);
}

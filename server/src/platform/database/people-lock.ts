import { sql } from 'kysely';
import type { Transaction } from './database.ts';

const keyOf = (userId: number) => `people of ${userId}`;

/**
 * Held until the end of the transaction by whoever decides about a user's people: the final check before a message, changes
 * of the do-not-contact list, forgetting. One of them works at a time; the others and those who add names wait.
 */
export async function lockPeople(transaction: Transaction, userId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${keyOf(userId)}, 0))`.execute(transaction);
}

/** Held by those who add names. They don't wait for each other, but nobody is forgotten meanwhile. */
export async function lockPeopleShared(transaction: Transaction, userId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${keyOf(userId)}, 0))`.execute(transaction);
}

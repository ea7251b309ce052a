import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';

const linkSeconds = 30 * 60;

/** Lists the active users who have confirmed this email address. */
export function listOwnersOf(db: Database, address: string) {
  return db
    .selectFrom('mail_addresses')
    .innerJoin('users', 'users.id', 'mail_addresses.user_id')
    .select(['users.id', 'users.username', 'mail_addresses.address'])
    .where(sql`lower(mail_addresses.address)`, '=', address.toLowerCase())
    .where('mail_addresses.confirmed_at', 'is not', null)
    .where('users.is_active', '=', true)
    .execute();
}

/** Stores a user's reset link. The user's earlier link stops working. */
export async function upsertResetLink(transaction: Transaction, userId: number, token_hash: Buffer): Promise<void> {
  const values = { token_hash, expires_at: secondsFromNow(linkSeconds) };
  await transaction
    .insertInto('password_resets')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/**
 * Finds the user that a valid reset link belongs to. Returns undefined if the link was used, was replaced or has expired, or if the user
 * was deactivated.
 */
export function findResetOwner(db: Database, tokenHash: Buffer) {
  return db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['users.id', 'users.username'])
    .where('password_resets.token_hash', '=', tokenHash)
    .where('password_resets.expires_at', '>', now)
    .where('users.is_active', '=', true)
    .executeTakeFirst();
}

/** Uses up a reset link. Returns false if it was already used, was replaced or has expired. */
export async function takeResetLink(transaction: Transaction, tokenHash: Buffer): Promise<boolean> {
  const result = await transaction
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function deleteResetLinkOf(transaction: Transaction, userId: number): Promise<void> {
  await transaction.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}

/** Deletes expired links, which no longer work anyway. */
export async function deleteExpiredResetLinks(db: Database): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<', now).execute();
}

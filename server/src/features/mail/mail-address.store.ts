import type { Database, Transaction } from '../../platform/database/database.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';

const tokenSeconds = 24 * 3600;

export function findMailAddress(db: Database, userId: number) {
  return db
    .selectFrom('mail_addresses')
    .select(['address', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Stores an email address that the user still has to confirm. Replaces the earlier address, whose confirmation link stops working. */
export async function upsertMailAddress(
  transaction: Transaction,
  userId: number,
  { address, tokenHash }: { address: string; tokenHash: Buffer },
): Promise<void> {
  const values = { address, confirmed_at: null, token_hash: tokenHash, token_expires_at: secondsFromNow(tokenSeconds) };
  await transaction
    .insertInto('mail_addresses')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** Deletes the user's email address. Returns false if there was none. */
export async function deleteMailAddress(transaction: Transaction, userId: number): Promise<boolean> {
  const result = await transaction.deleteFrom('mail_addresses').where('user_id', '=', userId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/**
 * Uses up a token and confirms its email address. Returns undefined if the token was used or replaced, has expired, or belongs to a
 * deactivated user.
 */
export function confirmWithToken(db: Database, tokenHash: Buffer) {
  return db
    .updateTable('mail_addresses')
    .from('users')
    .set({ confirmed_at: now, token_hash: null, token_expires_at: null })
    .whereRef('users.id', '=', 'mail_addresses.user_id')
    .where('users.is_active', '=', true)
    .where('mail_addresses.token_hash', '=', tokenHash)
    .where('mail_addresses.token_expires_at', '>', now)
    .returning(['mail_addresses.address', 'mail_addresses.user_id'])
    .executeTakeFirst();
}

/** Records that the user has just been emailed notices, so that the next notice email isn't sent too soon. */
export async function noteNoticesMailed(db: Database, userId: number): Promise<void> {
  await db.updateTable('mail_addresses').set({ notices_mailed_at: now }).where('user_id', '=', userId).execute();
}

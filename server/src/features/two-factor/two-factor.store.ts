import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { now } from '../../platform/database/expressions.ts';

/**
 * Locks a user until the end of the transaction. Returns the username and when two-factor sign-in was turned on, or undefined if there is
 * no such user.
 */
export function lockTwoFactor(transaction: Transaction, userId: number) {
  return transaction
    .selectFrom('users')
    .select(['username', 'two_factor_since'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Finds a user with two-factor sign-in by name, ignoring case. Locks the user until the end of the transaction. */
export function lockTwoFactorUser(transaction: Transaction, username: string) {
  return transaction
    .selectFrom('users')
    .select(['id', 'username'])
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .where('two_factor_since', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function setTwoFactor(transaction: Transaction, userId: number, isOn: boolean): Promise<void> {
  const two_factor_since = isOn ? now : null;
  await transaction.updateTable('users').set({ two_factor_since }).where('id', '=', userId).execute();
}

/** Stores a secret that the user still has to confirm. Replaces an earlier secret. */
export async function upsertSecret(transaction: Transaction, userId: number, sealed: Buffer): Promise<void> {
  await transaction
    .insertInto('two_factor_secrets')
    .values({ user_id: userId, sealed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ sealed, last_step: 0 }))
    .execute();
}

export async function findSecret(db: Database, userId: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('two_factor_secrets')
    .select('sealed')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.sealed;
}

export async function deleteSecret(transaction: Transaction, userId: number): Promise<void> {
  await transaction.deleteFrom('two_factor_secrets').where('user_id', '=', userId).execute();
}

/** Uses up the codes of a time step and of all earlier steps. Returns false if the step was already used up. */
export async function advanceStep(transaction: Transaction, userId: number, step: number): Promise<boolean> {
  const result = await transaction
    .updateTable('two_factor_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function replaceRecoveryCodes(
  transaction: Transaction,
  userId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (hashes.length === 0) return;
  await transaction
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** Uses up a recovery code. Returns false if the user has no code with this hash. */
export async function deleteRecoveryCode(transaction: Transaction, userId: number, hash: Buffer): Promise<boolean> {
  const result = await transaction
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

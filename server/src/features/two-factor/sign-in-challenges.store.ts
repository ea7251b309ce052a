import type { Database, Transaction } from '../../platform/database/database.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';

const challengeSeconds = 5 * 60;

/** A user who has just entered the right password. */
type Checked = { id: number; password_hash: string };

/** Inserts a challenge. Returns false if the password has changed or the user was deactivated. */
export async function insertChallenge(
  transaction: Transaction,
  { id, password_hash }: Checked,
  tokenHash: Buffer,
): Promise<boolean> {
  // Lock the user, so that either a concurrent password change deletes the challenge, or this query sees the new password.
  const user = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .where('is_active', '=', true)
    .forUpdate()
    .executeTakeFirst();
  if (user === undefined) return false;
  await transaction
    .insertInto('sign_in_challenges')
    .values({ token_hash: tokenHash, user_id: id, expires_at: secondsFromNow(challengeSeconds) })
    .execute();
  return true;
}

function openChallenge(db: Database, tokenHash: Buffer) {
  return db
    .selectFrom('sign_in_challenges')
    .innerJoin('users', 'users.id', 'sign_in_challenges.user_id')
    .where('sign_in_challenges.token_hash', '=', tokenHash)
    .where('sign_in_challenges.expires_at', '>', now);
}

/** Finds the user whose sign-in is waiting for a code. Returns undefined if the sign-in was completed or canceled or has expired. */
export function findChallenged(db: Database, tokenHash: Buffer) {
  return openChallenge(db, tokenHash).select(['users.id', 'users.username']).executeTakeFirst();
}

/** Like {@link findChallenged}, but also locks the user until the end of the transaction. */
export async function lockChallenged(transaction: Transaction, tokenHash: Buffer) {
  const found = await openChallenge(transaction, tokenHash)
    .select(['users.id', 'users.username', 'users.password_hash'])
    .forUpdate('users')
    .executeTakeFirst();
  // The transaction that held the lock before this one may have deleted the challenge.
  const isOpen = (await openChallenge(transaction, tokenHash).select('users.id').executeTakeFirst()) !== undefined;
  return isOpen ? found : undefined;
}

export async function deleteChallenge(transaction: Transaction, tokenHash: Buffer): Promise<void> {
  await transaction.deleteFrom('sign_in_challenges').where('token_hash', '=', tokenHash).execute();
}

export async function deleteChallengesOf(transaction: Transaction, userId: number): Promise<void> {
  await transaction.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute();
}

export async function deleteExpiredChallenges(db: Database): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('expires_at', '<', now).execute();
}

import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { now } from '../../platform/database/expressions.ts';
import type { NewAccount } from './accounts.store.ts';

/* The rows of removed accounts are kept, so that an account that is added again gets its hold, pacing and history back. */

/** The columns to reset when an account's path or computer changes. */
export const elsewhere = {
  installation_id: null,
  folder: null,
  signed_in_as: null,
  wait_reason: null,
  wait_detail: null,
};

/**
 * Lists the IDs of removed accounts with this Instagram username, followed by those with this path. Within each group, the most
 * recently removed account comes first.
 */
export async function listRemoved(
  db: Database,
  userId: number,
  { insta_username, profile_path }: Pick<NewAccount, 'insta_username' | 'profile_path'>,
): Promise<number[]> {
  const isSameName = sql<boolean>`coalesce(lower(insta_username) = ${insta_username}, false)`;
  const rows = await db
    .selectFrom('profiles')
    .select('id')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is not', null)
    .where(({ or, eb }) => or([isSameName, eb('profile_path', '=', profile_path)]))
    .orderBy(isSameName, 'desc')
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Restores a removed account with its new values. If the path has changed and `account` names no computer, the account has no computer
 * until an agent finds the Firefox profile at the new path.
 */
export async function restoreAccount(
  transaction: Transaction,
  userId: number,
  id: number,
  account: NewAccount,
): Promise<void> {
  const isSamePath = sql<boolean>`profile_path = ${account.profile_path}`;
  await transaction
    .updateTable('profiles')
    .set({
      ...elsewhere,
      installation_id: sql<string | null>`CASE WHEN ${isSamePath} THEN installation_id END`,
      ...account,
      is_active: true,
      double_of: null,
      deleted_at: null,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

export async function markRemoved(transaction: Transaction, userId: number, id: number): Promise<void> {
  await transaction
    .updateTable('profiles')
    .set({ deleted_at: now, is_active: false, insta_password_sealed: null, double_of: null, folder: null })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

/**
 * Saves an account's current username and path as a removed account before they change. If a removed account with both already exists, uses
 * that one. Returns the removed account's ID, or null if the path stays the same and no username is replaced.
 */
export async function insertRemoved(
  transaction: Transaction,
  userId: number,
  id: number,
  next: Pick<NewAccount, 'insta_username' | 'profile_path'>,
): Promise<number | null> {
  const { rows } = await sql<{ id: number; known_id: number | null }>`
    SELECT p.id, (SELECT min(r.id) FROM profiles r WHERE r.user_id = p.user_id AND r.id <> p.id AND r.deleted_at IS NOT NULL
      AND lower(r.insta_username) IS NOT DISTINCT FROM lower(p.insta_username) AND r.profile_path = p.profile_path) AS known_id
    FROM profiles p WHERE p.user_id = ${userId} AND p.id = ${id}
      AND (p.profile_path <> ${next.profile_path}
        OR p.insta_username IS NOT NULL AND lower(p.insta_username) IS DISTINCT FROM ${next.insta_username})
  `.execute(transaction);
  const [account] = rows;
  if (account === undefined || account.known_id !== null) return account?.known_id ?? null;
  const { rows: added } = await sql<{ id: number }>`
    INSERT INTO profiles (user_id, profile_name, profile_path, insta_username, is_active, deleted_at, timezone, lasting_day,
      lasting_until, ramp_start, ramp_step)
    SELECT user_id, profile_name, profile_path, insta_username, false, ${now}, timezone, lasting_day, lasting_until, ramp_start,
      ramp_step
    FROM profiles WHERE user_id = ${userId} AND id = ${id} RETURNING id`.execute(transaction);
  return added[0]?.id ?? null;
}

import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { isHeld } from './account-holds.store.ts';

export type ComputerKey = { userId: number; installationId: string };

/**
 * Lists up to 1,000 accounts whose Firefox profiles might be on a computer: accounts that aren't assigned to a computer, and this
 * computer's accounts whose profile folder isn't known yet.
 */
export function listAskedPaths(db: Database, { userId, installationId }: ComputerKey) {
  return db
    .selectFrom('profiles')
    .select(['id as profile_id', 'profile_path as path'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        eb('installation_id', 'is', null),
        and([eb('installation_id', '=', installationId), eb('folder', 'is', null)]),
      ]),
    )
    .orderBy('id')
    .limit(1000)
    .execute();
}

export type FoundPath = { profile_id: number; path: string; folder: string };

/** Whether the account `p` is still looked for at this path and may be assigned to this computer. */
function isStillAsked({ userId, installationId }: ComputerKey, { profile_id, path }: FoundPath) {
  return sql<boolean>`p.user_id = ${userId} AND p.id = ${profile_id} AND p.profile_path = ${path} AND p.deleted_at IS NULL
    AND (p.installation_id IS NULL OR p.installation_id = ${installationId})`;
}

/**
 * Lets an active account return to a folder that a switched-off account still has, by marking the switched-off account as its duplicate
 * (`double_of`). Does nothing if the switched-off account is on hold. Otherwise, its owner could avoid the hold by using the folder with
 * the other account. Call this before {@link claimPath}, because only one account that isn't a duplicate can have the folder. Returns
 * whether anything has changed.
 */
export async function takeFolderBack(
  transaction: Transaction,
  computer: ComputerKey,
  found: FoundPath,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE profiles other SET double_of = p.id FROM profiles p
    WHERE ${isStillAsked(computer, found)} AND p.is_active AND p.double_of IS NULL
      AND other.user_id = p.user_id AND other.id <> p.id AND other.deleted_at IS NULL AND other.double_of IS NULL
      AND NOT other.is_active AND NOT ${isHeld('other')}
      AND other.installation_id = ${computer.installationId} AND other.folder = ${found.folder}
  `.execute(transaction);
  return numAffectedRows > 0n;
}

/**
 * Assigns an account to the computer that found its Firefox profile. Does nothing if the account belongs to another computer, was
 * removed, or now has a different path. If another account already uses the same folder on this computer, marks this account as a
 * duplicate (`double_of`) and switches it off. Returns undefined if nothing has changed.
 */
export async function claimPath(
  transaction: Transaction,
  computer: ComputerKey,
  found: FoundPath,
): Promise<{ was_switched_off: boolean } | undefined> {
  const { userId, installationId } = computer;
  const { profile_id, folder } = found;
  const { rows } = await sql<{ was_switched_off: boolean }>`
    WITH first AS (
      SELECT min(id) AS id FROM profiles WHERE user_id = ${userId} AND id <> ${profile_id} AND deleted_at IS NULL
        AND double_of IS NULL AND installation_id = ${installationId} AND folder = ${folder}
    ), before AS (
      SELECT is_active FROM profiles WHERE user_id = ${userId} AND id = ${profile_id}
    )
    UPDATE profiles p SET installation_id = ${installationId}, folder = ${folder},
      double_of = coalesce(p.double_of, first.id), is_active = p.is_active AND first.id IS NULL
    FROM first, before
    WHERE ${isStillAsked(computer, found)}
      AND (p.installation_id, p.folder) IS DISTINCT FROM (${installationId}, ${folder})
    RETURNING before.is_active AND NOT p.is_active AS was_switched_off`.execute(transaction);
  return rows[0];
}

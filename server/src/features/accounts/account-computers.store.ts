import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

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

/**
 * Assigns an account to the computer that found its Firefox profile. Does nothing if the account belongs to another computer, was
 * removed, or now has a different path. If another account already uses the same folder on this computer, marks this account as a
 * duplicate (`double_of`) and switches it off. Returns undefined if nothing has changed.
 */
export async function claimPath(
  transaction: Transaction,
  { userId, installationId }: ComputerKey,
  { profile_id, path, folder }: FoundPath,
): Promise<{ was_switched_off: boolean } | undefined> {
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
    WHERE p.user_id = ${userId} AND p.id = ${profile_id} AND p.profile_path = ${path} AND p.deleted_at IS NULL
      AND (p.installation_id IS NULL OR p.installation_id = ${installationId})
      AND (p.installation_id, p.folder) IS DISTINCT FROM (${installationId}, ${folder})
    RETURNING before.is_active AND NOT p.is_active AS was_switched_off`.execute(transaction);
  return rows[0];
}

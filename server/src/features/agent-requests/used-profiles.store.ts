import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/**
 * Finds the account that uses a Firefox profile, either by the account's own path or by the folder that the account's computer reported for
 * that path. Ignores case and trailing slashes, and treats an unknown computer as a match. A false match does no harm, because it only
 * blocks a deletion.
 */
export function findAccountOnPath(db: Database, userId: number, path: string, installationId: string | null) {
  return db
    .selectFrom('profiles')
    .select('profile_name')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`rtrim(lower(${path}), '/\\') IN (rtrim(lower(profile_path), '/\\'), rtrim(lower(folder), '/\\'))`,
    )
    .where(sql<boolean>`coalesce(installation_id = ${installationId}, true)`)
    .limit(1)
    .executeTakeFirst();
}

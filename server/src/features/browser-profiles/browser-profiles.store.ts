import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/**
 * Finds the account that uses a Firefox profile. Ignores case and trailing slashes: a false match only blocks a deletion, which
 * does no harm.
 */
export function findAccountOnPath(db: Database, userId: number, path: string) {
  return db
    .selectFrom('profiles')
    .select('profile_name')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`rtrim(lower(profile_path), '/\\') = rtrim(lower(${path}), '/\\')`)
    .limit(1)
    .executeTakeFirst();
}

import type { Database } from './database.ts';

/**
 * Checks whether the database was restored from a backup and no administrator has confirmed the restore yet. Meanwhile, agents get no work.
 */
export async function isAwaitingRestore(db: Database): Promise<boolean> {
  const found = await db
    .selectFrom('restores')
    .select('id')
    .where('confirmed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

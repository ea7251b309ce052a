import type { Database } from './database.ts';

/** Checks whether the database was restored from a backup and nobody has confirmed it yet. No work is handed out until then. */
export async function isAwaitingRestore(db: Database): Promise<boolean> {
  const found = await db
    .selectFrom('restores')
    .select('id')
    .where('confirmed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

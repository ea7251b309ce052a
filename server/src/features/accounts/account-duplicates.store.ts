import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

async function listDuplicates(db: Database, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('profiles')
    .select('id')
    .where('user_id', '=', userId)
    .where('double_of', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Sets a duplicate account's `double_of` to the first account that isn't a duplicate itself and still has the same username, or the
 * same folder on the same computer. Sets it to null if there is none.
 */
async function updateDuplicate(transaction: Transaction, userId: number, id: number): Promise<void> {
  await sql`UPDATE profiles p SET double_of = (
      SELECT min(f.id) FROM profiles f
      WHERE f.user_id = p.user_id AND f.id <> p.id AND f.deleted_at IS NULL AND f.double_of IS NULL
        AND (lower(f.insta_username) = lower(p.insta_username)
          OR f.installation_id = p.installation_id AND f.folder = p.folder))
    WHERE p.user_id = ${userId} AND p.id = ${id} AND p.double_of IS NOT NULL`.execute(transaction);
}

/**
 * Updates a user's duplicate accounts one by one, because an account that is no longer a duplicate can be the original of the
 * next one.
 */
export async function updateDuplicates(transaction: Transaction, userId: number): Promise<void> {
  for (const id of await listDuplicates(transaction, userId)) await updateDuplicate(transaction, userId, id);
}

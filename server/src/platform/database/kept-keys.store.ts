import type { Database } from './database.ts';

export async function findKeptKey(db: Database, purpose: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('kept_keys').select('sealed').where('purpose', '=', purpose).executeTakeFirst();
  return row?.sealed;
}

/** Stores a key, unless a key for this purpose is already stored. */
export async function insertKeptKey(db: Database, purpose: string, sealed: Buffer): Promise<void> {
  await db
    .insertInto('kept_keys')
    .values({ purpose, sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

import type { Database } from './database.ts';

export async function findKeptKey(db: Database, purpose: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('kept_keys').select('sealed').where('purpose', '=', purpose).executeTakeFirst();
  return row?.sealed;
}

/** Stores a key. If another process has already stored one, keeps the existing one. */
export async function insertKeptKey(db: Database, purpose: string, sealed: Buffer): Promise<void> {
  await db
    .insertInto('kept_keys')
    .values({ purpose, sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

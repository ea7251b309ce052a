import type { RememberedBrowser } from '@sandpiper/contract/two-factor';
import { rememberedBrowserDays } from '@sandpiper/contract/limits';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { daysFromNow, now } from '../../platform/database/expressions.ts';

type Place = { address: string; browser: string | null };

export async function insertBrowser(
  transaction: Transaction,
  browser: Place & { user_id: number; token_hash: Buffer },
): Promise<void> {
  await transaction
    .insertInto('remembered_browsers')
    .values({ ...browser, expires_at: daysFromNow(rememberedBrowserDays) })
    .execute();
}

/** Records that a remembered browser was used to sign in. Returns false if the user has no such browser. */
export async function touchBrowser(
  transaction: Transaction,
  userId: number,
  { tokenHash, ...place }: Place & { tokenHash: Buffer },
): Promise<boolean> {
  const result = await transaction
    .updateTable('remembered_browsers')
    .set({ ...place, last_used_at: now })
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export function listBrowsers(db: Database, userId: number): Promise<RememberedBrowser[]> {
  return db
    .selectFrom('remembered_browsers')
    .select(['id', 'browser', 'address', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function deleteBrowser(transaction: Transaction, userId: number, id: number): Promise<boolean> {
  const result = await transaction
    .deleteFrom('remembered_browsers')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function deleteBrowsersOf(transaction: Transaction, userId: number): Promise<number> {
  const result = await transaction.deleteFrom('remembered_browsers').where('user_id', '=', userId).executeTakeFirst();
  return Number(result.numDeletedRows);
}

export async function deleteExpiredBrowsers(db: Database): Promise<void> {
  await db.deleteFrom('remembered_browsers').where('expires_at', '<', now).execute();
}

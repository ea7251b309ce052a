import type { Transaction } from '../../platform/database/database.ts';
import { listDoubles, settleDouble } from './account-doubles.store.ts';

/** Finds out which doubles still are: one after the other, for the first that is none may be what the next is the same as. */
export async function settleDoubles(transaction: Transaction, userId: number): Promise<void> {
  for (const id of await listDoubles(transaction, userId)) await settleDouble(transaction, userId, id);
}

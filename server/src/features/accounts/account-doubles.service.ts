import type { Transaction } from '../../platform/database/database.ts';
import { listDoubles, settleDouble } from './account-doubles.store.ts';

/** Checks all doubles again, one by one: the first that is no longer a double may be what the next one duplicates. */
export async function settleDoubles(transaction: Transaction, userId: number): Promise<void> {
  for (const id of await listDoubles(transaction, userId)) await settleDouble(transaction, userId, id);
}

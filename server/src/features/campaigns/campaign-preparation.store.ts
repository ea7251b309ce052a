import type { Database, Transaction } from '../../platform/database/database.ts';
import { literal, now, secondsFromNow } from '../../platform/database/expressions.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';

/* Manages the lease for preparing a campaign's first start. Only one start attempt at a time creates the campaign's deliveries. */

const leaseSeconds = 60;

/**
 * Takes the lease for preparing a campaign's first start. Returns false if another start attempt holds the lease, or if the campaign
 * was deleted or is no longer pending.
 */
export async function beginPreparation(db: Database, { user_id, id }: CampaignKey, preparation: string) {
  const result = await db
    .updateTable('campaigns')
    .set({ preparation, preparing_until: secondsFromNow(leaseSeconds) })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('status', '=', literal('pending'))
    .where('deleted_at', 'is', null)
    .where(({ or, eb }) => or([eb('preparing_until', 'is', null), eb('preparing_until', '<', now)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Renews the lease for preparing a first start. The caller must have locked the campaign. Returns false if this start attempt has
 * lost the lease, or if the campaign was deleted or is no longer pending.
 */
export async function keepPreparation(transaction: Transaction, { user_id, id }: CampaignKey, preparation: string) {
  const result = await transaction
    .updateTable('campaigns')
    .set({ preparing_until: secondsFromNow(leaseSeconds) })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('preparation', '=', preparation)
    .where('status', '=', literal('pending'))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function endPreparation(db: Database, { user_id, id }: CampaignKey, preparation: string): Promise<void> {
  await db
    .updateTable('campaigns')
    .set({ preparation: null, preparing_until: null })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('preparation', '=', preparation)
    .execute();
}

import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';

/* Manages the lease for deleting a campaign's rows, and performs the steps of the deletion. */

const leaseSeconds = 60;

/**
 * Takes or renews the lease for deleting a campaign's rows. Returns false if another deletion holds the lease, or if the campaign's
 * row is already gone.
 */
export async function takeDeletion(db: Database, { user_id, id }: CampaignKey, deletion: string): Promise<boolean> {
  const result = await db
    .updateTable('campaigns')
    .set({ deletion, deleting_until: secondsFromNow(leaseSeconds) })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .where(({ or, eb }) =>
      or([eb('deletion', '=', deletion), eb('deleting_until', 'is', null), eb('deleting_until', '<', now)]),
    )
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Deletes a campaign's daily results, so that they no longer count on any screen. */
export async function deleteDays(transaction: Transaction, { user_id, id }: CampaignKey): Promise<void> {
  await transaction.deleteFrom('campaign_days').where('user_id', '=', user_id).where('campaign_id', '=', id).execute();
}

/** Deletes the next batch of a campaign's log entries. Returns false if there were none left. */
export async function deleteLogBatch(
  transaction: Transaction,
  { user_id, id }: CampaignKey,
  limit: number,
): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM campaign_logs WHERE user_id = ${user_id} AND campaign_id = ${id} AND seq < ${limit} + (
      SELECT min(seq) FROM campaign_logs WHERE user_id = ${user_id} AND campaign_id = ${id})
    RETURNING seq`.execute(transaction);
  return rows.length > 0;
}

/**
 * Deletes a campaign's row. Returns false if the row is already gone, or if the campaign still has deliveries, because their people have to
 * be set back to pending first.
 */
export async function deleteCampaignRow(transaction: Transaction, { user_id, id }: CampaignKey): Promise<boolean> {
  const result = await transaction
    .deleteFrom('campaigns')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('deliveries').select('id').where('user_id', '=', user_id).where('campaign_id', '=', id))),
    )
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Lists deleted campaigns whose rows haven't all been deleted and aren't being deleted right now. */
export function listHalfDeleted(db: Database) {
  return db
    .selectFrom('campaigns')
    .select(['user_id', 'id'])
    .where('deleted_at', 'is not', null)
    .where(({ or, eb }) => or([eb('deleting_until', 'is', null), eb('deleting_until', '<', now)]))
    .execute();
}

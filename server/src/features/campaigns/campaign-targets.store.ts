import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';
import type { CampaignKey } from './campaign-state.store.ts';

/* Queries for first starts and deletions, which work in batches so that other calls don't wait for long. */

const preparationSeconds = 60;
const batchSize = 1000;

/** Takes the lease on preparing a campaign's first start; false when another process has it or the campaign has started. */
export async function beginPreparation(db: Database, { user_id, id }: CampaignKey, preparation: string) {
  const result = await db
    .updateTable('campaigns')
    .set({ preparation, preparing_until: secondsFromNow(preparationSeconds) })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('deleted_at', 'is', null)
    .where(({ or, eb }) => or([eb('preparing_until', 'is', null), eb('preparing_until', '<', now)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Renews that lease under the campaign's lock; false when it was lost. */
export async function keepPreparation(transaction: Transaction, { user_id, id }: CampaignKey, preparation: string) {
  const result = await transaction
    .updateTable('campaigns')
    .set({ preparing_until: secondsFromNow(preparationSeconds) })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('preparation', '=', preparation)
    .where('status', '=', 'pending')
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

/** Deletes a batch of deliveries; false when there were none. */
export async function deleteTargets(transaction: Transaction, { user_id, id }: CampaignKey): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM deliveries WHERE user_id = ${user_id} AND id = ANY(ARRAY(
      SELECT id FROM deliveries WHERE user_id = ${user_id} AND campaign_id = ${id} LIMIT ${batchSize}))
    RETURNING id`.execute(transaction);
  return rows.length > 0;
}

/** Takes or renews the lease on deleting a campaign's rows; false while another process has it. */
export async function takeDeletion(db: Database, { user_id, id }: CampaignKey, deletion: string): Promise<boolean> {
  const result = await db
    .updateTable('campaigns')
    .set({ deletion, deleting_until: secondsFromNow(preparationSeconds) })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .where(({ or, eb }) =>
      or([eb('deletion', '=', deletion), eb('deleting_until', 'is', null), eb('deleting_until', '<', now)]),
    )
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

type DeletedPiece = { reset: number; last: string };

/**
 * Sets the people of the next deliveries back to pending and deletes the deliveries; null when none are left. Each batch
 * begins after a given name, so that it doesn't scan the dead rows that earlier batches left in the index.
 */
export async function deleteBatchResettingPeople(
  transaction: Transaction,
  { user_id, id }: CampaignKey,
  after: string,
): Promise<DeletedPiece | null> {
  const { rows } = await sql<{ recipient_id: number | null; touched: boolean; last: string }>`
    WITH gone AS (
      DELETE FROM deliveries WHERE user_id = ${user_id} AND id = ANY(ARRAY(
        SELECT id FROM deliveries WHERE user_id = ${user_id} AND campaign_id = ${id} AND recipient > ${after}
        ORDER BY recipient LIMIT ${batchSize}))
      RETURNING recipient, recipient_id, status IN ('sent', 'failed', 'not_found', 'unknown') AS touched)
    SELECT recipient_id, touched, max(recipient) OVER () AS last FROM gone`.execute(transaction);
  const last = rows[0]?.last;
  if (last === undefined) return null;
  const people = rows.flatMap((row) => (row.touched && row.recipient_id !== null ? [row.recipient_id] : []));
  const result = await sql`
    UPDATE recipients SET status = 'pending'
    WHERE user_id = ${user_id} AND id = ANY(${people}::bigint[]) AND status <> 'pending'`.execute(transaction);
  return { reset: Number(result.numAffectedRows ?? 0n), last };
}

/** Deletes the next batch of log entries; false when none are left. */
export async function deleteLogBatch(transaction: Transaction, { user_id, id }: CampaignKey): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM campaign_logs WHERE user_id = ${user_id} AND campaign_id = ${id} AND seq < ${batchSize} + (
      SELECT min(seq) FROM campaign_logs WHERE user_id = ${user_id} AND campaign_id = ${id})
    RETURNING seq`.execute(transaction);
  return rows.length > 0;
}

/** Refused while deliveries are left, because their people would never be set back to pending. False in that case. */
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

/** Campaigns whose deletion has begun and whose lease has expired. */
export function listHalfDeleted(db: Database) {
  return db
    .selectFrom('campaigns')
    .select(['user_id', 'id'])
    .where('deleted_at', 'is not', null)
    .where(({ or, eb }) => or([eb('deleting_until', 'is', null), eb('deleting_until', '<', now)]))
    .execute();
}

type Reset = { recipients_reset: number; already_messaged: number; possibly_messaged: number };

/** How many people a deletion would set back to pending, and how many of them have or may have the message. */
export async function countReset(db: Database, { user_id, id }: CampaignKey) {
  const { rows } = await sql<Reset>`
    SELECT count(*) FILTER (WHERE d.status IN ('sent', 'failed', 'not_found', 'unknown') AND r.status <> 'pending') AS recipients_reset,
      count(*) FILTER (WHERE d.status = 'sent') AS already_messaged,
      count(*) FILTER (WHERE d.status IN ('committed', 'unknown')) AS possibly_messaged
    FROM deliveries d JOIN recipients r ON r.user_id = d.user_id AND r.id = d.recipient_id
    WHERE d.user_id = ${user_id} AND d.campaign_id = ${id}
      AND d.status IN ('sent', 'failed', 'not_found', 'unknown', 'committed')`.execute(db);
  return rows[0] ?? { recipients_reset: 0, already_messaged: 0, possibly_messaged: 0 };
}

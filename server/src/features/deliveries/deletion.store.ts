import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';
import { onlyRow } from '../../platform/database/only-row.ts';

/* Deletes a campaign's deliveries in batches, so that other requests don't have to wait long. */

export type DeletedBatch = { reset: number; last: string };

/**
 * Deletes the next batch of a campaign's deliveries. The people that the campaign messaged or tried to message become pending
 * again. Returns null if no deliveries are left. The batch begins after the username `after`, so that the query doesn't scan the
 * dead index entries that earlier batches left behind.
 */
export async function deleteDeliveries(
  transaction: Transaction,
  { user_id, id }: CampaignKey,
  { after, limit }: { after: string; limit: number },
): Promise<DeletedBatch | null> {
  const { rows } = await sql<{ recipient_id: number | null; touched: boolean; last: string }>`
    WITH gone AS (
      DELETE FROM deliveries WHERE user_id = ${user_id} AND id = ANY(ARRAY(
        SELECT id FROM deliveries WHERE user_id = ${user_id} AND campaign_id = ${id} AND recipient > ${after}
        ORDER BY recipient LIMIT ${limit}))
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

type Reset = { recipients_reset: number; already_messaged: number; possibly_messaged: number };

/**
 * Returns the maximum number of people who would be pending on the list again after a deletion, how many people received the message, and
 * how many people may have received the message. Uses the campaign's counters, because counting 50,000 deliveries took 70 ms.
 */
export async function countReset(db: Database, { user_id, id }: CampaignKey) {
  const { rows } = await sql<Reset>`
    SELECT total_sent + total_failed + committed AS recipients_reset, total_sent AS already_messaged,
      committed + unknown AS possibly_messaged
    FROM campaigns,
      (SELECT count(*) AS committed FROM claims
        WHERE user_id = ${user_id} AND campaign_id = ${id} AND committed_at IS NOT NULL) c,
      (SELECT count(*) AS unknown FROM deliveries
        WHERE user_id = ${user_id} AND campaign_id = ${id} AND status = 'unknown') d
    WHERE user_id = ${user_id} AND id = ${id}`.execute(db);
  return onlyRow(rows);
}

import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import { now } from '../../platform/database/expressions.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';

type Of = { userId: number; recipientIds: readonly number[] };

/**
 * Selects the deliveries of these recipients, looking up one recipient at a time. If it compared all IDs at once, it would read all of the
 * user's deliveries whenever the planner's statistics don't include the user yet.
 */
function deliveriesOf({ userId, recipientIds }: Of) {
  return sql`unnest(${[...recipientIds]}::bigint[]) AS r (id) CROSS JOIN LATERAL (
    SELECT ctid, id, campaign_id, recipient_id, status FROM deliveries
    WHERE user_id = ${userId} AND recipient_id = r.id OFFSET 0) d`;
}

/** Lists campaigns that could still message one of these recipients, in the order in which they must be locked. */
export async function listCampaignsReaching(transaction: Transaction, of: Of): Promise<number[]> {
  const { rows } = await sql<{ campaign_id: number }>`
    SELECT DISTINCT d.campaign_id FROM ${deliveriesOf(of)}
    WHERE d.status IN ('pending', 'claimed') ORDER BY d.campaign_id`.execute(transaction);
  return rows.map(({ campaign_id }) => campaign_id);
}

/** Withdraws the recipients who are still pending and returns their IDs. The caller has to withdraw claimed recipients one by one. */
export async function withdrawWaiting(
  transaction: Transaction,
  { user_id: userId, id }: CampaignKey,
  recipientIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ recipient_id: number }>`
    UPDATE deliveries SET status = 'withdrawn', retry_at = NULL, detail = NULL, finished_at = ${now}
    WHERE ctid = ANY(ARRAY(SELECT d.ctid FROM ${deliveriesOf({ userId, recipientIds })}
      WHERE d.campaign_id = ${id} AND d.status = 'pending'))
    RETURNING recipient_id`.execute(transaction);
  return rows.map(({ recipient_id }) => recipient_id);
}

export async function listClaimed(
  transaction: Transaction,
  { user_id: userId, id }: CampaignKey,
  recipientIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT d.id FROM ${deliveriesOf({ userId, recipientIds })}
    WHERE d.campaign_id = ${id} AND d.status = 'claimed' ORDER BY d.id`.execute(transaction);
  return rows.map((row) => row.id);
}

/** A person on a list. */
export type ListPlace = { list_id: number; recipient: string };

/**
 * Links earlier deliveries to people who were removed from a list and are on it again, so that late reports, retries and answers of the user
 * change their status. Leaves out deliveries that were withdrawn when the people were removed.
 */
export async function relinkRecipients(
  transaction: Transaction,
  userId: number,
  places: readonly ListPlace[],
): Promise<void> {
  // `OFFSET 0` makes the planner look up each person.
  await sql`UPDATE deliveries d SET recipient_id = found.recipient_id FROM (
      SELECT old.id, r.id AS recipient_id
      FROM unnest(${places.map((place) => place.list_id)}::bigint[], ${places.map((place) => place.recipient)}::text[])
        AS given (list_id, recipient)
      CROSS JOIN LATERAL (SELECT id, campaign_id, status FROM deliveries
        WHERE user_id = ${userId} AND recipient = given.recipient AND recipient_id IS NULL OFFSET 0) old
      JOIN campaigns c ON c.user_id = ${userId} AND c.id = old.campaign_id AND c.list_id = given.list_id
      CROSS JOIN LATERAL (SELECT id FROM recipients
        WHERE user_id = ${userId} AND list_id = given.list_id AND recipient = given.recipient OFFSET 0) r
      WHERE old.status IN ('committed', 'sent', 'not_found', 'failed', 'unknown')) found
    WHERE d.user_id = ${userId} AND d.id = found.id`.execute(transaction);
}

/**
 * Sets the list status of recipients to their last outcome since the time `since`, as the report would have done. Also considers messages
 * that were sent up to 15 minutes earlier, because their reports may have arrived after that time.
 */
export async function applyOutcomesSince(
  transaction: Transaction,
  userId: number,
  { recipientIds, since }: { recipientIds: readonly number[]; since: string },
): Promise<void> {
  await sql`UPDATE recipients r SET status = last.list_status
    FROM unnest(${[...recipientIds]}::bigint[]) AS given (id) CROSS JOIN LATERAL (
      SELECT CASE WHEN d.status = 'unknown' THEN 'failed' WHEN d.reason = 'said_not_sent' THEN 'pending' ELSE d.status END
        AS list_status
      FROM deliveries d WHERE d.user_id = ${userId} AND d.recipient_id = given.id
        AND d.status IN ('sent', 'not_found', 'failed', 'unknown')
        AND d.finished_at > ${since}::timestamptz - CASE d.status WHEN 'sent' THEN interval '15 minutes' ELSE interval '0' END
      ORDER BY d.status = 'sent' DESC, d.finished_at DESC LIMIT 1) last
    WHERE r.user_id = ${userId} AND r.id = given.id AND r.status NOT IN ('sent', last.list_status)`.execute(
    transaction,
  );
}

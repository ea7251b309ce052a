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
 * Links earlier deliveries to people who were removed from a list and are on it again, so that late reports, retries and the user's answers
 * change their status. Leaves out deliveries that were withdrawn when the people were removed.
 */
export async function relinkRecipients(
  transaction: Transaction,
  userId: number,
  places: readonly ListPlace[],
): Promise<void> {
  // PostgreSQL evaluates `hasRemoved` once per statement, and looks up nobody if it is false. `OFFSET 0` makes the planner look up each person.
  const hasRemoved = sql`(SELECT recipient FROM deliveries WHERE user_id = ${userId} AND recipient_id IS NULL
    ORDER BY recipient LIMIT 1) IS NOT NULL`;
  await sql`UPDATE deliveries d SET recipient_id = found.recipient_id FROM (
      SELECT old.id, r.id AS recipient_id
      FROM unnest(${places.map((place) => place.list_id)}::bigint[], ${places.map((place) => place.recipient)}::text[])
        AS given (list_id, recipient)
      CROSS JOIN LATERAL (SELECT id, campaign_id, status FROM deliveries
        WHERE user_id = ${userId} AND recipient = given.recipient AND recipient_id IS NULL OFFSET 0) old
      JOIN campaigns c ON c.user_id = ${userId} AND c.id = old.campaign_id AND c.list_id = given.list_id
      CROSS JOIN LATERAL (SELECT id FROM recipients
        WHERE user_id = ${userId} AND list_id = given.list_id AND recipient = given.recipient OFFSET 0) r
      WHERE ${hasRemoved} AND old.status IN ('committed', 'sent', 'not_found', 'failed', 'unknown')) found
    WHERE d.user_id = ${userId} AND d.id = found.id`.execute(transaction);
}

/** The statuses of a recipient's deliveries by ID, or null if the recipient has none. A change to many people stores them for its undo. */
export type DeliveryStatuses = Readonly<Record<string, string>> | null;

/** Returns the statuses of these recipients' deliveries, as JSON. Leaves out deliveries that were skipped or withdrawn. */
export async function listDeliveryStatuses(transaction: Transaction, of: Of): Promise<Map<number, string>> {
  const { rows } = await sql<{ recipient_id: number; statuses: string }>`
    SELECT d.recipient_id, jsonb_object_agg(d.id, d.status)::text AS statuses FROM ${deliveriesOf(of)}
    WHERE d.status NOT IN ('skipped', 'withdrawn') GROUP BY d.recipient_id`.execute(transaction);
  return new Map(rows.map(({ recipient_id, statuses }) => [recipient_id, statuses]));
}

/**
 * Sets the list status of recipients to the outcomes that their deliveries got after `statuses` was stored, as the report or the user's
 * answer would have done.
 */
export async function applyNewOutcomes(
  transaction: Transaction,
  userId: number,
  recipients: readonly { id: number; statuses: DeliveryStatuses }[],
): Promise<void> {
  await sql`UPDATE recipients r SET status = last.list_status
    FROM jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb) AS given (id bigint, statuses jsonb) CROSS JOIN LATERAL (
      SELECT CASE WHEN d.status = 'unknown' THEN 'failed' WHEN d.reason = 'said_not_sent' THEN 'pending' ELSE d.status END
        AS list_status
      FROM deliveries d WHERE d.user_id = ${userId} AND d.recipient_id = given.id
        AND d.status IN ('sent', 'not_found', 'failed', 'unknown') AND given.statuses ->> d.id::text <> d.status
      ORDER BY d.status = 'sent' DESC, d.finished_at DESC LIMIT 1) last
    WHERE r.user_id = ${userId} AND r.id = given.id AND r.status NOT IN ('sent', last.list_status)`.execute(
    transaction,
  );
}

import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';
import { outcomeUnknown } from './campaign-state.store.ts';
import type { CampaignKey } from './campaign-state.store.ts';

/* The people of a campaign, written and taken away in pieces, so that nobody else waits long. */

const preparationSeconds = 60;
const pieceSize = 1000;

/** Takes the right to prepare a campaign's first start; false when somebody else is at it, or it is started. */
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

/** Keeps that right, under the campaign's lock; false when it was lost. */
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

/** Writes deliveries for the next pending people of the list; answers the last one's id, null at the end. */
export async function insertTargets(
  transaction: Transaction,
  { user_id, id }: CampaignKey,
  from: { listId: number; afterRecipientId: number },
): Promise<number | null> {
  const { rows } = await sql<{ last_id: number | null }>`
    WITH piece AS (
      SELECT id, recipient FROM recipients
      WHERE user_id = ${user_id} AND list_id = ${from.listId} AND status = 'pending' AND id > ${from.afterRecipientId}
      ORDER BY id LIMIT ${pieceSize}
    ), written AS (
      INSERT INTO deliveries (user_id, campaign_id, recipient_id, recipient)
      SELECT ${user_id}, ${id}, id, recipient FROM piece ORDER BY id
      ON CONFLICT DO NOTHING
    )
    SELECT max(id) AS last_id FROM piece`.execute(transaction);
  return rows[0]?.last_id ?? null;
}

/** Takes some deliveries away; false when there were none. */
export async function deleteTargets(transaction: Transaction, { user_id, id }: CampaignKey): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM deliveries WHERE user_id = ${user_id} AND id = ANY(ARRAY(
      SELECT id FROM deliveries WHERE user_id = ${user_id} AND campaign_id = ${id} LIMIT ${pieceSize}))
    RETURNING id`.execute(transaction);
  return rows.length > 0;
}

export async function countTargets(transaction: Transaction, { user_id, id }: CampaignKey): Promise<number> {
  const row = await transaction
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll<number>().as('targets'))
    .where('user_id', '=', user_id)
    .where('campaign_id', '=', id)
    .executeTakeFirstOrThrow();
  return row.targets;
}

type DeletedPiece = {
  /** Where the next piece begins; null when there is none. */
  last: string | null;
  reset: number;
};

/**
 * Puts the people of the next deliveries back to pending and takes the deliveries away. Pieces begin behind a name, so
 * that none walks over what the earlier ones left behind; the arrays make the plan the same without statistics.
 */
export async function deletePieceResettingPeople(
  transaction: Transaction,
  { user_id, id }: CampaignKey,
  after: string,
): Promise<DeletedPiece> {
  const { rows } = await sql<{ recipient: string; recipient_id: number | null; touched: boolean }>`
    DELETE FROM deliveries WHERE user_id = ${user_id} AND id = ANY(ARRAY(
      SELECT id FROM deliveries WHERE user_id = ${user_id} AND campaign_id = ${id} AND recipient > ${after}
      ORDER BY recipient LIMIT ${pieceSize}))
    RETURNING recipient, recipient_id, status IN ('sent', 'failed', 'not_found') AS touched`.execute(transaction);
  const people = rows.flatMap((row) => (row.touched && row.recipient_id !== null ? [row.recipient_id] : []));
  const result = await sql`
    UPDATE recipients SET status = 'pending'
    WHERE user_id = ${user_id} AND id = ANY(${people}::bigint[]) AND status <> 'pending'`.execute(transaction);
  // The database's own order of names, not ours.
  const last = await sql<{ last: string | null }>`
    SELECT max(name) AS last FROM unnest(${rows.map((row) => row.recipient)}::text[]) AS name`.execute(transaction);
  return { last: last.rows[0]?.last ?? null, reset: Number(result.numAffectedRows ?? 0n) };
}

/** Takes the log entries with the next numbers away; false when there are no more. */
export async function deleteLogPiece(transaction: Transaction, { user_id, id }: CampaignKey): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM campaign_logs WHERE user_id = ${user_id} AND campaign_id = ${id} AND seq < ${pieceSize} + (
      SELECT min(seq) FROM campaign_logs WHERE user_id = ${user_id} AND campaign_id = ${id})
    RETURNING seq`.execute(transaction);
  return rows.length > 0;
}

export async function deleteCampaignRow(transaction: Transaction, { user_id, id }: CampaignKey): Promise<void> {
  await transaction.deleteFrom('campaigns').where('user_id', '=', user_id).where('id', '=', id).execute();
}

/** Campaigns whose deletion was begun and never ended. */
export function listHalfDeleted(db: Database) {
  return db
    .selectFrom('campaigns')
    .select(['user_id', 'id'])
    .where('deleted_at', '<', secondsFromNow(-preparationSeconds))
    .execute();
}

/** Whether an agent that was told to go ahead, or to look, has not said yet how it ended. */
const isBeingSent = sql<boolean>`(d.status = 'claimed' AND d.may_have_left)`;
/** The same, or nobody knows how it ended. */
const isOutcomeOpen = sql<boolean>`(d.status IN ('claimed', 'unknown') AND (d.status = 'unknown' OR d.may_have_left))`;

type Reset = { recipients_reset: number; already_messaged: number; possibly_messaged: number };

/** What a deletion would put back, and who has the message or may have it. */
export async function countReset(db: Database, { user_id, id }: CampaignKey) {
  const { rows } = await sql<Reset>`
    SELECT count(*) FILTER (WHERE d.status IN ('sent', 'failed', 'not_found') AND r.status <> 'pending') AS recipients_reset,
      count(*) FILTER (WHERE d.status = 'sent') AS already_messaged,
      count(*) FILTER (WHERE ${isOutcomeOpen}
        OR d.status = 'failed' AND (d.reason = ${outcomeUnknown} OR d.reported_outcome = 'unknown')) AS possibly_messaged
    FROM deliveries d JOIN recipients r ON r.user_id = d.user_id AND r.id = d.recipient_id
    WHERE d.user_id = ${user_id} AND d.campaign_id = ${id}
      AND d.status IN ('sent', 'failed', 'not_found', 'unknown', 'claimed')`.execute(db);
  return rows[0] ?? { recipients_reset: 0, already_messaged: 0, possibly_messaged: 0 };
}

export async function isAnyBeingSent(transaction: Transaction, { user_id, id }: CampaignKey): Promise<boolean> {
  const { rows } = await sql`
    SELECT d.id FROM deliveries d WHERE d.user_id = ${user_id} AND d.campaign_id = ${id} AND ${isBeingSent}
    LIMIT 1`.execute(transaction);
  return rows.length > 0;
}

/** The campaigns that have ended and have people of a list of whom it is open whether they got the message, and how many. */
export async function listEndedSenders(db: Database, userId: number, listId: number) {
  const { rows } = await sql<{ name: string; people: number }>`
    SELECT c.name, count(*) AS people FROM deliveries d
    JOIN campaigns c ON c.user_id = d.user_id AND c.id = d.campaign_id
    JOIN recipients r ON r.user_id = d.user_id AND r.id = d.recipient_id
    WHERE d.user_id = ${userId} AND ${isOutcomeOpen} AND r.list_id = ${listId}
      AND c.status IN ('completed', 'failed') AND c.deleted_at IS NULL
    GROUP BY c.id, c.name ORDER BY c.id`.execute(db);
  return rows;
}

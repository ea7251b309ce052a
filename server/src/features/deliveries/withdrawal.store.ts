import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import { now } from '../../platform/database/expressions.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';

type Of = { userId: number; recipientIds: readonly number[] };

/** Lists campaigns that could still message one of these recipients, in the order in which they must be locked. */
export async function listCampaignsReaching(transaction: Transaction, { userId, recipientIds }: Of): Promise<number[]> {
  const { rows } = await sql<{ campaign_id: number }>`
    SELECT DISTINCT campaign_id FROM deliveries WHERE user_id = ${userId} AND recipient_id = ANY(${[...recipientIds]}::bigint[])
      AND status IN ('pending', 'claimed') ORDER BY campaign_id`.execute(transaction);
  return rows.map(({ campaign_id }) => campaign_id);
}

/** Withdraws the recipients who are still pending and returns their IDs. The caller has to withdraw claimed recipients one by one. */
export async function withdrawWaiting(
  transaction: Transaction,
  { user_id, id }: CampaignKey,
  recipientIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ recipient_id: number }>`
    UPDATE deliveries SET status = 'withdrawn', retry_at = NULL, detail = NULL, finished_at = ${now}
    WHERE user_id = ${user_id} AND recipient_id = ANY(${[...recipientIds]}::bigint[]) AND campaign_id = ${id}
      AND status = 'pending' RETURNING recipient_id`.execute(transaction);
  return rows.map(({ recipient_id }) => recipient_id);
}

export async function listClaimed(
  transaction: Transaction,
  { user_id, id }: CampaignKey,
  recipientIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM deliveries WHERE user_id = ${user_id} AND recipient_id = ANY(${[...recipientIds]}::bigint[])
      AND campaign_id = ${id} AND status = 'claimed' ORDER BY id`.execute(transaction);
  return rows.map((row) => row.id);
}

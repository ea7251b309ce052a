import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { now } from '../../platform/database/expressions.ts';

/* Claims that end without a report. */

type CampaignKey = { user_id: number; id: number };

/**
 * The campaigns with claims whose agent gave no sign of life any more, and those that have ended and still hold somebody whose
 * outcome is unknown; everybody's, or one user's.
 */
export async function listUnsettledCampaigns(db: Database, userId?: number): Promise<CampaignKey[]> {
  const ofUser = userId === undefined ? sql`` : sql`AND d.user_id = ${userId}`;
  const { rows } = await sql<CampaignKey>`
    SELECT d.user_id, d.campaign_id AS id FROM deliveries d
    WHERE d.status = 'claimed' AND d.lease_expires_at < now() ${ofUser}
    UNION
    SELECT d.user_id, d.campaign_id AS id FROM deliveries d
    JOIN campaigns c ON c.user_id = d.user_id AND c.id = d.campaign_id
    WHERE d.status = 'unknown' AND c.status IN ('completed', 'failed') AND c.deleted_at IS NULL ${ofUser}
    ORDER BY id`.execute(db);
  return rows;
}

/** The campaigns of which an agent still holds somebody. */
export function listCampaignsHeldBy(db: Database, userId: number, agentTokenId: number): Promise<CampaignKey[]> {
  return db
    .selectFrom('deliveries')
    .select(['user_id', 'campaign_id as id'])
    .distinct()
    .where('user_id', '=', userId)
    .where('agent_token_id', '=', agentTokenId)
    .where('status', '=', 'claimed')
    .orderBy('id')
    .execute();
}

/** What becomes of a claim that ended without a word: unless the agent was told to go ahead, nothing can have left. */
const statusAfterSilence = sql<'unknown' | 'pending'>`CASE WHEN may_have_left THEN 'unknown' ELSE 'pending' END`;

function endClaims(transaction: Transaction, { user_id, id }: CampaignKey) {
  return transaction
    .updateTable('deliveries')
    .set({ status: statusAfterSilence, lease_expires_at: null })
    .where('user_id', '=', user_id)
    .where('campaign_id', '=', id)
    .where('status', '=', 'claimed');
}

/** Ends a campaign's claims whose agent gave no sign of life any more. */
export async function expireLeases(transaction: Transaction, campaign: CampaignKey): Promise<void> {
  await endClaims(transaction, campaign).where('lease_expires_at', '<', now).execute();
}

/** What an agent still holds of a campaign at its end, as if the leases had run out. */
export async function abandonLeases(
  transaction: Transaction,
  campaign: CampaignKey,
  agentTokenId: number,
): Promise<void> {
  await endClaims(transaction, campaign).where('agent_token_id', '=', agentTokenId).execute();
}

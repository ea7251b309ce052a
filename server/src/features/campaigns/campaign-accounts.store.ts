import { sql } from 'kysely';
import type { MessageValues } from '@sandpiper/contract/message';
import { onlineSeconds } from '../../platform/access/access.store.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { literal, now, secondsFromNow } from '../../platform/database/expressions.ts';

type NextPerson = { recipient: string; variables: MessageValues | null };

/** Lists the next people to message. Reads the deliveries or, before the first start, the list. */
export async function listNextPeople(
  db: Database,
  userId: number,
  campaign: { id: number; list_id: number | null; started_at: string | null },
  limit: number,
): Promise<NextPerson[]> {
  const { rows } = await (
    campaign.started_at === null
      ? sql<NextPerson>`SELECT recipient, variables FROM recipients
        WHERE user_id = ${userId} AND list_id = ${campaign.list_id} AND status = 'pending' ORDER BY id LIMIT ${limit}`
      : sql<NextPerson>`SELECT d.recipient, r.variables FROM deliveries d
        JOIN recipients r ON r.user_id = d.user_id AND r.id = d.recipient_id
        WHERE d.user_id = ${userId} AND d.campaign_id = ${campaign.id} AND d.status = 'pending'
        ORDER BY d.turn, d.id LIMIT ${limit}`
  ).execute(db);
  return rows;
}

export function findPace(db: Database, userId: number) {
  return db.selectFrom('users').select(['delay_start', 'delay_end']).where('id', '=', userId).executeTakeFirstOrThrow();
}

/** Lists which of these accounts a running campaign uses, each with the campaign's name. Ignores the campaign `exceptCampaignId`. */
export function listConflicts(db: Database, userId: number, profileIds: readonly number[], exceptCampaignId = 0) {
  return db
    .selectFrom('campaign_profiles')
    .innerJoin('campaigns', (join) =>
      join
        .onRef('campaigns.user_id', '=', 'campaign_profiles.user_id')
        .onRef('campaigns.id', '=', 'campaign_profiles.campaign_id'),
    )
    .innerJoin('profiles', (join) =>
      join
        .onRef('profiles.user_id', '=', 'campaign_profiles.user_id')
        .onRef('profiles.id', '=', 'campaign_profiles.profile_id'),
    )
    .select(['profiles.profile_name as name', 'campaigns.name as campaign'])
    .where('campaign_profiles.user_id', '=', userId)
    .where('campaign_profiles.is_running', '=', literal(true))
    .where('campaign_profiles.profile_id', '=', sql<number>`ANY(${[...profileIds]}::bigint[])`)
    .where('campaign_profiles.campaign_id', '<>', exceptCampaignId)
    .orderBy('profiles.id')
    .execute();
}

export async function listProfileIds(db: Database, userId: number, campaignId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('campaign_profiles')
    .select('profile_id')
    .where('user_id', '=', userId)
    .where('campaign_id', '=', campaignId)
    .orderBy('profile_id')
    .execute();
  return rows.map((row) => row.profile_id);
}

/**
 * Reserves a campaign's accounts, except removed ones. A unique index rejects an account that another running campaign uses. Deletes the
 * wait reasons that agents reported earlier, because they may no longer apply. Keeps the wait reasons of accounts that are still pausing.
 */
export async function reserveAccounts(transaction: Transaction, userId: number, campaignId: number): Promise<void> {
  await sql`
    UPDATE campaign_profiles cp SET is_running = true FROM profiles p
    WHERE cp.user_id = ${userId} AND cp.campaign_id = ${campaignId}
      AND p.user_id = cp.user_id AND p.id = cp.profile_id AND p.deleted_at IS NULL`.execute(transaction);
  await sql`
    UPDATE profiles p SET wait_reason = NULL, wait_detail = NULL FROM campaign_profiles cp
    WHERE cp.user_id = ${userId} AND cp.campaign_id = ${campaignId} AND cp.is_running AND p.user_id = cp.user_id
      AND p.id = cp.profile_id AND p.wait_reason IS NOT NULL AND (p.next_due_at IS NULL OR p.next_due_at <= ${now})`.execute(
    transaction,
  );
}

/** Replaces the accounts of a campaign that isn't running. */
export async function replaceAccounts(
  transaction: Transaction,
  userId: number,
  { campaignId, profileIds }: { campaignId: number; profileIds: readonly number[] },
): Promise<void> {
  await transaction
    .deleteFrom('campaign_profiles')
    .where('user_id', '=', userId)
    .where('campaign_id', '=', campaignId)
    .execute();
  await transaction
    .insertInto('campaign_profiles')
    .values(profileIds.map((profile_id) => ({ user_id: userId, campaign_id: campaignId, profile_id })))
    .execute();
}

type ComputerWindows = { installation_id: string; profile_ids: number[] };

/**
 * Lists, for each computer, the accounts that have a window open there for a campaign, as last reported by the user's online agents. An
 * account may have been moved to another computer since its window was opened.
 */
export async function listCampaignWindows(db: Database, userId: number, campaignId: number) {
  const { rows } = await sql<ComputerWindows>`
    SELECT installation_id, array_agg(DISTINCT (w ->> 'profile_id')::bigint) AS profile_ids
    FROM agent_tokens, jsonb_array_elements(windows) w
    WHERE user_id = ${userId} AND w ->> 'campaign_id' = ${String(campaignId)}
      AND last_seen_at > ${secondsFromNow(-onlineSeconds)}
    GROUP BY installation_id`.execute(db);
  return rows;
}

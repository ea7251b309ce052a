import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { now } from '../../platform/database/expressions.ts';
import { canWork } from './campaign-workers.store.ts';

export type AccountRow = {
  campaign_id: number;
  profile_id: number;
  profile_name: string;
  is_deleted: boolean;
  is_active: boolean;
  hold_reason: string | null;
  hold_detail: string | null;
  held_until: string | null;
  wait_reason: string | null;
  wait_detail: string | null;
  has_computer: boolean;
  /** The agent on its computer is online. */
  is_online: boolean;
  /** Every agent online on its computer is paused. */
  is_paused: boolean;
  is_sending: boolean;
  /** There is a person left to message, or one of its own messages to check. */
  has_work: boolean;
  /** At least one pending person is ready now and isn't being messaged by another campaign. */
  has_free: boolean;
  /** Everybody who is ready is left to another account of the campaign, which contacted them before. */
  is_kept_from: boolean;
  /** When the account next checks a message. Null: none is left to check, or people are left to message. */
  check_at: string | null;
  /** When the account can send again after reaching its daily limit; null: it hasn't reached it. */
  ceiling_ends_at: string | null;
  /** When the account's pace allows the next message; null: now. */
  due_at: string | null;
  /** When the next retry is due; null: somebody is ready now. */
  retry_at: string | null;
};

/** An account sends at most `most` messages in `seconds`. */
type Ceiling = { most: number; seconds: number };

/** The state of each account in these campaigns. */
export async function listCampaignAccounts(
  db: Database,
  userId: number,
  campaignIds: readonly number[],
  { most, seconds }: Ceiling,
): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    SELECT cp.campaign_id, cp.profile_id, p.profile_name, p.deleted_at IS NOT NULL AS is_deleted, p.is_active,
      CASE WHEN p.held_until IS NULL OR p.held_until > ${now} THEN p.hold_reason END AS hold_reason, p.hold_detail, p.held_until,
      p.wait_reason, p.wait_detail, p.installation_id IS NOT NULL AS has_computer,
      coalesce(a.is_online, false) AS is_online, coalesce(a.is_paused, false) AS is_paused,
      EXISTS (SELECT FROM claims c WHERE c.user_id = cp.user_id AND c.campaign_id = cp.campaign_id
        AND c.profile_id = cp.profile_id AND c.expires_at > ${now}) AS is_sending,
      w.has_free OR NOT w.has_ready AS has_free,
      w.has_free AND NOT EXISTS (SELECT FROM deliveries d WHERE d.user_id = cp.user_id AND d.campaign_id = cp.campaign_id
        AND d.status = 'pending' AND (d.retry_at IS NULL OR d.retry_at <= ${now})
        AND NOT EXISTS (SELECT FROM claims o WHERE o.user_id = d.user_id AND o.recipient = d.recipient)
        AND (d.kept_for_profile_id IS NULL OR d.kept_for_profile_id <> ALL(k.others))) AS is_kept_from,
      w.has_pending OR EXISTS (SELECT FROM claims c WHERE c.user_id = cp.user_id AND c.campaign_id = cp.campaign_id
        AND c.profile_id = cp.profile_id) AS has_work,
      (SELECT min(c.check_at) FROM claims c WHERE c.user_id = cp.user_id AND c.campaign_id = cp.campaign_id
        AND c.profile_id = cp.profile_id AND c.committed_at IS NOT NULL AND c.expires_at IS NULL AND NOT w.has_pending) AS check_at,
      (SELECT o.contacted_at + make_interval(secs => ${seconds}::float8) FROM counted_sends(cp.user_id, cp.profile_id) o
        WHERE o.contacted_at > ${now} - make_interval(secs => ${seconds}::float8)
        ORDER BY o.contacted_at DESC OFFSET ${most - 1} LIMIT 1) AS ceiling_ends_at,
      CASE WHEN p.next_due_at > ${now} THEN p.next_due_at END AS due_at,
      CASE WHEN NOT w.has_ready THEN w.retry_at END AS retry_at
    FROM campaign_profiles cp
    JOIN profiles p ON p.user_id = cp.user_id AND p.id = cp.profile_id
    LEFT JOIN LATERAL (SELECT count(*) > 0 AS is_online, bool_and(t.is_paused) AS is_paused FROM agent_tokens t
      WHERE t.user_id = p.user_id AND t.installation_id = p.installation_id
        AND t.last_seen_at > ${now} - interval '45 seconds') a ON true
    JOIN LATERAL (SELECT
      EXISTS (SELECT FROM deliveries d WHERE d.user_id = cp.user_id AND d.campaign_id = cp.campaign_id
        AND d.status = 'pending') AS has_pending,
      EXISTS (SELECT FROM deliveries d WHERE d.user_id = cp.user_id AND d.campaign_id = cp.campaign_id
        AND d.status = 'pending' AND (d.retry_at IS NULL OR d.retry_at <= ${now})) AS has_ready,
      EXISTS (SELECT FROM deliveries d WHERE d.user_id = cp.user_id AND d.campaign_id = cp.campaign_id
        AND d.status = 'pending' AND (d.retry_at IS NULL OR d.retry_at <= ${now})
        AND NOT EXISTS (SELECT FROM claims o WHERE o.user_id = d.user_id AND o.recipient = d.recipient)) AS has_free,
      (SELECT min(d.retry_at) FROM deliveries d WHERE d.user_id = cp.user_id AND d.campaign_id = cp.campaign_id
        AND d.status = 'pending') AS retry_at) w ON true
    JOIN LATERAL (SELECT ARRAY(SELECT p.id FROM campaign_profiles o JOIN profiles p ON p.user_id = o.user_id AND p.id = o.profile_id
      WHERE o.user_id = cp.user_id AND o.campaign_id = cp.campaign_id AND o.profile_id <> cp.profile_id
        AND ${canWork}) AS others) k ON true
    WHERE cp.user_id = ${userId} AND cp.campaign_id = ANY(${[...campaignIds]}::bigint[])
    ORDER BY cp.campaign_id, cp.profile_id`.execute(db);
  return rows;
}

/** The next person to be messaged: from the deliveries, or from the list before the first start. */
export async function findNextPerson(
  db: Database,
  userId: number,
  campaign: { id: number; list_id: number | null; started_at: string | null },
): Promise<string | null> {
  if (campaign.started_at === null) {
    if (campaign.list_id === null) return null;
    const person = await db
      .selectFrom('recipients')
      .select('recipient')
      .where('user_id', '=', userId)
      .where('list_id', '=', campaign.list_id)
      .where('status', '=', 'pending')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return person?.recipient ?? null;
  }
  const delivery = await db
    .selectFrom('deliveries')
    .select('recipient')
    .where('user_id', '=', userId)
    .where('campaign_id', '=', campaign.id)
    .where('status', '=', 'pending')
    .where('recipient_id', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return delivery?.recipient ?? null;
}

export function findPace(db: Database, userId: number) {
  return db.selectFrom('users').select(['delay_start', 'delay_end']).where('id', '=', userId).executeTakeFirstOrThrow();
}

/** Which of these accounts a running campaign uses, and which campaign that is. */
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
    .where('campaign_profiles.is_running', '=', true)
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

/** Reserves a campaign's accounts. A unique index refuses an account that another running campaign uses. */
export async function reserveAccounts(transaction: Transaction, userId: number, campaignId: number): Promise<void> {
  await sql`
    UPDATE campaign_profiles cp SET is_running = true FROM profiles p
    WHERE cp.user_id = ${userId} AND cp.campaign_id = ${campaignId}
      AND p.user_id = cp.user_id AND p.id = cp.profile_id AND p.deleted_at IS NULL`.execute(transaction);
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

/** The windows that the user's agents last reported as open for a campaign. */
export async function listCampaignWindows(db: Database, userId: number, campaignId: number): Promise<number[]> {
  const { rows } = await sql<{ profile_id: number }>`
    SELECT DISTINCT (w ->> 'profile_id')::bigint AS profile_id
    FROM agent_tokens, jsonb_array_elements(windows) w
    WHERE user_id = ${userId} AND w ->> 'campaign_id' = ${String(campaignId)}
      AND last_seen_at > now() - interval '45 seconds'
    ORDER BY 1`.execute(db);
  return rows.map((row) => row.profile_id);
}

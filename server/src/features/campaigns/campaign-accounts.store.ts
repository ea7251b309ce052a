import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export type AccountRow = {
  profile_id: number;
  profile_name: string;
  is_active: boolean;
  is_blocked: boolean;
  blocked_reason: string | null;
  /** What keeps it from sending, in its agent's words; null: nothing the agent knows of. */
  hindrance: string | null;
  is_sending: boolean;
  has_work: boolean;
  /** When it may send next by its own pace; null: at once. */
  due_at: string | null;
  /** When the next person may be tried again; null: somebody is ready now. */
  retry_at: string | null;
};

/** How each account of a campaign stands. */
export async function listCampaignAccounts(db: Database, userId: number, campaignId: number): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    WITH own AS (
      SELECT cp.*, p.profile_name, p.is_active, p.next_due_at FROM campaign_profiles cp
      JOIN profiles p ON p.user_id = cp.user_id AND p.id = cp.profile_id
      WHERE cp.user_id = ${userId} AND cp.campaign_id = ${campaignId}
    ), waiting AS (
      SELECT EXISTS (SELECT FROM deliveries WHERE user_id = ${userId} AND campaign_id = ${campaignId}
        AND status = 'pending') AS has_pending,
      EXISTS (SELECT FROM deliveries WHERE user_id = ${userId} AND campaign_id = ${campaignId}
        AND status = 'pending' AND (retry_at IS NULL OR retry_at <= now())) AS has_ready
    ), later AS (
      SELECT CASE WHEN NOT has_ready THEN (SELECT min(retry_at) FROM deliveries
        WHERE user_id = ${userId} AND campaign_id = ${campaignId} AND status = 'pending') END AS retry_at FROM waiting
    )
    SELECT own.profile_id, own.profile_name, own.is_active, own.blocked_at IS NOT NULL AS is_blocked,
      own.blocked_reason, own.hindrance, coalesce(open.is_sending, false) AS is_sending,
      waiting.has_pending OR open.is_open AS has_work,
      CASE WHEN own.next_due_at > now() THEN own.next_due_at END AS due_at, later.retry_at
    FROM own CROSS JOIN waiting CROSS JOIN later CROSS JOIN LATERAL (
      SELECT count(*) > 0 AS is_open, bool_or(status = 'claimed') AS is_sending FROM deliveries d
      WHERE d.user_id = ${userId} AND d.campaign_id = ${campaignId}
        AND d.status IN ('claimed', 'unknown') AND d.profile_id = own.profile_id
    ) open
    ORDER BY own.profile_id`.execute(db);
  return rows;
}

/** The next person to be messaged: of the ledger, or before the first start of the list. */
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

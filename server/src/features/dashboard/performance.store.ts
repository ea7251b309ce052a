import { sql } from 'kysely';
import type { PerformanceRow, PerformanceSort } from '@sandpiper/contract/account-performance';
import type { Database } from '../../platform/database/database.ts';
import { containsPattern } from '../../platform/database/expressions.ts';
import type { TimeRange } from './day-range.ts';
import { isDayWithin } from './dashboard.store.ts';

const orders: Readonly<Record<PerformanceSort, string>> = {
  messages_sent_desc: 'messages_sent DESC',
  messages_sent_asc: 'messages_sent ASC',
  messages_failed_desc: 'messages_failed DESC',
  messages_failed_asc: 'messages_failed ASC',
  success_rate_desc: 'success_rate DESC NULLS LAST',
  success_rate_asc: 'success_rate ASC NULLS LAST',
  total_actions_desc: 'total_actions DESC',
  total_actions_asc: 'total_actions ASC',
  campaigns_used_desc: 'campaigns_used DESC',
  campaigns_used_asc: 'campaigns_used ASC',
};

export type PerformanceQuery = {
  range: TimeRange;
  sort: PerformanceSort;
  search: string;
  /** Limits the results to this campaign and its current and former accounts, unless it is null. */
  campaignId: number | null;
  /** Null means no limit. */
  limit: number | null;
  offset: number;
};

type Row = Omit<PerformanceRow, 'daily_sent' | 'is_active'> & { is_active: boolean };

/** Returns a SQL condition that limits `campaign_days d` to a campaign. With null, the condition matches every row. */
function isOf(campaignId: number | null) {
  return sql<boolean>`(${campaignId}::bigint IS NULL OR d.campaign_id = ${campaignId}::bigint)`;
}

/**
 * Lists accounts with their results. Removed accounts are included only if the query is limited to one campaign. Adds up the days of each
 * campaign first, because `count(DISTINCT campaign_id)` would sort all days.
 */
export async function listPerformance(db: Database, userId: number, query: PerformanceQuery): Promise<Row[]> {
  const { range, campaignId } = query;
  const pattern = containsPattern(query.search);
  const { rows } = await sql<Row>`
    WITH campaigns AS (
      SELECT d.profile_id, sum(d.sent) AS sent, sum(d.failed + d.unknown) AS failed, sum(d.blocked) AS blocked,
        min(d.first_at) AS first, max(d.last_at) AS last
      FROM campaign_days d
      WHERE d.user_id = ${userId} AND ${isOf(campaignId)} AND ${isDayWithin(range)}
      GROUP BY d.profile_id, d.campaign_id
    ), acts AS (
      SELECT profile_id, sum(sent)::bigint AS sent, sum(failed)::bigint AS failed, sum(blocked)::bigint AS blocked,
        count(*) AS campaigns, min(first) AS first, max(last) AS last
      FROM campaigns GROUP BY profile_id
    ), performance AS (
      SELECT p.id AS profile_id, p.profile_name, p.profile_path, p.is_active,
        p.deleted_at IS NOT NULL AS is_deleted,
        round(100.0 * a.sent / nullif(a.sent + a.failed, 0), 1) AS success_rate,
        coalesce(a.sent, 0) AS messages_sent, coalesce(a.failed, 0) AS messages_failed,
        coalesce(a.blocked, 0) AS profile_blocked, coalesce(a.campaigns, 0) AS campaigns_used,
        coalesce(round(a.sent / greatest(1, extract(epoch FROM a.last - a.first) / 3600), 1), 0) AS efficiency,
        coalesce(a.sent + a.failed + a.blocked, 0) AS total_actions,
        a.first AS first_action, a.last AS last_action
      FROM profiles p LEFT JOIN acts a ON a.profile_id = p.id
      WHERE p.user_id = ${userId} AND (p.profile_name ILIKE ${pattern} OR p.profile_path ILIKE ${pattern})
        AND (${campaignId}::bigint IS NOT NULL OR p.deleted_at IS NULL)
        AND (${campaignId}::bigint IS NULL OR a.profile_id IS NOT NULL OR EXISTS (SELECT FROM campaign_profiles cp
          WHERE cp.user_id = p.user_id AND cp.campaign_id = ${campaignId}::bigint AND cp.profile_id = p.id))
    )
    SELECT * FROM performance ORDER BY ${sql.raw(orders[query.sort])}, profile_id
    LIMIT ${query.limit}::bigint OFFSET ${query.offset}`.execute(db);
  return rows;
}

export async function countAccounts(db: Database, userId: number, search: string): Promise<number> {
  const pattern = containsPattern(search);
  const { total } = await db
    .selectFrom('profiles')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where(({ or, eb }) => or([eb('profile_name', 'ilike', pattern), eb('profile_path', 'ilike', pattern)]))
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Counts the messages that each account in `profileIds` sent per day, starting with the first of `days`. Leaves out days without results.
 */
export async function countSentByDay(
  db: Database,
  userId: number,
  { profileIds, days, campaignId }: { profileIds: number[]; days: string[]; campaignId: number | null },
) {
  const first = days[0];
  if (first === undefined) return [];
  const { rows } = await sql<{ profile_id: number; date: string; sent: number }>`
    SELECT d.profile_id, d.day AS date, sum(d.sent) AS sent FROM campaign_days d
    WHERE d.user_id = ${userId} AND d.profile_id = ANY(${profileIds}::bigint[]) AND ${isOf(campaignId)}
      AND ${isDayWithin({ from: first, to: null })}
    GROUP BY 1, 2`.execute(db);
  return rows;
}

import { sql } from 'kysely';
import type { CampaignStatus } from '@sandpiper/contract/campaign-status';
import type { Database } from '../../platform/database/database.ts';
import { endOfUsersDay, pendingOnList, startOfUsersDay } from '../../platform/database/expressions.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import type { TimeRange } from './day-range.ts';

type Totals = { campaigns: number; recipients: number; sent: number; failed: number; pending: number };

/**
 * Counts the campaigns created, the people added, and the messages that were sent or failed in a date range. Also counts the people who are
 * still pending in the campaigns created in that range. A message with an unknown outcome counts as failed. Without a range, counts
 * everything.
 */
export async function getTotals(db: Database, userId: number, range: TimeRange): Promise<Totals> {
  const hasRange = range.from !== null || range.to !== null;
  const { rows } = await sql<Totals>`
    WITH own AS (
      SELECT c.*, ${isCreatedWithin(userId, range)} AS is_within FROM campaigns c
      WHERE c.user_id = ${userId} AND c.deleted_at IS NULL
    ), logged AS (
      SELECT coalesce(sum(d.sent), 0) AS sent, coalesce(sum(d.failed + d.unknown), 0) AS failed
      FROM campaign_days d WHERE ${hasRange} AND d.user_id = ${userId} AND ${isDayWithin(range)}
    ), counted AS (
      SELECT coalesce(sum(c.total_sent), 0) AS sent, coalesce(sum(c.total_failed), 0) AS failed FROM own c
    ), unstarted AS (
      SELECT coalesce(sum(${pendingOnList}), 0) AS waiting FROM own c
      WHERE c.status = 'pending' AND c.is_within
    )
    SELECT
      (SELECT count(*) FROM own c WHERE c.is_within) AS campaigns,
      (SELECT coalesce(sum(n.people), 0) FROM list_counts n WHERE n.user_id = ${userId}
        AND n.added_on BETWEEN coalesce(${range.from}::date, '-infinity') AND coalesce(${range.to}::date, 'infinity')) AS recipients,
      CASE WHEN ${hasRange} THEN logged.sent ELSE counted.sent END AS sent,
      CASE WHEN ${hasRange} THEN logged.failed ELSE counted.failed END AS failed,
      (SELECT coalesce(sum(c.total_list - c.total_sent - c.total_failed), 0) FROM own c
        WHERE c.status <> 'pending' AND c.is_within) + unstarted.waiting AS pending
    FROM logged, counted, unstarted`.execute(db);
  return onlyRow(rows);
}

/** Counts the sent and failed messages on each of the `days`. A message with an unknown outcome counts as failed. */
export async function countByDay(db: Database, userId: number, days: string[]) {
  const first = days[0];
  const last = days.at(-1);
  if (first === undefined || last === undefined) return [];
  const { rows } = await sql<{ date: string; sent: number; failed: number }>`
    SELECT day.date, coalesce(l.sent, 0) AS sent, coalesce(l.failed, 0) AS failed
    FROM unnest(${days}::date[]) AS day(date)
    LEFT JOIN (
      SELECT d.day, sum(d.sent) AS sent, sum(d.failed + d.unknown) AS failed FROM campaign_days d
      WHERE d.user_id = ${userId} AND ${isDayWithin({ from: first, to: last })}
      GROUP BY d.day
    ) l ON l.day = day.date
    ORDER BY day.date`.execute(db);
  return rows;
}

type Recent = {
  id: number;
  name: string;
  status: CampaignStatus;
  total_list: number;
  total_sent: number;
  total_failed: number;
  created_at: string;
};

export async function listNewestCampaigns(db: Database, userId: number, limit: number): Promise<Recent[]> {
  const { rows } = await sql<Recent>`
    SELECT c.id, c.name, c.status, c.total_sent, c.total_failed, c.created_at,
      CASE WHEN c.started_at IS NULL THEN ${pendingOnList} ELSE c.total_list END AS total_list
    FROM campaigns c WHERE c.user_id = ${userId} AND c.deleted_at IS NULL
    ORDER BY c.created_at DESC, c.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function hasEverStarted(db: Database, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('campaigns')
    .select('id')
    .where('user_id', '=', userId)
    .where('started_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns a SQL condition that limits `campaign_days d` to a date range. Without bounds, the condition matches every row. */
export function isDayWithin({ from, to }: TimeRange) {
  return sql<boolean>`d.day BETWEEN coalesce(${from}::date, '-infinity') AND coalesce(${to}::date, 'infinity')`;
}

/**
 * Returns a SQL condition that matches campaigns `c` created in a date range, in the user's time zone. Without bounds, the condition matches
 * all of them.
 */
function isCreatedWithin(userId: number, { from, to }: TimeRange) {
  return sql<boolean>`((${from}::date IS NULL OR c.created_at >= ${startOfUsersDay(userId, from)})
    AND (${to}::date IS NULL OR c.created_at < ${endOfUsersDay(userId, to)}))`;
}

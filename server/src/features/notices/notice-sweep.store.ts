import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { secondsFromNow } from '../../platform/database/expressions.ts';
import { isHeld } from '../accounts/account-holds.service.ts';

/* Finds the situations that users have to be notified about. */

export type WaitingCampaign = {
  user_id: number;
  name: string;
  hours: unknown;
  account_hours: unknown;
  timezone: string | null;
  is_outdated: boolean;
  occurrence: string;
};

/**
 * Lists running campaigns whose owner has had no agent online for this long and hasn't been notified. Returns a row for each account that
 * could send. While the agent stays offline, the owner is notified again only if another campaign has started. The query compares
 * the start with the time of the last notice. Comparing occurrences wouldn't work, because an occurrence also changes if a token is revoked
 * or a campaign is deleted.
 */
export async function listWithoutAgent(db: Database, awaySeconds: number): Promise<WaitingCampaign[]> {
  const before = secondsFromNow(-awaySeconds);
  const { rows } = await sql<WaitingCampaign>`
    SELECT c.user_id, c.name, c.hours, p.hours AS account_hours, p.timezone, owner.is_outdated, owner.occurrence
    FROM campaigns c
    JOIN campaign_profiles cp ON cp.user_id = c.user_id AND cp.campaign_id = c.id
    JOIN profiles p ON p.user_id = cp.user_id AND p.id = cp.profile_id
    CROSS JOIN LATERAL (
      SELECT seen.at, coalesce(seen.is_outdated, false) AS is_outdated,
        greatest(seen.at, started.at) + make_interval(secs => ${awaySeconds}::float8) AS due_at,
        concat(extract(epoch FROM seen.at), '/', extract(epoch FROM started.at)) AS occurrence
      FROM (SELECT max(t.last_seen_at) AS at, max(t.outdated_at) > coalesce(max(t.last_seen_at), '-infinity') AS is_outdated
          FROM agent_tokens t WHERE t.user_id = c.user_id) seen,
        (SELECT max(other.started_at) AS at FROM campaigns other
          WHERE other.user_id = c.user_id AND other.started_at < ${before}) started
    ) owner
    WHERE c.status = 'running' AND c.deleted_at IS NULL AND c.started_at < ${before}
      AND p.is_active AND p.deleted_at IS NULL AND NOT ${isHeld('p')}
      AND (owner.at IS NULL OR owner.at < ${before})
      AND NOT EXISTS (SELECT FROM notices n WHERE n.user_id = c.user_id AND n.kind = 'agent_away'
        AND n.created_at >= owner.due_at)
    ORDER BY c.user_id, c.id`.execute(db);
  return rows;
}

export type EndingSubscription = { user_id: number; end_date: string };

/**
 * Lists users whose subscription ends within this many days and who haven't been notified of that. Administrators don't need a
 * subscription.
 */
export async function listEndingSubscriptions(db: Database, days: number): Promise<EndingSubscription[]> {
  const { rows } = await sql<EndingSubscription>`
    SELECT u.id AS user_id, u.subscription_end_date AS end_date
    FROM users u, (SELECT (now() AT TIME ZONE 'UTC')::date AS today) t
    WHERE u.role = 'user' AND u.is_active AND u.subscription_end_date BETWEEN t.today AND t.today + ${days}::integer
      AND NOT EXISTS (SELECT FROM notices n WHERE n.user_id = u.id AND n.kind = 'subscription_ending'
        AND n.occurrence = u.subscription_end_date::text)
    ORDER BY u.id`.execute(db);
  return rows;
}

export type UsedAgent = {
  user_id: number;
  id: number;
  name: string;
  version: string;
  platform: string;
  is_refused: boolean;
};

/**
 * Lists agents that contacted the server within this many days, including those refused because their version is too old. If a computer was
 * paired again, lists only the agent that contacted the server last.
 */
export async function listUsedAgents(db: Database, days: number): Promise<UsedAgent[]> {
  const { rows } = await sql<UsedAgent>`
    SELECT * FROM (
      SELECT DISTINCT ON (t.user_id, coalesce(t.installation_id::text, t.id::text))
        t.user_id, t.id, t.name, t.version, t.platform, t.outdated_at IS NOT NULL AS is_refused
      FROM agent_tokens t JOIN users u ON u.id = t.user_id AND u.is_active
      WHERE t.version IS NOT NULL AND t.platform IS NOT NULL
        AND greatest(t.last_seen_at, t.outdated_at) > ${secondsFromNow(-days * 86_400)}
      ORDER BY t.user_id, coalesce(t.installation_id::text, t.id::text), greatest(t.last_seen_at, t.outdated_at) DESC, t.id DESC
    ) used ORDER BY user_id, id`.execute(db);
  return rows;
}

import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { daysFromNow, secondsFromNow } from '../../platform/database/expressions.ts';
import { isHeld } from '../accounts/account-holds.service.ts';

/* Finds the situations that users have to be notified about. */

/** An account that could send for a running campaign if its computer were connected. */
export type WaitingAccount = {
  user_id: number;
  campaign_id: number;
  profile_id: number;
  campaign_name: string;
  campaign_hours: unknown;
  account_hours: unknown;
  timezone: string | null;
  computer_id: string | null;
  computer_name: string | null;
  occurrence: string;
};

/**
 * Lists the accounts that running campaigns use and whose computer has been offline for `awaySeconds`, unless the owner has been notified
 * of this. An account without a computer counts as being on the computer that connected last. While a computer stays offline, its owner is
 * notified again only if another campaign that needs the computer has started. The query compares this campaign's start with the time of
 * the last notice about the computer. Comparing occurrences wouldn't work, because an occurrence also changes if a token is revoked or a
 * campaign is deleted.
 */
export async function listAccountsAway(db: Database, awaySeconds: number): Promise<WaitingAccount[]> {
  const before = secondsFromNow(-awaySeconds);
  const { rows } = await sql<WaitingAccount>`
    SELECT w.*, concat_ws(' ', w.computer, extract(epoch FROM w.seen_at), extract(epoch FROM w.started_at)) AS occurrence FROM (
      SELECT c.user_id, c.id AS campaign_id, p.id AS profile_id, c.name AS campaign_name, c.hours AS campaign_hours,
        p.hours AS account_hours, p.timezone, computer.id AS computer_id, coalesce(computer.id::text, 'unknown') AS computer,
        agent.name AS computer_name, agent.last_seen_at AS seen_at,
        max(c.started_at) OVER (PARTITION BY c.user_id, computer.id) AS started_at
      FROM campaigns c
      JOIN campaign_profiles cp ON cp.user_id = c.user_id AND cp.campaign_id = c.id
      JOIN profiles p ON p.user_id = cp.user_id AND p.id = cp.profile_id
      CROSS JOIN LATERAL (SELECT coalesce(p.installation_id, (SELECT t.installation_id FROM agent_tokens t
        WHERE t.user_id = p.user_id ORDER BY t.last_seen_at DESC NULLS LAST, t.id DESC LIMIT 1)) AS id) computer
      LEFT JOIN LATERAL (SELECT t.name, t.last_seen_at FROM agent_tokens t
        WHERE t.user_id = p.user_id AND t.installation_id = computer.id
        ORDER BY t.last_seen_at DESC NULLS LAST, t.id DESC LIMIT 1) agent ON true
      WHERE c.status = 'running' AND c.deleted_at IS NULL AND c.started_at < ${before}
        AND p.is_active AND p.deleted_at IS NULL AND NOT ${isHeld('p')}
        AND (agent.last_seen_at IS NULL OR agent.last_seen_at < ${before})
    ) w
    WHERE NOT EXISTS (SELECT FROM notices n WHERE n.user_id = w.user_id AND n.kind = 'agent_away'
      AND split_part(n.occurrence, ' ', 1) = w.computer
      AND n.created_at >= greatest(w.seen_at, w.started_at) + make_interval(secs => ${awaySeconds}::float8))
    ORDER BY w.user_id, w.campaign_id, w.profile_id`.execute(db);
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
 * Lists agents that contacted the server within this many days, including those refused because of their version. If a computer was
 * paired again, lists only the agent that contacted the server last.
 */
export async function listUsedAgents(db: Database, days: number): Promise<UsedAgent[]> {
  const { rows } = await sql<UsedAgent>`
    SELECT * FROM (
      SELECT DISTINCT ON (t.user_id, coalesce(t.installation_id::text, t.id::text))
        t.user_id, t.id, t.name, t.version, t.platform, t.outdated_at IS NOT NULL AS is_refused
      FROM agent_tokens t JOIN users u ON u.id = t.user_id AND u.is_active
      WHERE t.version IS NOT NULL AND t.platform IS NOT NULL
        AND greatest(t.last_seen_at, t.outdated_at) > ${daysFromNow(-days)}
      ORDER BY t.user_id, coalesce(t.installation_id::text, t.id::text), greatest(t.last_seen_at, t.outdated_at) DESC, t.id DESC
    ) used ORDER BY user_id, id`.execute(db);
  return rows;
}

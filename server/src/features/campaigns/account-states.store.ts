import type { CampaignStatus } from '@sandpiper/contract/campaign-status';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { onlineSeconds } from '../../platform/access/access.store.ts';
import type { Database } from '../../platform/database/database.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import { isHeld } from '../accounts/account-holds.service.ts';
import { canWork } from './campaign-workers.store.ts';
import type { LimitedAccount } from '../guard/sending-facts.service.ts';
import type { SendingAccount } from '../guard/sending-rules.service.ts';

/** The facts that decide whether one of a campaign's accounts can send now. */
export type AccountRow = SendingAccount &
  LimitedAccount & {
    campaign_id: number;
    profile_id: number;
    profile_name: string;
    campaign_status: CampaignStatus;
    campaign_hours: unknown;
    /**
     * Whether the campaign has reserved the account. False in a running campaign that was started while the account was removed, even if
     * the account has been added again since then.
     */
    is_reserved: boolean;
    hold_reason: string | null;
    hold_detail: string | null;
    wait_reason: string | null;
    wait_detail: string | null;
    /** Whether the agent on the account's computer is online. */
    is_online: boolean;
    /** Whether all online agents on the account's computer are paused. */
    is_paused: boolean;
    /**
     * Whether the agent on the account's computer is offline and the server refused the agent's last request because of its version. If
     * none of the owner's agents is online, also true if their most recent request came from a refused agent whose computer the server
     * doesn't know. For an account without a computer, any refused agent counts.
     */
    is_outdated: boolean;
    /** Whether any of the owner's agents is online. */
    is_any_online: boolean;
    /** Whether the account is messaging someone for this campaign, or checking whether a message arrived. */
    is_sending: boolean;
    /** When the lease on the account's current delivery expires. The delivery can belong to any campaign. */
    busy_until: string | null;
    /** Whether someone is left to message, or the account still has to finish or check one of the campaign's messages. */
    has_work: boolean;
    has_pending: boolean;
    /** Whether at least one pending person is ready now and isn't being messaged by any campaign. */
    has_free: boolean;
    /**
     * Whether everyone who is ready is reserved for other accounts of the campaign that contacted them before and can work. False if nobody
     * is ready.
     */
    is_kept_from: boolean;
    has_committed: boolean;
    /** When the next retry becomes due, or null if nobody is waiting for a retry. */
    retry_at: string | null;
    /** When the account next checks a message, or null if it has no message to check on its computer. */
    check_at: string | null;
    /** Whether one of the account's messages has to be checked by a computer that the account doesn't belong to anymore. */
    has_check_elsewhere: boolean;
    /** When the account can send again after reaching the server's own daily limit, or null if it hasn't reached that limit. */
    ceiling_ends_at: string | null;
  };

/** A limit of `most` messages per account in any period of `seconds` seconds. */
export type Ceiling = { most: number; seconds: number };

type Work = RawBuilder<unknown>;

/**
 * SQL condition that matches a delivery `d` that a claim could take now. The rules are the same as in `lockNextPending`, except that people
 * who were removed from the list are left out, and that reservations for other accounts are ignored.
 */
const isFree: Work = sql`d.status = 'pending' AND d.recipient_id IS NOT NULL AND (d.retry_at IS NULL OR d.retry_at <= ${now})
  AND NOT EXISTS (SELECT FROM claims o WHERE o.user_id = d.user_id AND o.recipient = d.recipient)`;

/**
 * Returns a SQL expression that checks whether a campaign `c` has a delivery `d` that meets the condition. The expression sorts deliveries
 * in the same order as a claim does. Otherwise, the database would read all of them.
 */
function isAny(condition: Work): Work {
  return sql`coalesce((SELECT true FROM deliveries d WHERE d.user_id = c.user_id AND d.campaign_id = c.id
    AND ${condition} ORDER BY d.turn, d.id LIMIT 1), false)`;
}

/** Returns a subquery for the work that is left in these campaigns. */
function workOf(userId: number, campaignIds: readonly number[]): Work {
  return sql`SELECT c.id AS campaign_id, c.status, c.hours,
    ${isAny(sql`d.status = 'pending' AND d.recipient_id IS NOT NULL`)} AS has_pending,
    ${isAny(isFree)} AS has_free,
    ${isAny(sql`${isFree} AND d.kept_for_profile_id IS NOT NULL`)} AS has_kept,
    EXISTS (SELECT FROM claims l WHERE l.user_id = c.user_id AND l.campaign_id = c.id
      AND l.committed_at IS NOT NULL) AS has_committed,
    (SELECT min(d.retry_at) FROM deliveries d WHERE d.user_id = c.user_id AND d.campaign_id = c.id
      AND d.status = 'pending' AND d.retry_at > ${now}) AS retry_at
    FROM campaigns c WHERE c.user_id = ${userId} AND c.id = ANY(${[...campaignIds]}::bigint[])`;
}

/** Subquery for the work of a campaign that doesn't exist yet, as if it were running and had people who can be messaged now. */
const workToCome: Work = sql`SELECT 0::bigint AS campaign_id, 'running' AS status, NULL::jsonb AS hours, true AS has_pending,
  true AS has_free, false AS has_kept, false AS has_committed, NULL::timestamptz AS retry_at`;

/** SQL expression that checks whether the last request from these agents was refused because of the agent's version. */
const lastWasRefused: Work = sql`coalesce(max(outdated_at) > coalesce(max(last_seen_at), '-infinity'), false)`;
/** Like `lastWasRefused`, but counts only refusals of agents whose computer the server doesn't know. */
const unknownWasRefused: Work = sql`coalesce(
  max(outdated_at) FILTER (WHERE installation_id IS NULL) > coalesce(max(last_seen_at), '-infinity'), false)`;

/** SQL join that adds the IDs of the campaign's other accounts that can work in the campaign. */
const others: Work = sql`LEFT JOIN LATERAL (SELECT coalesce(array_agg(p.id), '{}') AS others FROM campaign_profiles o
  JOIN profiles p ON p.user_id = o.user_id AND p.id = o.profile_id
  WHERE w.has_kept AND o.user_id = u.id AND o.campaign_id = cp.campaign_id AND o.profile_id <> cp.profile_id AND o.is_running AND ${canWork}) k ON true`;

type Asked = { userId: number; work: Work; accounts: Work; ceiling: Ceiling };

async function listStates(db: Database, { userId, work, accounts, ceiling }: Asked): Promise<AccountRow[]> {
  const { most, seconds } = ceiling;
  const { rows } = await sql<AccountRow>`
    WITH work AS MATERIALIZED (${work}), agents AS MATERIALIZED (
      SELECT t.installation_id, t.is_paused, t.outdated_at, t.last_seen_at,
        t.outdated_at IS NULL AND coalesce(t.last_seen_at > ${secondsFromNow(-onlineSeconds)}, false) AS is_online
      FROM agent_tokens t WHERE t.user_id = ${userId}),
    presence AS MATERIALIZED (
      SELECT coalesce(bool_or(is_online), false) AS is_any_online, ${lastWasRefused} AS is_outdated,
        ${unknownWasRefused} AS is_unknown_outdated FROM agents)
    SELECT cp.campaign_id, cp.profile_id, p.profile_name, w.status AS campaign_status, w.hours AS campaign_hours,
      cp.is_running AS is_reserved, ${now} AS at,
      p.deleted_at IS NOT NULL AS is_deleted, p.is_active, p.installation_id, p.hold_reason, p.hold_detail, p.held_until,
      ${isHeld('p')} AS is_held,
      p.next_due_at, coalesce(p.next_due_at > ${now}, false) AS has_to_wait, p.wait_reason, p.wait_detail,
      p.timezone, p.lasting_day, p.lasting_until, p.hours, p.daily_limit, p.ramp_start, p.ramp_step,
      p.sending_day, p.sent_on_day, p.ramp_day, u.role, u.subscription_end_date,
      EXISTS (SELECT FROM restores WHERE confirmed_at IS NULL) AS awaits_restore,
      coalesce(a.is_online, false) AS is_online, coalesce(a.is_paused, false) AS is_paused,
      NOT coalesce(a.is_online, false) AND (coalesce(a.is_outdated, false)
        OR NOT presence.is_any_online AND (presence.is_unknown_outdated
          OR p.installation_id IS NULL AND presence.is_outdated)) AS is_outdated,
      presence.is_any_online, coalesce(own.is_sending, false) AS is_sending, own.busy_until,
      w.has_pending OR coalesce(own.has_claims, false) AS has_work, w.has_pending, w.has_free, w.has_committed,
      w.has_kept AND NOT EXISTS (SELECT FROM deliveries d WHERE d.user_id = p.user_id AND d.campaign_id = cp.campaign_id AND ${isFree}
        AND (d.kept_for_profile_id IS NULL OR d.kept_for_profile_id <> ALL(k.others))) AS is_kept_from,
      w.retry_at, own.check_at, coalesce(own.has_check_elsewhere, false) AS has_check_elsewhere,
      (SELECT o.contacted_at + make_interval(secs => ${seconds}::float8) FROM counted_sends(p.user_id, p.id) o
        WHERE o.contacted_at > ${now} - make_interval(secs => ${seconds}::float8)
        ORDER BY o.contacted_at DESC OFFSET ${most - 1} LIMIT 1) AS ceiling_ends_at
    FROM (${accounts}) cp
    JOIN work w ON w.campaign_id = cp.campaign_id
    JOIN profiles p ON p.user_id = ${userId} AND p.id = cp.profile_id
    JOIN users u ON u.id = p.user_id
    ${others}
    CROSS JOIN presence
    LEFT JOIN LATERAL (SELECT bool_or(t.is_online) AS is_online, bool_and(t.is_paused) FILTER (WHERE t.is_online) AS is_paused,
      ${lastWasRefused} AS is_outdated FROM agents t WHERE t.installation_id = p.installation_id) a ON true
    LEFT JOIN LATERAL (SELECT
      bool_or(c.campaign_id = cp.campaign_id AND c.expires_at > ${now}) AS is_sending,
      bool_or(c.campaign_id = cp.campaign_id) AS has_claims,
      max(c.expires_at) FILTER (WHERE c.expires_at > ${now}) AS busy_until,
      min(c.check_at) FILTER (WHERE c.campaign_id = cp.campaign_id AND c.committed_at IS NOT NULL
        AND c.expires_at IS NULL AND c.installation_id = p.installation_id) AS check_at,
      bool_or(c.campaign_id = cp.campaign_id AND c.committed_at IS NOT NULL AND c.expires_at IS NULL
        AND c.installation_id <> p.installation_id) AS has_check_elsewhere
      FROM claims c WHERE c.user_id = p.user_id AND c.profile_id = p.id) own ON true
    ORDER BY cp.campaign_id, cp.profile_id`.execute(db);
  return rows;
}

/** Lists the state of each account in these campaigns. */
export function listCampaignAccounts(
  db: Database,
  userId: number,
  campaignIds: readonly number[],
  ceiling: Ceiling,
): Promise<AccountRow[]> {
  const accounts = sql`SELECT campaign_id, profile_id, is_running FROM campaign_profiles
    WHERE user_id = ${userId} AND campaign_id = ANY(${[...campaignIds]}::bigint[])`;
  return listStates(db, { userId, work: workOf(userId, campaignIds), accounts, ceiling });
}

/** Lists the state that these accounts would have in a new, running campaign. */
export function listAccountsToCome(
  db: Database,
  userId: number,
  profileIds: readonly number[],
  ceiling: Ceiling,
): Promise<AccountRow[]> {
  const accounts = sql`SELECT 0::bigint AS campaign_id, id AS profile_id, true AS is_running FROM profiles
    WHERE user_id = ${userId} AND id = ANY(${[...profileIds]}::bigint[])`;
  return listStates(db, { userId, work: workToCome, accounts, ceiling });
}

/**
 * Returns the median time between two messages from the same account, in seconds, based on each account's last ten gaps. Leaves
 * out gaps of `longest` seconds or more, such as nights and waits. Returns null if fewer than three gaps remain.
 */
export async function findUsualGap(
  db: Database,
  userId: number,
  { profileIds, longest }: { profileIds: readonly number[]; longest: number },
): Promise<number | null> {
  const { rows } = await sql<{ gap: number | null }>`
    SELECT CASE WHEN count(*) >= 3 THEN percentile_cont(0.5) WITHIN GROUP (ORDER BY gap) END AS gap FROM (
      SELECT extract(epoch FROM s.contacted_at - lag(s.contacted_at) OVER (PARTITION BY p.id ORDER BY s.contacted_at))::float8 AS gap
      FROM unnest(${[...profileIds]}::bigint[]) AS p(id)
      JOIN LATERAL (SELECT c.contacted_at FROM contacts c WHERE c.user_id = ${userId} AND c.profile_id = p.id
        AND c.state = 'sent' ORDER BY c.contacted_at DESC LIMIT 11) s ON true) gaps
    WHERE gap < ${longest}::float8`.execute(db);
  return onlyRow(rows).gap;
}

import { sql } from 'kysely';
import type { EveryHours } from '@sandpiper/contract/unread-checks';
import { onlineSeconds } from '../../platform/access/access.store.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';
import { isHeld } from '../accounts/account-holds.service.ts';

export type Schedule = { every_hours: EveryHours; due_at: string; started_at: string | null; is_due: boolean };

/** Returns when the user's accounts are checked automatically, or undefined if they aren't. */
export async function findSchedule(db: Database, userId: number): Promise<Schedule | undefined> {
  const { rows } = await sql<Schedule>`SELECT every_hours, due_at, started_at, due_at <= ${now} AS is_due
    FROM unread_schedules WHERE user_id = ${userId}`.execute(db);
  return rows[0];
}

/**
 * Sets how often the user's accounts are checked. The next check is due after `seconds`. Changes nothing if `everyHours` is already set.
 */
export async function saveSchedule(
  db: Database,
  userId: number,
  { everyHours, seconds }: { everyHours: EveryHours; seconds: number },
): Promise<void> {
  await sql`INSERT INTO unread_schedules AS known (user_id, every_hours, due_at)
    VALUES (${userId}, ${everyHours}, ${secondsFromNow(seconds)})
    ON CONFLICT (user_id) DO UPDATE SET every_hours = excluded.every_hours, due_at = excluded.due_at
    WHERE known.every_hours <> excluded.every_hours`.execute(db);
}

export async function deleteSchedule(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('unread_schedules').where('user_id', '=', userId).execute();
}

/** Returns a SQL condition that matches users who have a pending or running unread check. `userId` names the column with the user's ID. */
function isCheckRunning(userId: string) {
  return sql<boolean>`EXISTS (SELECT FROM agent_requests r WHERE r.user_id = ${sql.ref(userId)}
    AND r.status IN ('pending', 'running') AND r.request_type = 'unread_check')`;
}

export type WaitFacts = { is_check_running: boolean; is_online: boolean; is_paused: boolean };

/** Returns what can keep a due check of the user's accounts from starting. `is_paused` means that all online agents are paused. */
export async function readWaitFacts(db: Database, userId: number): Promise<WaitFacts> {
  const { rows } = await sql<WaitFacts>`
    SELECT ${isCheckRunning('u.id')} AS is_check_running, count(t.id) > 0 AS is_online,
      coalesce(bool_and(t.is_paused), false) AS is_paused
    FROM users u LEFT JOIN agent_tokens t ON t.user_id = u.id AND t.installation_id IS NOT NULL
      AND t.last_seen_at > ${secondsFromNow(-onlineSeconds)}
    WHERE u.id = ${userId} GROUP BY u.id`.execute(db);
  return rows[0] ?? { is_check_running: false, is_online: false, is_paused: false };
}

export type AccountToCheck = {
  user_id: number;
  id: number;
  profile_name: string;
  profile_path: string;
  installation_id: string;
};

/**
 * Lists the accounts to check for this user, or for all users. Leaves out users whose check isn't due or who have a check under way. Also
 * leaves out accounts that are switched off, on hold or used by a running campaign, accounts with an open window or an unfinished request,
 * for example to open a window, and accounts whose computer isn't online or whose agent is paused.
 */
export async function listDueAccounts(db: Database, userId?: number): Promise<AccountToCheck[]> {
  const isWanted = userId === undefined ? sql`` : sql`AND s.user_id = ${userId}`;
  const isOnline = sql`t.user_id = p.user_id AND t.last_seen_at > ${secondsFromNow(-onlineSeconds)}`;
  const { rows } = await sql<AccountToCheck>`
    SELECT p.user_id, p.id, p.profile_name, p.profile_path, p.installation_id
    FROM unread_schedules s JOIN profiles p ON p.user_id = s.user_id
    WHERE s.due_at <= ${now} ${isWanted} AND NOT ${isCheckRunning('s.user_id')}
      AND p.deleted_at IS NULL AND p.is_active AND NOT ${isHeld('p')}
      AND EXISTS (SELECT FROM agent_tokens t WHERE ${isOnline} AND t.installation_id = p.installation_id AND NOT t.is_paused)
      AND NOT EXISTS (SELECT FROM agent_tokens t, jsonb_array_elements(t.windows) w
        WHERE ${isOnline} AND (w ->> 'profile_id')::bigint = p.id)
      AND NOT EXISTS (SELECT FROM campaign_profiles c
        WHERE c.user_id = p.user_id AND c.profile_id = p.id AND c.is_running)
      AND NOT EXISTS (SELECT FROM agent_requests r
        WHERE r.user_id = p.user_id AND r.status IN ('pending', 'running') AND r.profile_id = p.id)
    ORDER BY p.user_id, p.id`.execute(db);
  return rows;
}

/**
 * Marks a user's due check as started and sets when the next check is due. Returns false if another process has just started the check, if
 * the user has switched off automatic checks, or if another check is under way. `secondsPerHour` is lower in sandbox mode.
 */
export async function takeDueCheck(transaction: Transaction, userId: number, secondsPerHour: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`UPDATE unread_schedules s
    SET started_at = ${now}, due_at = ${now} + make_interval(secs => s.every_hours * ${secondsPerHour}::float8)
    WHERE s.user_id = ${userId} AND s.due_at <= ${now} AND NOT ${isCheckRunning('s.user_id')}`.execute(transaction);
  return numAffectedRows > 0n;
}

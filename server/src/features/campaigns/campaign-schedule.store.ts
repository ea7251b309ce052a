import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { literal, now, secondsFromNow } from '../../platform/database/expressions.ts';

/* Queries for scheduled starts. */

/** How long after the scheduled time the server still tries to start a campaign. Sandbox mode doesn't scale this period. */
const startGraceSeconds = 2 * 3600;
/** How long the server waits after each attempt before it tries to start the same campaign again. */
const retryIntervalSeconds = 60;

/** The column values of a campaign without a scheduled start. */
export const noSchedule = {
  start_at: null,
  start_allow_repeat: null,
  start_review_key: null,
  start_next_try_at: null,
  start_problem: null,
  start_missed_at: null,
};

/** SQL condition that checks whether the scheduled start of a campaign `c` was missed, so that only the user can start the campaign. */
export const isStartMissed = sql<boolean>`(c.start_missed_at IS NOT NULL
  OR coalesce(c.start_at <= ${secondsFromNow(-startGraceSeconds)}, false))`;

type ScheduledStart = { user_id: number; id: number; start_at: string };

export type DueStart = ScheduledStart & {
  start_allow_repeat: boolean | null;
  /** Identifies the message and the list for which `start_allow_repeat` was chosen. */
  start_review_key: string | null;
};

/**
 * Claims up to 20 campaigns that are due to start. Only one process gets each campaign. After a minute, a campaign can be claimed again.
 */
export async function takeDueStarts(db: Database): Promise<DueStart[]> {
  const { rows } = await sql<DueStart>`
    UPDATE campaigns SET start_next_try_at = ${secondsFromNow(retryIntervalSeconds)}
    WHERE id = ANY(ARRAY(SELECT c.id FROM campaigns c
      WHERE c.start_at <= ${now} AND NOT ${isStartMissed} AND c.status = 'pending' AND c.deleted_at IS NULL
        AND (c.start_next_try_at IS NULL OR c.start_next_try_at <= ${now})
      ORDER BY c.start_at LIMIT 20 FOR UPDATE SKIP LOCKED))
    RETURNING user_id, id, start_at, start_allow_repeat, start_review_key`.execute(db);
  return rows;
}

/** Stores why a campaign didn't start. Returns false if the campaign has been rescheduled or is no longer pending. */
export async function saveStartProblem(db: Database, due: ScheduledStart, problem: string): Promise<boolean> {
  const result = await db
    .updateTable('campaigns')
    .set({ start_problem: problem })
    .where('user_id', '=', due.user_id)
    .where('id', '=', due.id)
    .where('start_at', '=', due.start_at)
    .where('status', '=', literal('pending'))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export type MissedStart = { user_id: number; id: number; name: string; problem: string };

/**
 * Marks the starts that were missed since the last call, and returns their campaigns. `neverTried` is the problem to store if the server
 * never tried to start the campaign.
 */
export async function takeMissedStarts(transaction: Transaction, neverTried: string): Promise<MissedStart[]> {
  const { rows } = await sql<MissedStart>`
    UPDATE campaigns c SET start_missed_at = ${now}, start_problem = coalesce(c.start_problem, ${neverTried})
    WHERE c.start_at <= ${secondsFromNow(-startGraceSeconds)} AND c.start_missed_at IS NULL AND c.status = 'pending'
      AND c.deleted_at IS NULL
    RETURNING c.user_id, c.id, c.name, c.start_problem AS problem`.execute(transaction);
  return rows;
}

/** Marks all scheduled starts as missed, even future ones, stores this problem with them, and returns the campaigns. */
export async function missAllStarts(transaction: Transaction, problem: string): Promise<MissedStart[]> {
  const { rows } = await sql<MissedStart>`
    UPDATE campaigns c SET start_missed_at = ${now}, start_problem = ${problem}
    WHERE c.start_at IS NOT NULL AND c.start_missed_at IS NULL AND c.status = 'pending' AND c.deleted_at IS NULL
    RETURNING c.user_id, c.id, c.name, c.start_problem AS problem`.execute(transaction);
  return rows;
}

import { deletionDays, exactCountMax } from '@sandpiper/contract/limits';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { daysFromNow, now } from '../../platform/database/expressions.ts';
import { onlyRow } from '../../platform/database/only-row.ts';

export type Losses = {
  accounts: number;
  computers: number;
  campaigns: number;
  running_campaigns: number;
  messages: number;
  lists: number;
  /** This count stops at {@link exactCountMax} plus one. */
  people: number;
  templates: number;
  tickets: number;
};

/** Counts the data that a user would lose. Adds up the message counts stored with each campaign, because logs can be very long. */
export async function countLosses(db: Database, userId: number): Promise<Losses> {
  const { rows } = await sql<Losses>`SELECT
    (SELECT count(*) FROM profiles WHERE user_id = ${userId} AND deleted_at IS NULL) AS accounts,
    (SELECT count(*) FROM agent_tokens WHERE user_id = ${userId}) AS computers,
    (SELECT count(*) FROM lists WHERE user_id = ${userId}) AS lists,
    (SELECT count(*) FROM templates WHERE user_id = ${userId}) AS templates,
    (SELECT count(*) FROM tickets WHERE user_id = ${userId}) AS tickets,
    (SELECT count(*) FROM (SELECT FROM people WHERE user_id = ${userId} LIMIT ${exactCountMax + 1}) known) AS people,
    of_campaigns.*
    FROM (SELECT count(*) AS campaigns, count(*) FILTER (WHERE status = 'running') AS running_campaigns,
      coalesce(sum(total_sent), 0)::bigint AS messages
      FROM campaigns WHERE user_id = ${userId} AND deleted_at IS NULL) of_campaigns`.execute(db);
  return onlyRow(rows);
}

/** Schedules a user's deletion. Returns undefined if it was already scheduled. */
export function markForDeletion(transaction: Transaction, userId: number) {
  return transaction
    .updateTable('users')
    .set({ deletion_due_at: daysFromNow(deletionDays) })
    .where('id', '=', userId)
    .where('deletion_due_at', 'is', null)
    .returning(sql<string>`deletion_due_at`.as('due_at'))
    .executeTakeFirst();
}

/**
 * Restarts the period in which users can cancel their deletion, except for deletions that have begun, that is, those with a background job
 * of the kind `deletionJobs`. Returns the users whose period was restarted.
 */
export function restartDeletionTimes(
  transaction: Transaction,
  deletionJobs: string,
): Promise<{ id: number; due_at: string }[]> {
  return transaction
    .updateTable('users')
    .set({ deletion_due_at: daysFromNow(deletionDays) })
    .where('deletion_due_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('background_jobs')
            .select('background_jobs.id')
            .whereRef('background_jobs.user_id', '=', 'users.id')
            .where('background_jobs.kind', '=', deletionJobs),
        ),
      ),
    )
    .returning(['id', sql<string>`deletion_due_at`.as('due_at')])
    .execute();
}

/** Cancels a deletion that isn't due yet. Returns false if there is no such deletion. */
export async function unmarkForDeletion(transaction: Transaction, userId: number): Promise<boolean> {
  const result = await transaction
    .updateTable('users')
    .set({ deletion_due_at: null })
    .where('id', '=', userId)
    .where('deletion_due_at', '>', now)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Lists users whose deletion is due, including those whose deletion was interrupted. */
export async function listDueUsers(db: Database): Promise<{ id: number; username: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('deletion_due_at', '<=', now)
    .orderBy('deletion_due_at')
    .limit(20)
    .execute();
}

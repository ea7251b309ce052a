import type { Database, Transaction } from './database.ts';
import { now, secondsFromNow } from './expressions.ts';

/* Stores each background job's progress and the process that works on it. */

/** If a process dies during a job, another process can continue the job this long after the beginning of its latest piece. */
const leaseSeconds = 60;

export type JobKey = { user_id: number; id: number };

/** Stores a job. If the subject already has a job of this kind, keeps the existing job instead. */
export async function insertJob(
  transaction: Transaction,
  job: { user_id: number; kind: string; subject_id: number; progress: unknown },
): Promise<void> {
  await transaction
    .insertInto('background_jobs')
    .values({ ...job, progress: JSON.stringify(job.progress) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

type Identity = { userId: number; kind: string; subjectId: number };

export async function hasJob(db: Database, { userId, kind, subjectId }: Identity): Promise<boolean> {
  const job = await db
    .selectFrom('background_jobs')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .executeTakeFirst();
  return job !== undefined;
}

/** Leases a job. Returns undefined if the job doesn't exist, or if its current lease or the delay before its retry hasn't ended. */
export function takeJob(db: Database, runner: string, of: Identity) {
  return db
    .updateTable('background_jobs')
    .set({ runner, leased_until: secondsFromNow(leaseSeconds) })
    .where('user_id', '=', of.userId)
    .where('kind', '=', of.kind)
    .where('subject_id', '=', of.subjectId)
    .where(({ or, eb }) => or([eb('leased_until', 'is', null), eb('leased_until', '<', now)]))
    .returning(['user_id', 'id'])
    .executeTakeFirst();
}

/** Locks a job for its next piece and renews the lease. Returns undefined if the job has ended or another process has leased it. */
export function lockJob(transaction: Transaction, runner: string, { user_id, id }: JobKey) {
  return transaction
    .updateTable('background_jobs')
    .set({ leased_until: secondsFromNow(leaseSeconds) })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('runner', '=', runner)
    .returning('progress')
    .executeTakeFirst();
}

export async function saveProgress(
  transaction: Transaction,
  { user_id, id }: JobKey,
  progress: unknown,
): Promise<void> {
  await transaction
    .updateTable('background_jobs')
    .set({ progress: JSON.stringify(progress) })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/** Releases a job, so that any process can continue it after this many seconds. Does nothing if another process has taken it. */
export async function releaseJob(db: Database, runner: string, { user_id, id }: JobKey, seconds = 0): Promise<void> {
  await db
    .updateTable('background_jobs')
    .set({ runner: null, leased_until: secondsFromNow(seconds) })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('runner', '=', runner)
    .execute();
}

export async function deleteJob(transaction: Transaction, { user_id, id }: JobKey): Promise<void> {
  await transaction.deleteFrom('background_jobs').where('user_id', '=', user_id).where('id', '=', id).execute();
}

/** Lists the oldest jobs that can be leased, for example because the process that worked on them died. */
export function listWaitingJobs(db: Database, limit: number) {
  return db
    .selectFrom('background_jobs')
    .select(['user_id', 'kind', 'subject_id'])
    .where(({ or, eb }) => or([eb('leased_until', 'is', null), eb('leased_until', '<', now)]))
    .orderBy('id')
    .limit(limit)
    .execute();
}

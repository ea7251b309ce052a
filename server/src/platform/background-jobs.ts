import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { App } from './app-context.ts';
import { pauseIfEmbedded } from './batches.ts';
import type { Change } from './change.ts';
import { change } from './change.ts';
import {
  deleteJob,
  insertJob,
  listWaitingJobs,
  lockJob,
  releaseJob,
  saveProgress,
  takeJob,
} from './database/background-jobs.store.ts';
import type { JobKey } from './database/background-jobs.store.ts';
import { isForeignKeyViolation } from './database/postgres-errors.ts';

/*
 * Runs work that takes too long for one request, such as imports and changes to many people. A job is processed in small pieces. Each piece
 * is one transaction that also records the progress, so every piece takes effect exactly once, no matter when a process is killed.
 */

export type Job = { userId: number; kind: string; subjectId: number };

/**
 * Processes the next piece, which should take about 10 ms of database time. `progress` is the progress so far. Returns the progress after the
 * piece, or `done` to end the job.
 */
export type DoPiece = (
  change: Change,
  piece: { job: Job; progress: unknown },
) => Promise<{ progress: unknown } | 'done'>;

type Handler = {
  doPiece: DoPiece;
  /** Called when a job has ended after at least {@link longFrom} pieces in this process. */
  afterLongJob: ((app: App) => Promise<void>) | undefined;
};

type Run = { job: Job; ended: Promise<void> };

type Jobs = {
  handlers: Map<string, Handler>;
  /** Jobs running in this process. The server waits for their current piece before it closes. */
  underWay: Set<Run>;
  closing: AbortController;
};

const jobsOfApps = new WeakMap<App, Jobs>();

function jobsOf(app: App): Jobs {
  const known = jobsOfApps.get(app);
  if (known !== undefined) return known;
  const jobs: Jobs = { handlers: new Map(), underWay: new Set(), closing: new AbortController() };
  jobsOfApps.set(app, jobs);
  return jobs;
}

const retrySeconds = 30;
/** From this many pieces on, a job is long. */
const longFrom = 4;
const waitingAtOnce = 20;

/** Registers the function that processes the pieces of this kind of job. */
export function handleJobs(
  app: App,
  kind: string,
  doPiece: DoPiece,
  { afterLongJob }: { afterLongJob?: Handler['afterLongJob'] } = {},
): void {
  jobsOf(app).handlers.set(kind, { doPiece, afterLongJob });
}

/** Stores a job, which begins once the transaction has been committed. */
export async function startJob({ app, transaction, afterCommit }: Change, job: Job, progress: unknown): Promise<void> {
  await insertJob(transaction, { user_id: job.userId, kind: job.kind, subject_id: job.subjectId, progress });
  afterCommit(() => runInBackground(app, job));
}

/** Continues up to {@link waitingAtOnce} jobs that no process is working on. The periodic sweep calls this function. */
export async function continueJobs(app: App): Promise<void> {
  for (const { user_id, kind, subject_id } of await listWaitingJobs(app.db, waitingAtOnce)) {
    runInBackground(app, { userId: user_id, kind, subjectId: subject_id });
  }
}

/** Checks whether the server is closing. If it is, long-running work should end early. */
export function isClosing(app: App): boolean {
  return jobsOf(app).closing.signal.aborted;
}

/** Waits for the current pieces to finish and releases unfinished jobs, so that another process can continue them. */
export async function stopJobs(app: App): Promise<void> {
  const jobs = jobsOf(app);
  jobs.closing.abort();
  await endOf(jobs.underWay);
}

/** Waits until this process has no running jobs. For tests. */
export async function jobsToEnd(app: App): Promise<void> {
  const { underWay } = jobsOf(app);
  while (underWay.size > 0) await endOf(underWay);
}

/** How long a call waits for a small job, so that the page can show the result immediately. */
const smallJobMs = 3000;
/** How long a call waits for a deletion. The web app doesn't wait for the response any longer than this. */
export const deletionMs = 100_000;

/** Waits until this process no longer works on a job, but for at most `atMostMs`. A job that takes longer continues in the background. */
export async function jobToEnd(app: App, job: Job, atMostMs = smallJobMs): Promise<void> {
  const runs = [...jobsOf(app).underWay].filter((run) => isSame(run.job, job));
  const waiting = new AbortController();
  const timeOut = setTimeout(atMostMs, undefined, { signal: waiting.signal }).catch(() => undefined);
  await Promise.race([endOf(runs), timeOut]);
  waiting.abort();
}

function isSame(one: Job, other: Job): boolean {
  return one.userId === other.userId && one.kind === other.kind && one.subjectId === other.subjectId;
}

async function endOf(runs: Iterable<Run>): Promise<void> {
  await Promise.all([...runs].map(({ ended }) => ended));
}

function runInBackground(app: App, job: Job): void {
  const { closing, underWay } = jobsOf(app);
  if (closing.signal.aborted) return;
  const ended = runJob(app, job).catch((err: unknown) => app.log.error({ err, job }, 'a background job failed'));
  const run = { job, ended };
  underWay.add(run);
  void ended.finally(() => underWay.delete(run));
}

async function runJob(app: App, job: Job): Promise<void> {
  const handler = jobsOf(app).handlers.get(job.kind);
  if (handler === undefined) throw new Error(`no handler for jobs of the kind ${job.kind}`);
  const { doPiece, afterLongJob } = handler;
  const runner = randomUUID();
  const key = await takeJob(app.db, runner, job);
  if (key === undefined) return;
  try {
    let pieces = 1;
    while (await doNextPiece(app, { job, key, runner, doPiece })) {
      pieces += 1;
      if (jobsOf(app).closing.signal.aborted) {
        await releaseJob(app.db, runner, key);
        return;
      }
      await pauseIfEmbedded(app);
    }
    if (pieces >= longFrom) await afterLongJob?.(app);
  } catch (error) {
    // Completed pieces stay committed. The job is retried later.
    await releaseJob(app.db, runner, key, retrySeconds);
    throw error;
  }
}

type Running = { job: Job; key: JobKey; runner: string; doPiece: DoPiece };

/** Processes a job's next piece. Returns false if the job is done or another process has taken it. */
async function doNextPiece(app: App, running: Running): Promise<boolean> {
  try {
    return await tryNextPiece(app, running);
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    // After the piece read its rows, someone deleted one of them, for example by forgetting a person. The piece has to read them again.
    return tryNextPiece(app, running);
  }
}

function tryNextPiece(app: App, { job, key, runner, doPiece }: Running): Promise<boolean> {
  return change(app, async (change) => {
    const locked = await lockJob(change.transaction, runner, key);
    if (locked === undefined) return false;
    const result = await doPiece(change, { job, progress: locked.progress });
    if (result === 'done') await deleteJob(change.transaction, key);
    else await saveProgress(change.transaction, key, result.progress);
    return result !== 'done';
  });
}

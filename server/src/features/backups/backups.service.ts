import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { Backups } from '@sandpiper/contract/backups';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { backupName, keepNewest, listBackups } from '../../platform/database/backup/backup-files.ts';
import type { StoredBackup } from '../../platform/database/backup/backup-files.ts';
import { answerOrder, takeOrder } from '../../platform/database/backup/backup-order.ts';
import { backUpRunning } from '../../platform/database/backup/running-backup.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { recordActOf } from '../audit/audit.service.ts';
import type { Requester } from '../audit/audit.service.ts';
import { findDatabaseAge } from './backups.store.ts';

type State = {
  /** The backup in progress. Fulfilled with its path, or with null if it fails. Never rejected. */
  underWay: Promise<string | null> | null;
  lastFailure: { at: Date; error: string } | null;
  /** Whether the last attempt to read the backup folder failed. */
  isUnreadable: boolean;
  closing: AbortController;
};

const statesOfApps = new WeakMap<App, State>();

function stateOf(app: App): State {
  const known = statesOfApps.get(app);
  if (known !== undefined) return known;
  const state: State = { underWay: null, lastFailure: null, isUnreadable: false, closing: new AbortController() };
  statesOfApps.set(app, state);
  return state;
}

export async function describeBackups(app: App): Promise<Backups> {
  const { databaseUrl, backupEveryHours, backupKeep } = app.config;
  const isEmbedded = databaseUrl === null;
  const files = isEmbedded ? await findBackups(app) : [];
  const { underWay } = stateOf(app);
  const lastFailure =
    files instanceof Error ? { at: new Date(), error: unreadableText(files) } : stateOf(app).lastFailure;
  return {
    database: isEmbedded ? 'embedded' : 'server',
    every_hours: isEmbedded ? backupEveryHours : 0,
    keep: isEmbedded ? backupKeep : 0,
    files: (files instanceof Error ? [] : files).map(({ name, madeAt, bytes }) => ({
      name,
      made_at: madeAt.toISOString(),
      size_bytes: bytes,
    })),
    is_under_way: underWay !== null,
    last_failure: lastFailure === null ? null : { at: lastFailure.at.toISOString(), error: lastFailure.error },
  };
}

/** Starts a backup for an administrator. The backup continues after the response has been sent. */
export async function requestBackup(app: App, by: Requester): Promise<void> {
  if (app.config.databaseUrl !== null) {
    throw new AppError(
      'invalid_state',
      'This server stores its data on a PostgreSQL server. Back up the database with pg_dump.',
    );
  }
  if (stateOf(app).underWay !== null)
    throw new AppError('invalid_state', 'A backup is already running. Wait until it is complete.');
  await change(app, (change) => recordActOf(change, by, { action: 'backup_requested', userId: null }));
  void beginBackup(app);
}

/** Returns a backup's content as a stream. A backup contains all users' data, so each download is recorded in the audit log. */
export async function downloadBackup(
  app: App,
  by: Requester,
  name: string,
): Promise<{ bytes: number; content: Readable }> {
  const file = join(app.config.backupDir, name);
  const found = app.config.databaseUrl === null ? await stat(file).catch(() => undefined) : undefined;
  if (found === undefined) throw notFound('Backup');
  await change(app, (change) => recordActOf(change, by, { action: 'backup_downloaded', userId: null, subject: name }));
  return { bytes: found.size, content: createReadStream(file) };
}

const retryMs = 3_600_000;

/**
 * Starts a backup if a command has requested one or if one is due. Doesn't wait for the backup to finish, because the periodic sweep calls
 * this function.
 */
export async function beginDueBackup(app: App): Promise<void> {
  const { databaseUrl, dataDir } = app.config;
  if (databaseUrl !== null) return;
  const order = await takeOrder(dataDir);
  if (order !== null) void carryOut(app, order);
  else if (stateOf(app).underWay === null && (await isDue(app))) void beginBackup(app);
}

async function isDue(app: App): Promise<boolean> {
  const { backupEveryHours } = app.config;
  if (backupEveryHours === 0) return false;
  const { lastFailure } = stateOf(app);
  if (lastFailure !== null && Date.now() - lastFailure.at.getTime() < retryMs) return false;
  const found = await findBackups(app);
  if (found instanceof Error) return false;
  const newest = found.find(({ madeAt }) => madeAt.getTime() <= Date.now());
  // The first backup of a new database is due after the usual interval, not immediately.
  const since = newest?.madeAt ?? (await findDatabaseAge(app.db));
  return Date.now() - since.getTime() >= backupEveryHours * 3_600_000;
}

const unreadableText = ({ message }: Error) => `The backup folder can't be read (${message}).`;

/**
 * Lists the backups, or returns the error if their folder can't be read. Logs the error only if the previous call could still read the
 * folder.
 */
async function findBackups(app: App): Promise<StoredBackup[] | Error> {
  const state = stateOf(app);
  try {
    const found = await listBackups(app.config.backupDir);
    state.isUnreadable = false;
    return found;
  } catch (err) {
    if (!state.isUnreadable) app.log.error({ err }, 'the backup folder could not be read');
    state.isUnreadable = true;
    return err instanceof Error ? err : new Error(String(err));
  }
}

/** Returns why a backup failed. Adds advice to an error from the operating system. */
function failureText({ config }: App, err: unknown): string {
  if (!(err instanceof Error)) return String(err);
  if (!('syscall' in err)) return err.message;
  return `The backup couldn't be written (${err.message}). Check that ${config.backupDir} is writable and that the disk isn't full.`;
}

function recordFailure(app: App, err: unknown): void {
  const state = stateOf(app);
  const isStopped = state.closing.signal.aborted;
  if (!isStopped) app.log.error({ err }, 'a backup failed');
  const error = failureText(app, err);
  state.lastFailure = {
    at: new Date(),
    error: isStopped ? 'The server was stopped before the backup was complete.' : error,
  };
}

const stillWorkingEveryMs = 2000;

/** Makes the backup that a command has requested and is waiting for, and reports the progress and the result to that command. */
async function carryOut(app: App, id: string): Promise<void> {
  const answer = (state: 'working' | 'done' | 'failed', detail = '') =>
    answerOrder(app.config.dataDir, id, { state, detail }).catch((err: unknown) =>
      app.log.error({ err }, 'could not answer the command that requested a backup'),
    );
  const made = makeOrderedBackup(app);
  const next = () => Promise.race([made, setTimeout(stillWorkingEveryMs, undefined, { ref: false })]);
  let file = await next();
  while (file === undefined) {
    await answer('working');
    file = await next();
  }
  if (file !== null) await answer('done', file);
  else await answer('failed', stateOf(app).lastFailure?.error);
}

/**
 * Makes a backup that contains everything up to now. A backup that is already in progress may lack the latest changes, so this function
 * waits for that backup first.
 */
async function makeOrderedBackup(app: App): Promise<string | null> {
  await stateOf(app).underWay;
  return beginBackup(app);
}

/** Begins a backup unless one is in progress. Returns the path of the backup in progress, or null if that backup fails. */
function beginBackup(app: App): Promise<string | null> {
  const state = stateOf(app);
  state.underWay ??= attemptBackup(app).finally(() => (state.underWay = null));
  return state.underWay;
}

/** Makes a backup. If it fails, remembers the error and logs it unless the server is being stopped. */
async function attemptBackup(app: App): Promise<string | null> {
  try {
    const file = await makeBackup(app);
    stateOf(app).lastFailure = null;
    return file;
  } catch (err) {
    recordFailure(app, err);
    return null;
  }
}

async function makeBackup(app: App): Promise<string> {
  const { dataDir, backupDir, backupKeep } = app.config;
  const { signal } = stateOf(app).closing;
  // A backup that waited for another one must not begin after the server has been stopped.
  signal.throwIfAborted();
  const file = join(backupDir, backupName(new Date()));
  await backUpRunning(app.db, { dataDir, file, signal });
  await keepNewest(backupDir, backupKeep);
  return file;
}

/** Cancels a running backup when the server shuts down. A scheduled backup remains due, so the server makes it after the next start. */
export async function stopBackups(app: App): Promise<void> {
  const { closing, underWay } = stateOf(app);
  closing.abort();
  await underWay;
}

/** Waits until a running backup has finished. Only tests use this. */
export async function backupToEnd(app: App): Promise<void> {
  await stateOf(app).underWay;
}

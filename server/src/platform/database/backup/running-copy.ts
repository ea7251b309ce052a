import type { Dirent } from 'node:fs';
import { constants, copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ignoreMissing } from '../../error-code.ts';
import { requireFreeSpace } from '../../files/free-space.ts';
import type { Database } from '../database.ts';
import { checkpoint } from '../maintenance.store.ts';
import { endFileCopy, startFileCopy } from './running-copy.store.ts';
import { OperatorError } from '../../operator-error.ts';

const logFile = /^[0-9A-F]{24}$/;
/** Space for the log files that the database and its copy need during the backup. A log file is 16 MB. */
const reservedBytes = 64 * 1024 * 1024;
/** Checks whether a file is left out of the copy, because only the running process needs it. */
const isLeftOut = (name: string) => name === 'postmaster.pid' || name.startsWith('pgsql_tmp');

/**
 * Copies the files of the open embedded database while the database stays in use, as PostgreSQL's own base backups do. Files may change
 * during the copy. The write-ahead log of that period makes them consistent when the copy is opened. Only the checkpoints at the start
 * block other queries.
 */
export async function copyWhileRunning(db: Database, from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await requireFreeSpace(from, (await bytesToCopy(from)) + reservedBytes, 'a backup');
  // Write most of the pending changes now, so that the checkpoint that starts the copy is short.
  await checkpoint(db);
  await startFileCopy(db);
  let isStarted = true;
  try {
    await copyFiles(from, to);
    const { label, firstLog, lastLog } = await endFileCopy(db);
    isStarted = false;
    await copyLog(join(from, 'pg_wal'), join(to, 'pg_wal'), { firstLog, lastLog });
    await writeFile(join(to, 'backup_label'), label);
  } catch (error) {
    // Free the space first, because ending backup mode starts a new log file.
    await rm(to, { recursive: true, force: true });
    if (isStarted) await endFileCopy(db);
    throw error;
  }
}

async function bytesToCopy(from: string): Promise<number> {
  let bytes = 0;
  for (const entry of await listToCopy(from)) {
    bytes += (await stat(join(entry.parentPath, entry.name)).catch(ignoreMissing))?.size ?? 0;
  }
  return bytes;
}

async function listToCopy(from: string): Promise<Dirent[]> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  return entries.filter(({ name }) => !isLeftOut(name) && !logFile.test(name));
}

async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await listToCopy(from)) {
    const source = join(entry.parentPath, entry.name);
    const target = join(to, source.slice(from.length));
    if (entry.isDirectory()) await mkdir(target, { recursive: true });
    else await copyOne(source, target);
  }
}

/** Copies a file. If the database has deleted it by now, the copy doesn't need it, because the log contains the deletion. */
async function copyOne(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await copyFile(source, target, constants.COPYFILE_FICLONE).catch(ignoreMissing);
}

type Log = { firstLog: string; lastLog: string };

async function copyLog(from: string, to: string, { firstLog, lastLog }: Log): Promise<void> {
  // Later log files aren't needed, because they were recycled for future use or written after the copy ended.
  const names = (await readdir(from)).filter((name) => logFile.test(name) && name >= firstLog && name <= lastLog);
  if (!names.includes(firstLog) || !names.includes(lastLog)) {
    throw new OperatorError(
      'Too much data was written while the database was being copied. Try again when the server is less busy.',
    );
  }
  for (const name of names) await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE);
}

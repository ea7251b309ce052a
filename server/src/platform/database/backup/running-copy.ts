import { constants, copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCodeOf } from '../../error-code.ts';
import type { Database } from '../database.ts';
import { checkpoint } from '../maintenance.store.ts';
import { endFileCopy, startFileCopy } from './running-copy.store.ts';
import { OperatorError } from '../../operator-error.ts';

const logFile = /^[0-9A-F]{24}$/;
/** Checks whether a file is left out of the copy, because only the running process needs it. */
const isLeftOut = (name: string) => name === 'postmaster.pid' || name.startsWith('pgsql_tmp');

/**
 * Copies the files of the open embedded database while the database stays in use, as PostgreSQL's own base backups do. Files may change
 * during the copy. The write-ahead log of that period makes them consistent when the copy is opened. Only the checkpoints at the start
 * block other queries.
 */
export async function copyWhileRunning(db: Database, from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
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
    if (isStarted) await endFileCopy(db);
    throw error;
  }
}

async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name);
    const target = join(to, source.slice(from.length));
    if (entry.isDirectory()) await mkdir(target, { recursive: true });
    else if (!isLeftOut(entry.name) && !logFile.test(entry.name)) await copyOne(source, target);
  }
}

/** Copies one file. If the database has deleted the file by now, the copy doesn't need it, because the log contains the deletion. */
async function copyOne(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await copyFile(source, target, constants.COPYFILE_FICLONE).catch((error: unknown) => {
    if (errorCodeOf(error) !== 'ENOENT') throw error;
  });
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

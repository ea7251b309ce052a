import { constants, cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { errorCodeOf } from '../../error-code.ts';
import { makeFolder, restrictFolder } from '../../files/make-folder.ts';
import { syncFolder } from '../disk-sync.ts';
import { databaseFolder } from '../embedded.ts';
import { migrate } from '../migrations.ts';
import { onlyRow } from '../only-row.ts';
import { OperatorError } from '../../operator-error.ts';

const keptCopies = 3;
const copyPattern = /^before-.+-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)$/;

type Options = {
  directory?: URL;
  /** Called with the path of the copy that was made. */
  onCopied?: (copy: string) => void;
};

/**
 * Brings the tables of the open embedded database up to date, after copying its files to a new folder under `backups`. If an earlier start
 * couldn't finish the update, keeps the copy from before the update, because the database is no longer as it was. Nothing else may write
 * to the database meanwhile. Once the update has finished, keeps only the {@link keptCopies} newest copies.
 */
export async function migrateEmbedded(
  dataDir: string,
  pool: pg.Pool,
  { onCopied, ...options }: Options = {},
): Promise<void> {
  const folder = join(dataDir, 'backups');
  await migrate(pool, {
    ...options,
    beforeUpdate: async (migration) => {
      const earlier = await copyOfUnfinishedUpdate(folder);
      const prefix = prefixOf(migration);
      // Some of the update's migrations were applied after this copy was made.
      if (earlier !== null && !earlier.startsWith(prefix)) return;
      const name = `${prefix}${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`;
      await copyDatabase(dataDir, pool, name);
      // A server that keeps restarting must not fill the disk.
      if (earlier !== null) await rm(join(folder, earlier), { recursive: true, force: true });
      onCopied?.(join(folder, name));
    },
  });
  await finishUpdate(folder);
}

const prefixOf = (migration: string) => `before-${migration.replace(/\.sql$/, '')}-`;

/** While an update is unfinished, this file contains the name of the copy that was made before it. */
const unfinishedUpdate = 'unfinished-update';

/** Returns the name of the copy from before an update that hasn't finished, or null if there is none. */
async function copyOfUnfinishedUpdate(folder: string): Promise<string | null> {
  const names = await namesIn(folder);
  if (!names.includes(unfinishedUpdate)) return null;
  const copy = await readFile(join(folder, unfinishedUpdate), 'utf8');
  return names.includes(copy) ? copy : null;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT' || errorCodeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}

async function copyDatabase(dataDir: string, pool: pg.Pool, name: string): Promise<void> {
  const folder = join(dataDir, 'backups');
  const unfinished = join(folder, 'unfinished');
  try {
    await makeFolder(folder);
    await restrictFolder(folder);
    await rm(unfinished, { recursive: true, force: true });
    await copyFiles(pool, databaseFolder(dataDir), unfinished);
    await syncFolder(unfinished);
    await writeFile(join(folder, unfinishedUpdate), name, { mode: 0o600, flush: true });
    await rename(unfinished, join(folder, name));
  } catch (cause) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => {});
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(
      `Couldn't back up the database before updating it: ${reason}. ` +
        `Nothing was changed. Check that ${folder} is writable and has free space, then start again.`,
      { cause },
    );
  }
}

/** Deletes all but the newest copies. A copy's time is the end of its name. */
async function finishUpdate(folder: string): Promise<void> {
  const names = await namesIn(folder);
  if (names.includes(unfinishedUpdate)) await rm(join(folder, unfinishedUpdate));
  const timeOf = (name: string) => copyPattern.exec(name)?.[1] ?? '';
  const copies = names.filter((name) => timeOf(name) !== '').toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1));
  for (const name of copies.slice(keptCopies)) await rm(join(folder, name), { recursive: true, force: true });
}

/**
 * Copies the files after a checkpoint, so that log files from before the checkpoint aren't needed. Log files after the current one aren't
 * needed either, because the database has only prepared them for future use.
 */
async function copyFiles(pool: pg.Pool, from: string, to: string): Promise<void> {
  await pool.query('CHECKPOINT');
  const { rows } = await pool.query<{ first: string; last: string }>(
    `SELECT pg_walfile_name(redo_lsn) AS first, pg_walfile_name(pg_current_wal_lsn()) AS last FROM pg_control_checkpoint()`,
  );
  const { first, last } = onlyRow(rows);
  const isNeeded = (name: string) => name >= first && name <= last;
  await cp(from, to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !/^[0-9A-F]{24}$/.test(basename(path)) || isNeeded(basename(path)),
  });
}

import { constants, cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { syncFolder } from '../disk-sync.ts';
import { databaseFolder } from '../embedded.ts';
import { onlyRow } from '../only-row.ts';
import { OperatorError } from '../../operator-error.ts';

const keptCopies = 3;

/**
 * Copies the files of the open embedded database to a new folder under `backups` and returns its path. Nothing may write to the database
 * during the copy. Keeps only the {@link keptCopies} newest of these copies.
 */
export async function copyBeforeMigration(dataDir: string, pool: pg.Pool, migration: string): Promise<string> {
  const folder = join(dataDir, 'backups');
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const copy = join(folder, `before-${migration.replace(/\.sql$/, '')}-${time}`);
  const unfinished = join(folder, 'unfinished');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await rm(unfinished, { recursive: true, force: true });
    await copyFiles(pool, databaseFolder(dataDir), unfinished);
    await syncFolder(unfinished);
    await rename(unfinished, copy);
  } catch (cause) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => {});
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(
      `Couldn't back up the database before updating it: ${reason}. ` +
        `Nothing was changed. Check that ${folder} is writable and has free space, then start again.`,
      { cause },
    );
  }
  const copies = (await readdir(folder)).filter((name) => name.startsWith('before-')).toSorted();
  for (const name of copies.slice(0, -keptCopies)) await rm(join(folder, name), { recursive: true, force: true });
  return copy;
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

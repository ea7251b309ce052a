import { access, constants, cp, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type pg from 'pg';
import { lockDirectory } from './directory-lock.ts';
import { syncFolder } from './disk-sync.ts';
import { databaseFolder, openEmbedded, openFolder } from './embedded.ts';
import { keepAwake } from './keep-awake.ts';

/** Its message tells the operator in one sentence what is wrong. */
export class BackupError extends Error {}

/** Writes the embedded database to one file. The server must be stopped; the folder's lock enforces it. */
export function backUp(dataDir: string, file: string): Promise<number> {
  return keepAwake(writeBackup(dataDir, file));
}

async function writeBackup(dataDir: string, file: string): Promise<number> {
  if (!(await isThere(databaseFolder(dataDir)))) throw new BackupError(`No embedded database was found in ${dataDir}.`);
  const embedded = await openEmbedded(dataDir);
  try {
    const archive = Buffer.from(await (await embedded.dump('gzip')).arrayBuffer());
    // Written under another name and renamed, so that an interrupted backup doesn't look complete.
    const unfinished = join(dirname(file), `.${Date.now()}.unfinished`);
    const handle = await open(unfinished, 'wx', 0o600);
    try {
      await handle.writeFile(archive);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
    return archive.length;
  } finally {
    await embedded.close();
  }
}

const keptCopies = 3;

/** Copies the open embedded database to a folder beside it, and returns that folder. Nobody may write meanwhile. */
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
    throw new BackupError(
      `Couldn't back up the database before updating it: ${reason}. ` +
        `Nothing was changed. Check that ${folder} is writable and has free space, then start again.`,
      { cause },
    );
  }
  const copies = (await readdir(folder)).filter((name) => name.startsWith('before-')).toSorted();
  for (const name of copies.slice(0, -keptCopies)) await rm(join(folder, name), { recursive: true, force: true });
  return copy;
}

/** After a checkpoint, older log files are not needed. Recycled files have higher names. */
async function copyFiles(pool: pg.Pool, from: string, to: string): Promise<void> {
  await pool.query('CHECKPOINT');
  const { rows } = await pool.query<{ first: string; last: string }>(
    `SELECT pg_walfile_name(redo_lsn) AS first, pg_walfile_name(pg_current_wal_lsn()) AS last FROM pg_control_checkpoint()`,
  );
  const log = rows[0];
  const isNeeded = (name: string) => log !== undefined && name >= log.first && name <= log.last;
  await cp(from, to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !/^[0-9A-F]{24}$/.test(basename(path)) || isNeeded(basename(path)),
  });
}

/** Creates an embedded database from a backup (a file or a folder), in a folder without one. */
export function restore(dataDir: string, backup: string): Promise<void> {
  return keepAwake(readBackup(dataDir, backup));
}

async function readBackup(dataDir: string, backup: string): Promise<void> {
  const target = databaseFolder(dataDir);
  if (await isThere(target)) {
    throw new BackupError(
      `${dataDir} already contains a database. Choose another DATA_DIR, or move ${target} away first.`,
    );
  }
  if (!(await isThere(backup))) throw new BackupError(`No backup was found at ${backup}.`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const releaseLock = lockDirectory(dataDir);
  // Renamed only when complete, so that an interrupted restore doesn't look like a database.
  const unfinished = `${target}.unfinished`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await unpack(backup, unfinished);
    await syncFolder(unfinished);
    await rename(unfinished, target);
  } catch (cause) {
    await rm(unfinished, { recursive: true, force: true });
    throw new BackupError(`Couldn't restore ${backup}. It is damaged or isn't a backup of Sandpiper.`, { cause });
  } finally {
    releaseLock();
  }
}

async function unpack(backup: string, folder: string): Promise<void> {
  const isFolder = (await stat(backup)).isDirectory();
  if (isFolder) await cp(backup, folder, { recursive: true });
  const database = await openFolder(folder, isFolder ? undefined : new Blob([await readFile(backup)]));
  try {
    await database.pool.query('SELECT FROM schema_migrations');
  } finally {
    await database.close();
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

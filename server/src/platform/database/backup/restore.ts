import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { openDatabase } from '../database.ts';
import pg from 'pg';
import { lockDirectory } from '../directory-lock.ts';
import { syncFolder } from '../disk-sync.ts';
import { createPostgres, databaseFolder, embeddedOver } from '../embedded.ts';
import { keepAwake } from '../keep-awake.ts';
import { makeFolder, restrictFolder } from '../../files/make-folder.ts';
import { migrate } from '../migrations.ts';
import { isDump, isUncompressedDump, loadDump } from './load-dump.ts';
import { OperatorError } from '../../operator-error.ts';

/** Creates an embedded database from a backup, in a data folder that has none. `backup` is a file or a folder. */
export function restore(dataDir: string, backup: string): Promise<void> {
  return keepAwake(restoreEmbedded(dataDir, backup));
}

/** Loads a backup into an empty database on a database server. */
export async function restoreToServer(databaseUrl: string, backup: string): Promise<void> {
  await requireBackup(backup);
  if (!(await isDumpFile(backup))) {
    throw new OperatorError(
      `${backup} isn't a backup that a PostgreSQL server can load. Check the path. ` +
        "If it is a copy of the embedded database's files, restore it without DATABASE_URL, then run move-to-server.",
    );
  }
  const { pool, close } = await openDatabase({ databaseUrl, preparesStatements: false });
  try {
    await pool.query('SELECT');
    await fill(pool, backup).catch((cause: unknown) => {
      throw restoreFailure(backup, cause);
    });
  } finally {
    await close();
  }
}

async function restoreEmbedded(dataDir: string, backup: string): Promise<void> {
  const target = databaseFolder(dataDir);
  if (existsSync(target)) {
    throw new OperatorError(
      `${dataDir} already contains a database. Choose another DATA_DIR, or move ${target} away first.`,
    );
  }
  await requireBackup(backup);
  await makeFolder(dataDir);
  const releaseLock = lockDirectory(dataDir);
  // Restore the backup into a temporary folder and rename it at the end, so that an interrupted restore doesn't look like a database.
  const unfinished = `${target}.unfinished`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await unpack(backup, unfinished);
    await restrictFolder(unfinished);
    await syncFolder(unfinished);
    await rename(unfinished, target);
  } catch (cause) {
    await rm(unfinished, { recursive: true, force: true });
    throw restoreFailure(backup, cause);
  } finally {
    releaseLock();
  }
}

/** SQLSTATEs that don't depend on the backup's content: insufficient privileges, insufficient resources. */
const refusals = /^(42501|53)/;

/** Returns the error to throw. Only an error that comes from the backup's content means that the backup is damaged. */
function restoreFailure(backup: string, cause: unknown): unknown {
  if (cause instanceof OperatorError || (cause instanceof Error && 'syscall' in cause)) return cause;
  const isRefused = cause instanceof pg.DatabaseError && refusals.test(cause.code ?? '');
  const why = isRefused
    ? `The database refused it: ${cause.message}.`
    : "It is damaged or isn't a Sandpiper backup, or the disk is full.";
  return new OperatorError(`Couldn't restore ${backup}. ${why}`, { cause });
}

async function requireBackup(backup: string): Promise<void> {
  if (!existsSync(backup)) throw new OperatorError(`No backup was found at ${backup}. Check the path.`);
  if (!(await stat(backup)).isDirectory() && (await isUncompressedDump(backup)))
    throw new OperatorError(`${backup} isn't compressed. Compress it with gzip, and restore the compressed file.`);
}

async function isDumpFile(backup: string): Promise<boolean> {
  return !(await stat(backup)).isDirectory() && isDump(backup);
}

async function unpack(backup: string, folder: string): Promise<void> {
  if (await isDumpFile(backup)) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await inFolder(folder, undefined, (pool) => fill(pool, backup));
    return;
  }
  // The backup is a copy of the database's files. It was made before an update, or by a version that didn't yet write backups as SQL.
  const isFolder = (await stat(backup)).isDirectory();
  if (isFolder) await cp(backup, folder, { recursive: true });
  const archive = isFolder ? undefined : await readArchive(backup);
  await inFolder(folder, archive, async (pool) => {
    await pool.query('SELECT FROM schema_migrations');
    await migrateAndMark(pool);
  });
}

/** Decompresses a tar archive. Throws if the file is anything else, because PGlite would then end the process. */
async function readArchive(file: string): Promise<Blob> {
  const archive = await promisify(gunzip)(await readFile(file));
  if (archive.toString('latin1', 257, 262) !== 'ustar') throw new Error('The file is not a tar archive');
  return new Blob([archive]);
}

async function inFolder(folder: string, archive: Blob | undefined, work: (pool: pg.Pool) => Promise<void>) {
  const database = embeddedOver(await createPostgres(folder, archive), folder);
  try {
    await work(database.pool);
  } finally {
    await database.close();
  }
}

async function fill(pool: pg.Pool, backup: string): Promise<void> {
  await loadDump(pool, backup);
  await migrateAndMark(pool);
}

/** Migrates the database and marks it as restored. Agents then get no work until an administrator confirms the restore. */
async function migrateAndMark(pool: pg.Pool): Promise<void> {
  await migrate(pool);
  await markRestored(pool);
}

/** Records that this database was restored, unless an unconfirmed restore is already recorded, for example by loading the backup. */
export async function markRestored(pool: pg.Pool): Promise<void> {
  await pool.query(
    'INSERT INTO restores (backup_made_at) SELECT NULL WHERE NOT EXISTS (SELECT FROM restores WHERE confirmed_at IS NULL)',
  );
}

import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/** Brings what the embedded database has written, which the operating system only holds in memory, to the disk. */
export type DiskSync = {
  /** What is committed when it is called survives a power cut once it is done. Not to be called inside a transaction. */
  syncCommits: () => Promise<void>;
  /** Every file, so that no checkpoint says that something is in the tables that isn't. */
  syncTables: () => Promise<void>;
};

type SyncPath = (path: string, kind: 'file' | 'folder') => Promise<void>;

/** @param folder Where the database's files are. */
export function createDiskSync(pool: pg.Pool, folder: string, sync: SyncPath = syncPath): DiskSync {
  const logFolder = join(folder, 'pg_wal');
  let synced = { position: '', file: '' };

  async function syncLog(): Promise<void> {
    const { rows } = await pool.query<{ position: string; file: string }>(
      `SELECT position::text, pg_walfile_name(position) AS file FROM pg_current_wal_lsn() position`,
    );
    const written = rows[0];
    if (written === undefined || written.position === synced.position) return;
    // Files that are kept to be used again have higher names.
    const names = (await readdir(logFolder)).filter((name) => name >= synced.file && name <= written.file);
    for (const name of names) await sync(join(logFolder, name), 'file');
    // A new file is one that was renamed, and its new name must survive as well.
    if (written.file !== synced.file) await sync(logFolder, 'folder');
    synced = written;
  }

  return { syncCommits: sharing(syncLog), syncTables: () => syncFolder(folder, sync) };
}

/** Syncs every file of a database. */
export async function syncFolder(folder: string, sync: SyncPath = syncPath): Promise<void> {
  const control = join(folder, 'global', 'pg_control');
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (path !== control) await sync(path, entry.isDirectory() ? 'folder' : 'file');
  }
  // It names the checkpoint to start from, so it comes last.
  await sync(control, 'file');
}

/** Runs the work once at a time. Who asks while it runs shares the next run: the one under way may have missed their commit. */
function sharing(work: () => Promise<void>): () => Promise<void> {
  let latest: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    if (next !== null) return next;
    const begin = () => {
      next = null;
      return work();
    };
    next = latest.then(begin, begin);
    latest = next;
    return next;
  };
}

async function syncPath(path: string, kind: 'file' | 'folder'): Promise<void> {
  // Windows needs no syncing of folders and refuses it, and syncs only what is open for writing.
  if (kind === 'folder' && process.platform === 'win32') return;
  try {
    const handle = await open(path, kind === 'folder' ? 'r' : 'r+');
    try {
      await handle.datasync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** The database removes files that it has no more use for. */
function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

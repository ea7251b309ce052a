import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { errorCodeOf } from '../error-code.ts';
import { requireFreeSpace } from '../files/free-space.ts';
import { onlyRow } from './only-row.ts';

/** Flushes the embedded database's files to disk. Until then, recent writes might exist only in the operating system's memory. */
export type DiskSync = {
  /** Makes sure that everything committed before the call would survive a power failure. Don't call this inside a transaction. */
  syncCommits: () => Promise<void>;
  /** Flushes every file. Call this after a checkpoint. Otherwise, the checkpoint could be on disk without the tables it covers. */
  syncTables: () => Promise<void>;
  /** Throws if the disk is too full for a checkpoint. The database can't continue after a failed checkpoint. */
  requireSpaceForCheckpoint: () => Promise<void>;
};

/** A checkpoint writes a few small files, and may need a new 16 MB file for the write-ahead log. */
const checkpointBytes = 32 * 1024 * 1024;

type SyncPath = (path: string, kind: 'file' | 'folder') => Promise<void>;

/** Creates the functions that flush a database. `folder` contains the database's files. */
export function createDiskSync(pool: pg.Pool, folder: string, sync: SyncPath = syncPath): DiskSync {
  const logFolder = join(folder, 'pg_wal');
  let synced = { position: '', file: '' };

  async function syncLog(): Promise<void> {
    const { rows } = await pool.query<{ position: string; file: string }>(
      `SELECT position::text, pg_walfile_name(position) AS file FROM pg_current_wal_lsn() position`,
    );
    const written = onlyRow(rows);
    if (written.position === synced.position) return;
    // Later log files contain no commits yet, because the database has recycled them for future use.
    const names = (await readdir(logFolder)).filter((name) => name >= synced.file && name <= written.file);
    for (const name of names) await sync(join(logFolder, name), 'file');
    // The database creates a log file by renaming an old one, so the folder must be flushed as well.
    if (written.file !== synced.file) await sync(logFolder, 'folder');
    synced = written;
  }

  return {
    syncCommits: sharing(syncLog),
    syncTables: () => syncFolder(folder, sync),
    requireSpaceForCheckpoint: () => requireFreeSpace(folder, checkpointBytes, 'a checkpoint'),
  };
}

/** Flushes every file in a database folder. */
export async function syncFolder(folder: string, sync: SyncPath = syncPath): Promise<void> {
  const control = join(folder, 'global', 'pg_control');
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (path !== control) await sync(path, entry.isDirectory() ? 'folder' : 'file');
  }
  // This file refers to the checkpoint from which recovery starts, so it is flushed last.
  await sync(control, 'file');
}

/**
 * Returns a function that runs the work, with one run at a time. Calls made during a run share the next run, because the current run may
 * miss their commits.
 */
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
  // Windows can't flush folders, and flushes only files that are open for writing.
  if (kind === 'folder' && process.platform === 'win32') return;
  try {
    const handle = await open(path, kind === 'folder' ? 'r' : 'r+');
    try {
      await handle.datasync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    // The file may be gone, because the database deletes files that it no longer needs.
    if (errorCodeOf(error) !== 'ENOENT') throw error;
  }
}

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Keeps a second process off a data folder. The operating system holds the lock (through SQLite's file locking), so that
 * it ends with the process, however that ends, and no stale lock can be left behind.
 */
export function lockDirectory(directory: string): () => void {
  const lock = new DatabaseSync(join(directory, 'lock'));
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new DirectoryLockedError(directory);
  }
  return () => lock.close();
}

export class DirectoryLockedError extends Error {
  constructor(directory: string) {
    super(
      `Another process is using ${directory}. Stop it first, or set DATA_DIR to another folder. ` +
        'Two processes on one embedded database would destroy it.',
    );
    this.name = 'DirectoryLockedError';
  }
}

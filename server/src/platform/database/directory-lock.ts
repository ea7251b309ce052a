import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../operator-error.ts';

/**
 * Locks a data folder, so that no other process can use it. Returns a function that releases the lock. Throws a `DirectoryLockedError` if
 * another process holds the lock. The operating system holds the lock (through SQLite's file locking) and releases it when the process ends
 * for any reason.
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

export class DirectoryLockedError extends OperatorError {
  constructor(directory: string) {
    super(
      `Another process is using ${directory}. Stop it first, or set DATA_DIR to another folder. ` +
        'Two processes would corrupt an embedded database.',
    );
    this.name = 'DirectoryLockedError';
  }
}

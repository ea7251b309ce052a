import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../operator-error.ts';

/**
 * Locks a data folder, so that no other process can use it. Returns a function that releases the lock. Throws a `DirectoryLockedError` if
 * another process holds the lock. The operating system holds the lock (through SQLite's file locking) and releases it when the process ends
 * for any reason.
 */
export function lockDirectory(directory: string): () => void {
  const file = join(directory, 'lock');
  const lock = new DatabaseSync(file);
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new DirectoryLockedError(directory, holderOf(file));
  }
  return () => lock.close();
}

/** Returns the ID of the process that holds the lock on a file, or null if it can't be determined. Only Linux provides it. */
function holderOf(file: string): string | null {
  try {
    // The numbers at the end are the bytes that SQLite locks. The device isn't compared, because its number here can differ from `stat`'s.
    const held = new RegExp(` WRITE +([1-9]\\d*) \\S+:${statSync(file).ino} 107374182\\d `);
    return held.exec(readFileSync('/proc/locks', 'utf8'))?.[1] ?? null;
  } catch {
    return null;
  }
}

export class DirectoryLockedError extends OperatorError {
  constructor(directory: string, processId: string | null) {
    const which = processId === null ? '' : ` (its ID is ${processId})`;
    super(
      `Another process is using ${directory}${which}. Stop it first, or set DATA_DIR to another folder. ` +
        'Two processes would corrupt an embedded database.',
    );
    this.name = 'DirectoryLockedError';
  }
}

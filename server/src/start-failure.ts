import { BackupError } from './platform/database/backup.ts';
import { ConfigError } from './platform/config.ts';
import type { Config } from './platform/config.ts';
import { DirectoryLockedError } from './platform/database/directory-lock.ts';

const unwritable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EISDIR', 'ENOSPC']);
const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET']);
/** SQLSTATE classes: refused at the door (by PgBouncer: 08P01), no such database, no room or shutting down. */
const refusedByDatabase = /^(08P01|28|3D|53|57)/;
/** What pg says, without a code, when the connection timed out or ended before it was used. */
const silentDatabase = /connection timeout|Connection terminated|timeout exceeded/i;
/** SQLite: cannot open. It stands for the lock file in the data folder. */
const sqliteCannotOpen = 14;

function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return first instanceof Error ? codeOf(first) : '';
}

/** One line for what the person who starts it can mend; undefined for what they cannot. */
export function startFailureText(error: unknown, config: Config | null): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof ConfigError || error instanceof DirectoryLockedError || error instanceof BackupError) {
    return error.message;
  }
  const code = codeOf(error);
  if (code === 'EADDRINUSE') return `Port ${config?.port} is taken. Set PORT to another one.`;
  if (code === 'EADDRNOTAVAIL') return `This computer has no address ${config?.host}. Set HOST to one that it has.`;
  const isLockFile = 'errcode' in error && error.errcode === sqliteCannotOpen;
  if (unwritable.has(code) || isLockFile) {
    return `The data folder ${config?.dataDir} cannot be written (${isLockFile ? 'no access' : code}). Set DATA_DIR to a folder that can.`;
  }
  if (config?.databaseUrl === null || config === null) return undefined;
  if (unreachable.has(code) || silentDatabase.test(error.message)) {
    return 'The database in DATABASE_URL cannot be reached. Is it running?';
  }
  return refusedByDatabase.test(code) ? `The database in DATABASE_URL refused: ${error.message}.` : undefined;
}

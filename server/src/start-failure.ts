import type { Config } from './platform/config.ts';
import { errorCodeOf } from './platform/error-code.ts';
import { keyFileOf } from './platform/secrets/key-file.ts';
import { UnreadableError } from './platform/secrets/secret-box.ts';
import { OperatorError } from './platform/operator-error.ts';

const unwritable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);
const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET']);
/** SQLSTATE classes: connection refused (PgBouncer: 08P01), authentication failed, no such database, insufficient resources, shutdown. */
const refusedByDatabase = /^(08P01|28|3D|53|57)/;
/** The SQLSTATE for insufficient privileges, for example to create the extension pg_trgm or btree_gin. */
const missingPermission = '42501';
/** Messages of pg's errors that have no code. pg throws these errors when a connection times out or ends before it is used. */
const silentDatabase = /connection timeout|Connection terminated|timeout exceeded/i;
/** Node's and pg's messages about encrypted connections. The codes differ for every kind of certificate problem. */
const unencryptable = /\bSSL\b|certificate/i;
/** SQLite's error code for "cannot open". Here, it always refers to the lock file in the data folder. */
const sqliteCannotOpen = 14;

const missingKey =
  'The database was last used with a different key. Put that key into DATA_DIR/secret.key, SECRET_KEY or OTHER_SECRET_KEYS. ' +
  'If it is lost, run: npm start -- give-up-lost-keys';

function codeOf(error: Error): string {
  const code = errorCodeOf(error);
  if (code !== undefined) return code;
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return first instanceof Error ? codeOf(first) : '';
}

/** Returns a message if the server can't listen on HOST and PORT. */
function listenFailureText(error: Error, config: Config | null): string | undefined {
  const code = codeOf(error);
  if (code === 'EADDRINUSE') return `Port ${config?.port} is already in use. Set PORT to another port.`;
  const isUnknownHost = 'hostname' in error && error.hostname === config?.host;
  if (code === 'EADDRNOTAVAIL' || isUnknownHost)
    return `This computer doesn't have the address ${config?.host}. Set HOST to one of its addresses.`;
  if (code === 'EACCES' && 'syscall' in error && error.syscall === 'listen')
    return `The server's user isn't allowed to listen on port ${config?.port}. Set PORT to 1024 or higher.`;
  return undefined;
}

/** Returns a message if the encryption that DATABASE_URL asks for doesn't work, for example because the certificate isn't trusted. */
function encryptionFailureText(error: Error, databaseUrl: string): string | undefined {
  const named: unknown[] = [...(URL.parse(databaseUrl)?.searchParams.values() ?? [])];
  const isMissingFile = 'path' in error && named.includes(error.path);
  if (!isMissingFile && !unencryptable.test(error.message)) return undefined;
  // The part after the semicolon recommends a Node option, which doesn't help here.
  const [reason] = error.message.split(';');
  return `Can't connect to the database in DATABASE_URL: ${reason}. Check sslmode and sslrootcert in the address.`;
}

/** Returns a message for errors that the operator can fix, or undefined for all others. */
export function startFailureText(error: unknown, config: Config | null): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof OperatorError) return error.message;
  if (error instanceof UnreadableError) return `${error.message} ${missingKey}`;
  const code = codeOf(error);
  const notListening = listenFailureText(error, config);
  if (notListening !== undefined) return notListening;
  if (code === 'ENOSPC') return 'The disk is full. Free some space and try again.';
  if (code === 'EACCES' && 'path' in error && error.path === keyFileOf(config?.dataDir ?? ''))
    return `The server's user isn't allowed to read or create ${error.path}. Make that user the owner of the data folder and everything in it.`;
  const isLockFile = 'errcode' in error && error.errcode === sqliteCannotOpen;
  const isFolder = 'syscall' in error && error.syscall === 'mkdir';
  if (unwritable.has(code) || isLockFile || isFolder) {
    return `Can't write to the data folder ${config?.dataDir} (${isLockFile ? 'no access' : code}). Set DATA_DIR to a writable folder.`;
  }
  const { cause } = error;
  if (cause instanceof Error && codeOf(cause) === missingPermission)
    return `The database refused to update its tables: ${cause.message}. Give the server's database role the missing permission, or ask a database administrator to make the change.`;
  if (config?.databaseUrl === null || config === null) return undefined;
  const notEncrypted = encryptionFailureText(error, config.databaseUrl);
  if (notEncrypted !== undefined) return notEncrypted;
  if (unreachable.has(code) || silentDatabase.test(error.message)) {
    return "Can't connect to the database in DATABASE_URL. Check that it is running.";
  }
  const isFatal = 'severity' in error && error.severity === 'FATAL';
  return isFatal || refusedByDatabase.test(code)
    ? `The database in DATABASE_URL refused the connection: ${error.message}.`
    : undefined;
}

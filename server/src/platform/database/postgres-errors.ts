import { errorCodeOf } from '../error-code.ts';

/** Checks whether an error is a violation of the unique index `constraint`, or of any unique index if `constraint` is omitted. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof Error) || errorCodeOf(error) !== '23505') return false;
  return constraint === undefined || ('constraint' in error && error.constraint === constraint);
}

/** Checks whether an error is a foreign-key violation, for example because a row references another user's row. */
export function isForeignKeyViolation(error: unknown): boolean {
  return errorCodeOf(error) === '23503';
}

/** Checks whether an error means that a string or number can't be stored. */
export function isUnstorableText(error: unknown): boolean {
  return ['22021', '22P05', '22P02', '22003'].includes(errorCodeOf(error) ?? '');
}

/** Checks whether an error means that the database doesn't know a setting's value, such as a time zone. */
export function isInvalidParameter(error: unknown): boolean {
  return errorCodeOf(error) === '22023';
}

/** Checks whether an error means that the database timed out: on a lock, a statement or an idle transaction. */
export function isDatabaseTimeout(error: unknown): boolean {
  return ['55P03', '57014', '25P03'].includes(errorCodeOf(error) ?? '');
}

/**
 * SQLSTATE classes: connection failure, insufficient resources (including a full disk), shutdown, I/O error. 25006 is a read-only database,
 * for example a standby.
 */
const awayStates = /^(08|53|57P|58|25006)/;
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
]);

/** Checks whether an error means that the database is unavailable, for example starting, out of disk space, read-only or unreachable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = errorCodeOf(error) ?? '';
  if (awayStates.test(code) || unreachable.has(code)) return true;
  return error instanceof Error && brokenConnection.test(error.message);
}

/** Messages of pg's errors that have no code. pg throws these errors when a connection breaks or can't be opened. */
const brokenConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

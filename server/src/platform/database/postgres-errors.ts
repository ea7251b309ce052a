/** Returns a database error's five-character SQLSTATE, or undefined for any other error. */
export function postgresErrorCode(error: unknown): string | undefined {
  return textProperty(error, 'code');
}

/** Checks whether a unique index refused a row: the one with this name, or any. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (postgresErrorCode(error) !== '23505') return false;
  return constraint === undefined || textProperty(error, 'constraint') === constraint;
}

/** Checks whether a row references one that doesn't exist or belongs to another tenant. */
export function isForeignKeyViolation(error: unknown): boolean {
  return postgresErrorCode(error) === '23503';
}

function textProperty(error: unknown, name: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}

/** Checks whether the database refused a text or number that no column can store. */
export function isUnstorableText(error: unknown): boolean {
  return ['22021', '22P05', '22P02', '22003'].includes(postgresErrorCode(error) ?? '');
}

/** Checks whether the database gave up on a lock, a statement or an idle transaction. */
export function isTimeOut(error: unknown): boolean {
  return ['55P03', '57014', '25P03'].includes(postgresErrorCode(error) ?? '');
}

/** SQLSTATE classes: connection, no resources (including a full disk), shutting down, disk failure. 25006: a standby or read-only. */
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

/** Checks whether the database is unavailable: starting, stopping, full, read-only or unreachable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = postgresErrorCode(error) ?? '';
  if (awayStates.test(code) || unreachable.has(code)) return true;
  return error instanceof Error && brokenConnection.test(error.message);
}

/** pg's errors without a code, for a connection that broke or couldn't be opened. */
const brokenConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

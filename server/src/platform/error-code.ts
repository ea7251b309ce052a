/** Returns an error's code: a Node.js code such as `ENOENT`, or the five-character SQLSTATE of a database error. */
export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Handles an error by returning undefined if a file or folder doesn't exist. Throws every other error again. */
export function ignoreMissing(error: unknown): undefined {
  if (errorCodeOf(error) !== 'ENOENT') throw error;
}

/** Returns an error's code: a Node.js code such as `ENOENT`, or the five-character SQLSTATE of a database error. */
export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Returns the code of an error from Node.js, such as `ENOENT`, or from the database, as five-character SQLSTATE. */
export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

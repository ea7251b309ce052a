/** Handles are always in lower case. */
function looksLikeHandle(line: string): boolean {
  return /^[a-z0-9._]{1,30}$/u.test(line);
}

/**
 * Returns the search results that may be this person, the most likely first. Any line may be the handle, and people can use
 * another person's handle as their display name. So rows with a second line that looks like a handle come last. Only the header
 * of the conversation proves whose it is.
 */
export function rowsFor(rows: readonly string[][], handle: string): string[][] {
  const fitting = rows.filter((lines) => lines.includes(handle));
  const isPlain = (lines: string[]): boolean => lines.every((line) => line === handle || !looksLikeHandle(line));
  return [...fitting.filter(isPlain), ...fitting.filter((lines) => !isPlain(lines))];
}

/** Whether every result shows a handle. */
export function areReadable(rows: readonly string[][]): boolean {
  return rows.length > 0 && rows.every((lines) => lines.some(looksLikeHandle));
}

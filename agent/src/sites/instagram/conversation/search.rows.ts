/** Whether this may be a handle. Handles are always in lower case. */
function looksLikeHandle(line: string): boolean {
  return /^[a-z0-9._]{1,30}$/u.test(line);
}

/**
 * Returns the search results that may be this person, most likely first. Any line of a result may be the handle, and people can use
 * someone else's handle as their display name. So results in which another line looks like a handle come last. Only the
 * conversation's header proves whose conversation a result opens.
 */
export function rowsFor(rows: readonly string[][], handle: string): string[][] {
  const fitting = rows.filter((lines) => lines.includes(handle));
  const isPlain = (lines: string[]): boolean => lines.every((line) => line === handle || !looksLikeHandle(line));
  return [...fitting.filter(isPlain), ...fitting.filter((lines) => !isPlain(lines))];
}

/** Whether there are any search results, and each of them contains a line that looks like a handle. */
export function areReadable(rows: readonly string[][]): boolean {
  return rows.length > 0 && rows.every((lines) => lines.some(looksLikeHandle));
}

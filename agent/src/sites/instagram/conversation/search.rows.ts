/** Handles are written in lower case. */
function looksLikeHandle(line: string): boolean {
  return /^[a-z0-9._]{1,30}$/u.test(line);
}

/**
 * The search results that may be this person, the likelier ones first. The handle may be any line, and anyone may choose another
 * person's handle as a display name, so a row with a second line that looks like a handle comes last. Only the head of the
 * conversation proves who it is with.
 */
export function rowsFor(rows: readonly string[][], handle: string): string[][] {
  const fitting = rows.filter((lines) => lines.includes(handle));
  const isPlain = (lines: string[]): boolean => lines.every((line) => line === handle || !looksLikeHandle(line));
  return [...fitting.filter(isPlain), ...fitting.filter((lines) => !isPlain(lines))];
}

/** Whether each result shows a handle. */
export function areReadable(rows: readonly string[][]): boolean {
  return rows.length > 0 && rows.every((lines) => lines.some(looksLikeHandle));
}

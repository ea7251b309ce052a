/** Where a page starts: directly before or after the entry with this ID, or with the newest entry if neither is set. */
export type Position = { before?: number | undefined; after?: number | undefined };

/** Checks whether a page continues upward, to higher IDs. Such a page is read oldest first. */
export function isUpwards({ before, after }: Position): boolean {
  return before === undefined && after !== undefined;
}

type Cursors = { next_before: number | null; previous_after: number | null };

/**
 * Builds a page of entries, newest first, with the cursors of the previous and next page. `found` contains the entries in the order in
 * which they were read, and one more than `limit` if there is another page.
 */
export function cursorPageOf<Row extends { id: number }>(
  found: readonly Row[],
  { limit, ...position }: Position & { limit: number },
): { rows: Row[] } & Cursors {
  const hasMore = found.length > limit;
  const shown = found.slice(0, limit);
  const rows = isUpwards(position) ? shown.toReversed() : shown;
  const [first, last] = [rows[0]?.id ?? null, rows.at(-1)?.id ?? null];
  if (isUpwards(position)) return { rows, next_before: last, previous_after: hasMore ? first : null };
  const { before } = position;
  return {
    rows,
    next_before: hasMore ? last : null,
    previous_after: before === undefined ? null : (first ?? before - 1),
  };
}

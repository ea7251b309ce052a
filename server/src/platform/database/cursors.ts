/** A page begins before or after the id of an entry; with neither, at the newest. */
export type Position = { before?: number | undefined; after?: number | undefined };

/** Whether a page has the entries just above a position. They are read the oldest first. */
export function isUpwards({ before, after }: Position): boolean {
  return before === undefined && after !== undefined;
}

type Beside = { next_before: number | null; previous_after: number | null };

/**
 * A page of entries, the newest first, and where the pages beside it begin. `found` is in the order in which it was read, and
 * has one more than fits when there is another page.
 */
export function pageOf<Row extends { id: number }>(
  found: readonly Row[],
  { limit, ...position }: Position & { limit: number },
): { rows: Row[] } & Beside {
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

const dayMs = 86_400_000;

export type DayRange = { start_date?: string | undefined; end_date?: string | undefined };

/** A range's first and last day, both inclusive, in the user's time zone. Null means unbounded. */
export type TimeRange = { from: string | null; to: string | null };

export function timeRangeOf({ start_date, end_date }: DayRange): TimeRange {
  return { from: start_date ?? null, to: end_date ?? null };
}

/**
 * Returns the `number` days up to a range's end, oldest first, even if the range is shorter. A range without an end date ends on `today`.
 */
export function lastDaysOf({ end_date }: DayRange, number: number, today: string): string[] {
  const last = Date.parse(`${end_date ?? today}T00:00:00Z`);
  return Array.from({ length: number }, (_, index) =>
    new Date(last - (number - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}

const mostDays = 366;

/** Returns a range's days, oldest first, but at most the last 366. If the range has no start date, returns its last 14 days. */
export function daysOf(range: DayRange, today: string): string[] {
  if (range.start_date === undefined) return lastDaysOf(range, 14, today);
  const last = range.end_date ?? today;
  const days = Math.round((Date.parse(last) - Date.parse(range.start_date)) / dayMs) + 1;
  return days <= 0 ? [] : lastDaysOf(range, Math.min(days, mostDays), today);
}

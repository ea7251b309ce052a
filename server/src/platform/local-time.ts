import { Temporal } from 'temporal-polyfill';

export function localTime(at: Date, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);
}

/** Returns the date of `at` in a time zone, as `yyyy-mm-dd`. */
export function localDay(at: Date, timezone: string): string {
  return localTime(at, timezone).toPlainDate().toString();
}

/** Returns the time at which a date, as `yyyy-mm-dd`, begins in a time zone. */
export function startOfDay(date: string, timezone: string): Date {
  return new Date(Temporal.PlainDate.from(date).toZonedDateTime(timezone).epochMilliseconds);
}

/** Returns the time at which the next day begins in a time zone. */
export function nextMidnight(at: Date, timezone: string): Date {
  const tomorrow = localTime(at, timezone).toPlainDate().add({ days: 1 });
  return new Date(tomorrow.toZonedDateTime(timezone).epochMilliseconds);
}

import { minutesOf } from '@sandpiper/contract/account-limits';
import type { Hours, HoursRange } from '@sandpiper/contract/account-limits';
import { Temporal } from 'temporal-polyfill';

/*
 * Hours are in the account's local time. When the clocks go back, a range that includes the repeated hour is open both times.
 * When the clocks go forward, the skipped hour is never open.
 */

/** The hours that restrict an account: its own hours and its campaign's hours. The account can send only at times that are within both. */
export type Schedule = { timezone: string; all: readonly Hours[] };

const daysAhead = 15;
const minutesPerDay = 24 * 60;

export function localTime(at: Date, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);
}

export function restrictions({ all }: Schedule): (readonly HoursRange[])[] {
  return all.flatMap((hours) => (hours === null || hours.length === 0 ? [] : [hours]));
}

function covers(hours: readonly HoursRange[], local: Temporal.ZonedDateTime): boolean {
  const minute = local.hour * 60 + local.minute;
  return hours.some(
    ({ day, from, to }) => day === local.dayOfWeek && minutesOf(from) <= minute && minute < minutesOf(to),
  );
}

export function isOpen(schedule: Schedule, at: Date): boolean {
  const local = localTime(at, schedule.timezone);
  return restrictions(schedule).every((hours) => covers(hours, local));
}

/** Returns the times at which a schedule can open or close in the 15 days after `at`, in chronological order. */
function boundaries(schedule: Schedule, at: Date): Date[] {
  const { timezone } = schedule;
  const ranges = restrictions(schedule).flat();
  const first = localTime(at, timezone);
  const last = first.add({ days: daysAhead });
  const moments = new Set<number>();
  for (let date = first.toPlainDate(); Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    for (const { from, to } of ranges.filter(({ day }) => day === date.dayOfWeek)) {
      for (const clock of [from, to]) {
        const minutes = minutesOf(clock);
        const wall = date.add({ days: Math.floor(minutes / minutesPerDay) }).toPlainDateTime({
          hour: Math.floor((minutes % minutesPerDay) / 60),
          minute: minutes % 60,
        });
        for (const disambiguation of ['earlier', 'later'] as const) {
          moments.add(wall.toZonedDateTime(timezone, { disambiguation }).epochMilliseconds);
        }
      }
    }
  }
  let change = first.getTimeZoneTransition('next');
  while (change !== null && Temporal.ZonedDateTime.compare(change, last) <= 0) {
    moments.add(change.epochMilliseconds);
    change = change.getTimeZoneTransition('next');
  }
  return [...moments]
    .filter((moment) => moment > at.getTime())
    .toSorted((a, b) => a - b)
    .map((moment) => new Date(moment));
}

/** Returns `at` if the schedule is open then. Otherwise, returns when it next opens, or null if it doesn't open within two weeks. */
export function nextOpening(schedule: Schedule, at: Date): Date | null {
  if (isOpen(schedule, at)) return at;
  return boundaries(schedule, at).find((moment) => isOpen(schedule, moment)) ?? null;
}

/** Returns when a schedule that is open at `at` closes, or null if it doesn't close within two weeks. */
export function nextClosing(schedule: Schedule, at: Date): Date | null {
  return boundaries(schedule, at).find((moment) => !isOpen(schedule, moment)) ?? null;
}

/** Returns the date of `at` in a time zone, as `yyyy-mm-dd`. */
export function localDay(at: Date, timezone: string): string {
  return localTime(at, timezone).toPlainDate().toString();
}

/** Returns the time at which the next day begins in a time zone. */
export function nextMidnight(at: Date, timezone: string): Date {
  const tomorrow = localTime(at, timezone).toPlainDate().add({ days: 1 });
  return new Date(tomorrow.toZonedDateTime(timezone).epochMilliseconds);
}

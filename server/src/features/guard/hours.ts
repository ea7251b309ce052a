import { minutesOf } from '@sandpiper/contract/account-limits';
import type { Hours, HoursRange } from '@sandpiper/contract/account-limits';
import type { Temporal } from 'temporal-polyfill';
import { localTime } from '../../platform/local-time.ts';

/*
 * Hours are in the account's local time. When the clocks go back, a range that includes the repeated hour is open both times.
 * When the clocks go forward, the skipped hour is never open.
 */

/** The hours that restrict an account: its own hours and its campaign's hours. The account can send only at times that are within both. */
export type Schedule = { timezone: string; all: readonly Hours[] };

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

import { minutesOf } from '@sandpiper/contract/account-limits';
import type { HoursRange } from '@sandpiper/contract/account-limits';
import type { Temporal } from 'temporal-polyfill';
import { localTime } from '../../platform/local-time.ts';
import { isOpen, restrictions } from './hours.ts';
import type { Schedule } from './hours.ts';

/*
 * Finds when a schedule opens and closes. Processes each day only once, so that callers can quickly go through hundreds of days in order.
 * Times are in milliseconds since 1970.
 */

export type OpenTimes = {
  /** Returns `at` if the schedule is open then. Otherwise, returns when it next opens, or null if it doesn't open within two weeks. */
  opening: (at: number) => number | null;
  /**
   * Returns when the schedule closes, or `at` if the schedule isn't open at `at`. If the schedule stays open for weeks, returns a time at
   * which it is still open. Infinite if the schedule has no hours.
   */
  closing: (at: number) => number;
};

const emptyDays = 15;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

type Open = { from: number; to: number };

const alwaysOpen: OpenTimes = { opening: (at) => at, closing: () => Number.POSITIVE_INFINITY };

/** Returns the open periods of a day on which the clocks change, calculated in local time. */
function openOnClockChangeDay(schedule: Schedule, start: Temporal.ZonedDateTime, end: number): Open[] {
  const date = start.toPlainDate();
  const edges = new Set([start.epochMilliseconds]);
  const change = start.getTimeZoneTransition('next');
  if (change !== null && change.epochMilliseconds < end) edges.add(change.epochMilliseconds);
  for (const { from, to } of restrictions(schedule).flat()) {
    for (const minutes of [minutesOf(from), minutesOf(to)]) {
      if (minutes * minuteMs >= dayMs) continue;
      const wall = date.toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
      for (const disambiguation of ['earlier', 'later'] as const) {
        edges.add(wall.toZonedDateTime(schedule.timezone, { disambiguation }).epochMilliseconds);
      }
    }
  }
  const ordered = [...edges].filter((edge) => edge >= start.epochMilliseconds && edge < end).toSorted((a, b) => a - b);
  return ordered.flatMap((from, index) =>
    isOpen(schedule, new Date(from)) ? [{ from, to: ordered[index + 1] ?? end }] : [],
  );
}

function openOnPlainDay(all: readonly (readonly HoursRange[])[], weekday: number, start: number): Open[] {
  const ranges = all.map((hours) =>
    hours.filter(({ day }) => day === weekday).map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) })),
  );
  const edges = [...new Set(ranges.flat().flatMap(({ from, to }) => [from, to]))].toSorted((a, b) => a - b);
  return edges.flatMap((from, index) => {
    const to = edges[index + 1];
    const isCovered = ranges.every((one) => one.some((range) => range.from <= from && from < range.to));
    return to === undefined || !isCovered ? [] : [{ from: start + from * minuteMs, to: start + to * minuteMs }];
  });
}

/** Creates a lookup of open times. Call its functions only with increasing times, starting at `from`. */
export function openTimes(schedule: Schedule, from: Date): OpenTimes {
  const all = restrictions(schedule);
  if (all.length === 0) return alwaysOpen;
  const known: Open[] = [];
  let day = localTime(from, schedule.timezone).startOfDay();

  function lookAtNextDay(): void {
    const next = day.add({ days: 1 }).startOfDay();
    const [start, end] = [day.epochMilliseconds, next.epochMilliseconds];
    const isPlain = end - start === dayMs && day.hour === 0 && day.minute === 0;
    for (const open of isPlain ? openOnPlainDay(all, day.dayOfWeek, start) : openOnClockChangeDay(schedule, day, end)) {
      const last = known.at(-1);
      if (last !== undefined && last.to === open.from) last.to = open.to;
      else known.push({ ...open });
    }
    day = next;
  }

  /** Finds the first open period that ends after `at`, including its continuation on the following days. */
  function find(at: number): Open | null {
    for (let empty = 0; empty <= emptyDays;) {
      while (known[0] !== undefined && known[0].to <= at && known.length > 1) known.shift();
      const found = known.find(({ to }) => to > at);
      // An open period that ends at the last processed midnight may continue on the next day.
      if (found !== undefined && (found.to < day.epochMilliseconds || found.to - found.from > emptyDays * dayMs)) {
        return found;
      }
      if (found === undefined && day.epochMilliseconds > at) empty += 1;
      lookAtNextDay();
    }
    return null;
  }

  return {
    opening: (at) => {
      const found = find(at);
      return found === null ? null : Math.max(at, found.from);
    },
    closing: (at) => {
      const found = find(at);
      return found === null || found.from > at ? at : found.to;
    },
  };
}

/** Returns `at` if the schedule is open then. Otherwise, returns when it next opens, or null if it doesn't open within two weeks. */
export function nextOpening(schedule: Schedule, at: Date): Date | null {
  if (isOpen(schedule, at)) return at;
  const opens = openTimes(schedule, at).opening(at.getTime());
  return opens === null ? null : new Date(opens);
}

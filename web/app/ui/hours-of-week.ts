import { minutesOf } from '@sandpiper/contract/account-limits';
import type { Hours, HoursRange } from '@sandpiper/contract/account-limits';
import { hoursTexts as texts } from './hours-editor.texts.ts';

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

const workingDays = [1, 2, 3, 4, 5];

export const workingHours: readonly HoursRange[] = workingDays.map((day) => ({ day, from: '09:00', to: '18:00' }));

export function rangesOn(hours: Hours, day: number): readonly HoursRange[] {
  return (hours ?? []).filter((range) => range.day === day);
}

/** Replaces the ranges of one day of the week. Returns null if no ranges are left at all. */
export function withDay(hours: Hours, day: number, ranges: readonly HoursRange[]): Hours {
  const all = weekdays.flatMap((each) => (each === day ? ranges : rangesOn(hours, each)));
  return all.length === 0 ? null : all;
}

export function copiedToAllDays(hours: Hours, from: number): Hours {
  const all = weekdays.flatMap((day) => rangesOn(hours, from).map((range) => ({ ...range, day })));
  return all.length === 0 ? null : all;
}

/** Validates a range. Returns the error message, or null if the range is valid. */
export function rangeProblem({ from, to }: HoursRange): string | null {
  if (from === '' || to === '') return texts.incomplete;
  return minutesOf(from) < minutesOf(to) ? null : texts.backwards;
}

export function areHoursValid(hours: Hours): boolean {
  return (hours ?? []).every((range) => rangeProblem(range) === null);
}

/**
 * Returns the range to add when the user clicks the plus button of a day. On a day without ranges, this is 09:00 to 18:00. Otherwise, it
 * goes from the end of the last range to midnight. If that end is missing or is midnight, the new range has no times yet.
 */
export function nextRange(ranges: readonly HoursRange[], day: number): HoursRange {
  const last = ranges.at(-1);
  if (last === undefined) return { day, from: '09:00', to: '18:00' };
  const hasRoom = last.to !== '' && minutesOf(last.to) < 24 * 60;
  return { day, from: hasRoom ? last.to : '', to: hasRoom ? '24:00' : '' };
}

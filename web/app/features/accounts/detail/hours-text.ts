import { minutesOf } from '@sandpiper/contract/account-limits';
import type { Hours, HoursRange } from '@sandpiper/contract/account-limits';
import { accountDetailTexts as texts } from './account-detail.texts.ts';

type Line = { days: string; times: string };

function timesOf(ranges: readonly HoursRange[], day: number): string {
  return ranges
    .filter((range) => range.day === day)
    .toSorted((a, b) => minutesOf(a.from) - minutesOf(b.from))
    .map(({ from, to }) => `${from}–${to}`)
    .join(', ');
}

/**
 * Describes sending hours in words, with one line for each run of consecutive days with the same hours. Returns an empty array if sending
 * is always allowed.
 */
export function linesOfHours(hours: Hours): Line[] {
  const spans: { first: number; last: number; times: string }[] = [];
  for (let day = 1; day <= 7; day += 1) {
    const times = timesOf(hours ?? [], day);
    const before = spans.at(-1);
    if (times === '') continue;
    if (before !== undefined && before.last === day - 1 && before.times === times) before.last = day;
    else spans.push({ first: day, last: day, times });
  }
  const name = (day: number) => texts.weekdays[day - 1] ?? '';
  return spans.map(({ first, last, times }) => ({
    days: first === last ? name(first) : texts.dayRange(name(first), name(last)),
    times,
  }));
}

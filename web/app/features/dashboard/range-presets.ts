import { utcDay } from '../../platform/dates.ts';
import type { Range } from './dashboard.queries.ts';
import { rangePickerTexts } from './range-picker.texts.ts';

const { presets: texts } = rangePickerTexts;

const dayMs = 86_400_000;

type RangePreset = { label: string; range: Range };

/** Returns the date ranges that the calendar offers, relative to the date `today`. */
export function rangePresets(today: string): RangePreset[] {
  // Dates are computed in UTC, where every day has 24 hours.
  const midnight = Date.parse(today);
  const date = new Date(midnight);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const until = (first: number, last = midnight): Range => ({
    start_date: utcDay(new Date(first)),
    end_date: utcDay(new Date(last)),
  });
  return [
    { label: texts.lastDays(7), range: until(midnight - 6 * dayMs) },
    { label: texts.lastDays(30), range: until(midnight - 29 * dayMs) },
    { label: texts.thisMonth, range: until(Date.UTC(year, month)) },
    { label: texts.lastMonth, range: until(Date.UTC(year, month - 1), Date.UTC(year, month, 0)) },
  ];
}

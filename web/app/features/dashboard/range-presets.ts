import { utcDay } from '../../platform/dates.ts';
import type { Range } from './dashboard.queries.ts';
import { rangePickerTexts } from './range-picker.texts.ts';

const { presets: texts } = rangePickerTexts;

const dayMs = 86_400_000;

type RangePreset = { label: string; range: Range };

/** Returns the date ranges that the calendar offers. Like all days on the dashboard, their days are in UTC. */
export function rangePresets(now: number): RangePreset[] {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const until = (first: number, last = now): Range => ({
    start_date: utcDay(new Date(first)),
    end_date: utcDay(new Date(last)),
  });
  return [
    { label: texts.lastDays(7), range: until(now - 6 * dayMs) },
    { label: texts.lastDays(30), range: until(now - 29 * dayMs) },
    { label: texts.thisMonth, range: until(Date.UTC(year, month)) },
    { label: texts.lastMonth, range: until(Date.UTC(year, month - 1), Date.UTC(year, month, 0)) },
  ];
}

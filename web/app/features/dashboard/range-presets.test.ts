import { expect, it } from 'vitest';
import { rangePresets } from './range-presets.ts';

it('the calendar’s ranges "Last 7 days" and "Last 30 days" include today', () => {
  const ranges = Object.fromEntries(rangePresets('2027-01-31').map(({ label, range }) => [label, range]));
  expect(ranges).toEqual({
    'Last 7 days': { start_date: '2027-01-25', end_date: '2027-01-31' },
    'Last 30 days': { start_date: '2027-01-02', end_date: '2027-01-31' },
    'This month': { start_date: '2027-01-01', end_date: '2027-01-31' },
    'Last month': { start_date: '2026-12-01', end_date: '2026-12-31' },
  });
});

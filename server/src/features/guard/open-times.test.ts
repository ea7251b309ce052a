import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Hours } from '@sandpiper/contract/account-limits';
import { isOpen } from './hours.ts';
import type { Schedule } from './hours.ts';
import { openTimes } from './open-times.ts';

const everyDay = (from: string, to: string): Hours => [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from, to }));
const office: Hours = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:00' }));
const nights: Hours = [1, 2, 3, 4, 5, 6, 7].flatMap((day) => [
  { day, from: '22:30', to: '24:00' },
  { day, from: '00:00', to: '02:30' },
]);

const schedules: readonly [name: string, schedule: Schedule][] = [
  ['office hours in Berlin', { timezone: 'Europe/Berlin', all: [office] }],
  ['nights in Berlin', { timezone: 'Europe/Berlin', all: [nights, null] }],
  [
    'an early hour that is missing once a year in New York',
    { timezone: 'America/New_York', all: [everyDay('02:15', '02:45')] },
  ],
  ['nights in Santiago, where clocks change at midnight', { timezone: 'America/Santiago', all: [nights] }],
  ['two schedules that overlap', { timezone: 'Asia/Kathmandu', all: [office, everyDay('16:00', '20:00')] }],
  [
    'a clock change of only half an hour on Lord Howe Island',
    { timezone: 'Australia/Lord_Howe', all: [everyDay('01:00', '03:00')] },
  ],
];

const quarterMs = 15 * 60_000;

/** Returns when the schedule is first in this state, at `at` or later. The schedules here change only on the quarter hour. */
function firstTime(schedule: Schedule, at: number, state: 'open' | 'closed'): number {
  let time = at;
  while (isOpen(schedule, new Date(time)) !== (state === 'open')) time = (Math.floor(time / quarterMs) + 1) * quarterMs;
  return time;
}

describe('looking up open times in order', () => {
  // The spans include clock changes, whose dates differ by country.
  const spans = [
    ['2026-09-01T12:34:00Z', '2026-09-12T00:00:00Z'],
    ['2026-09-28T12:34:00Z', '2026-11-06T00:00:00Z'],
    ['2027-03-08T12:34:00Z', '2027-04-10T00:00:00Z'],
  ] as const;
  for (const [[name, schedule], [begin, end]] of schedules.flatMap((one) =>
    spans.map((span) => [one, span] as const),
  )) {
    it(`gives the same times as a check of every quarter of an hour, for ${name} from ${begin.slice(0, 10)} on`, () => {
      const times = openTimes(schedule, new Date(begin));
      for (let at = Date.parse(begin); at < Date.parse(end);) {
        const opens = firstTime(schedule, at, 'open');
        assert.equal(times.opening(at), opens, new Date(at).toISOString());
        const closes = firstTime(schedule, opens, 'closed');
        assert.equal(times.closing(opens), closes, new Date(opens).toISOString());
        at = closes;
      }
    });
  }

  it('finds nothing if the schedule never opens', () => {
    const never = { timezone: 'UTC', all: [office, [{ day: 7, from: '09:00', to: '10:00' }]] };
    assert.equal(openTimes(never, new Date()).opening(Date.now()), null);
  });

  it('finds no end within two weeks if the schedule is always open', () => {
    const from = Date.parse('2026-11-24T12:00:00Z');
    assert.equal(openTimes({ timezone: 'UTC', all: [null] }, new Date(from)).closing(from), Number.POSITIVE_INFINITY);
    const always = openTimes({ timezone: 'Europe/Berlin', all: [everyDay('00:00', '24:00')] }, new Date(from));
    assert.equal(always.opening(from), from);
    assert.ok(always.closing(from) - from > 14 * 86_400_000);
  });
});

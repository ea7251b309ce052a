import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hours } from '@sandpiper/contract/account-limits';
import { timezoneSchema } from '@sandpiper/contract/account-limits.schema';
import { localDay, nextMidnight } from '../../platform/local-time.ts';
import { isOpen } from './hours.ts';
import { nextOpening, openTimes } from './open-times.ts';

const berlin = 'Europe/Berlin';
const at = (text: string): Date => new Date(text);
const schedule = (hours: Hours, timezone = berlin) => ({ timezone, all: [hours] });
const opening = (hours: Hours, from: string, timezone = berlin) =>
  nextOpening(schedule(hours, timezone), at(from))?.toISOString() ?? null;
const closing = (hours: Hours, from: string) =>
  new Date(openTimes(schedule(hours), at(from)).closing(at(from).getTime())).toISOString();

const office: Hours = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:00' }));

test('an account without hours can send at any time', () => {
  for (const hours of [null, []]) {
    assert.equal(isOpen(schedule(hours), at('2026-11-24T03:00:00Z')), true);
  }
});

test('a range of hours includes its start and excludes its end', () => {
  // 2026-11-24 is a Tuesday. Berlin is one hour ahead of UTC on that day.
  for (const [moment, expected] of [
    ['07:59:59', false],
    ['08:00:00', true],
    ['15:59:59', true],
    ['16:00:00', false],
  ] as const) {
    assert.equal(isOpen(schedule(office), at(`2026-11-24T${moment}Z`)), expected, moment);
  }
  assert.equal(opening(office, '2026-11-24T16:00:00Z'), '2026-11-25T08:00:00.000Z');
  assert.equal(closing(office, '2026-11-24T10:00:00Z'), '2026-11-24T16:00:00.000Z');
});

test('hours can leave out the weekend, and two ranges that meet at midnight count as one', () => {
  assert.equal(opening(office, '2026-11-27T16:30:00Z'), '2026-11-30T08:00:00.000Z');
  const night: Hours = [
    { day: 5, from: '22:00', to: '24:00' },
    { day: 6, from: '00:00', to: '02:00' },
  ];
  assert.equal(opening(night, '2026-11-27T12:00:00Z'), '2026-11-27T21:00:00.000Z');
  assert.equal(closing(night, '2026-11-27T22:00:00Z'), '2026-11-28T01:00:00.000Z');
});

test('the hour that is skipped in the spring is never open', () => {
  // On March 29, 2026, clocks move from 02:00 to 03:00.
  const missing: Hours = [{ day: 7, from: '02:00', to: '03:00' }];
  assert.equal(opening(missing, '2026-03-28T12:00:00Z'), '2026-04-05T00:00:00.000Z');
  const across: Hours = [{ day: 7, from: '02:30', to: '04:00' }];
  assert.equal(opening(across, '2026-03-28T12:00:00Z'), '2026-03-29T01:00:00.000Z');
  assert.equal(closing(across, '2026-03-29T01:00:00Z'), '2026-03-29T02:00:00.000Z');
});

test('the hour that occurs twice in the fall is open both times', () => {
  // On October 25, 2026, clocks move from 03:00 back to 02:00.
  const twice: Hours = [{ day: 7, from: '02:00', to: '02:30' }];
  assert.equal(opening(twice, '2026-10-24T12:00:00Z'), '2026-10-25T00:00:00.000Z');
  assert.equal(closing(twice, '2026-10-25T00:00:00Z'), '2026-10-25T00:30:00.000Z');
  assert.equal(opening(twice, '2026-10-25T00:30:00Z'), '2026-10-25T01:00:00.000Z');
  assert.equal(closing(twice, '2026-10-25T01:00:00Z'), '2026-10-25T01:30:00.000Z');
});

test('a campaign’s hours restrict its accounts’ hours', () => {
  const both = { timezone: berlin, all: [office, [{ day: 2, from: '16:00', to: '20:00' }]] };
  assert.equal(isOpen(both, at('2026-11-24T14:30:00Z')), false);
  assert.equal(nextOpening(both, at('2026-11-24T14:30:00Z'))?.toISOString(), '2026-11-24T15:00:00.000Z');
  const open = at('2026-11-24T15:30:00Z');
  assert.equal(openTimes(both, open).closing(open.getTime()), Date.parse('2026-11-24T16:00:00Z'));
  const never = { timezone: berlin, all: [office, [{ day: 6, from: '09:00', to: '17:00' }]] };
  assert.equal(nextOpening(never, at('2026-11-24T14:30:00Z')), null);
});

test('dates and midnights are those of the given time zone', () => {
  assert.equal(localDay(at('2026-11-24T23:30:00Z'), berlin), '2026-11-25');
  assert.equal(localDay(at('2026-11-24T23:30:00Z'), 'America/Los_Angeles'), '2026-11-24');
  assert.equal(nextMidnight(at('2026-03-28T23:30:00Z'), berlin).toISOString(), '2026-03-29T22:00:00.000Z');
  // In Beirut, the day of the clock change begins at 01:00.
  assert.equal(nextMidnight(at('2026-03-28T12:00:00Z'), 'Asia/Beirut').toISOString(), '2026-03-28T22:00:00.000Z');
});

test('days and hours can be computed in every time zone that an account can have', () => {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));
  const threeLetters = letters.flatMap((first) => letters.map((second) => `${first}${second}T`));
  const aliases = ['Asia/Calcutta', 'US/Pacific', 'Etc/GMT+5', 'europe/berlin', 'Zulu', 'EST5EDT', 'GB', 'PRC'];
  const accepted = [...Intl.supportedValuesOf('timeZone'), ...aliases, ...threeLetters].filter(
    (name) => timezoneSchema.safeParse(name).success,
  );
  for (const name of [...Intl.supportedValuesOf('timeZone'), ...aliases, 'CET', 'EST', 'GMT']) {
    assert.ok(accepted.includes(name), name);
  }
  for (const name of ['BST', 'CST', 'IST', 'JST', 'PST']) assert.ok(!accepted.includes(name), name);
  const now = at('2026-11-24T12:00:00Z');
  for (const name of accepted) {
    assert.ok(nextMidnight(now, name) > now, name);
    assert.equal(opening(null, now.toISOString(), name), now.toISOString(), name);
    assert.notEqual(opening(office, now.toISOString(), name), null, name);
  }
});

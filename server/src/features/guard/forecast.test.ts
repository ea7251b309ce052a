import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Hours } from '@sandpiper/contract/account-limits';
import { forecast } from './forecast.ts';
import type { ForecastAccount } from './forecast.ts';
import { localDay, nextMidnight } from '../../platform/local-time.ts';

const at = (text: string) => new Date(text);
const office: Hours = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:00' }));

function account(given: Partial<ForecastAccount> & { hours?: Hours } = {}): ForecastAccount {
  const { hours = null, ...more } = given;
  return {
    // This is a Tuesday.
    from: at('2026-11-24T12:00:00Z'),
    limit: { daily_limit: null, ramp: null },
    ceiling: 150,
    used: 0,
    rampDay: 1,
    schedule: { timezone: 'UTC', all: [hours] },
    zone: { timezone: 'UTC', lasting_day: null, lasting_until: null },
    ...more,
  };
}

const forecastOf = (accounts: ForecastAccount[], people: number, everySeconds: number) =>
  forecast(accounts, {
    people,
    everySeconds,
    dayOf: (_, moment) => ({ date: localDay(moment, 'UTC'), endsAt: nextMidnight(moment, 'UTC') }),
  });

const shown = (accounts: ForecastAccount[], people: number, everySeconds: number) => {
  const found = forecastOf(accounts, people, everySeconds);
  return found === null
    ? null
    : [found.first.toISOString().slice(0, 16), found.last.toISOString().slice(0, 16), [...found.perDay.values()]];
};

describe('a forecast', () => {
  it('depends on the pause between messages', () => {
    assert.deepEqual(shown([account()], 7, 600), ['2026-11-24T12:00', '2026-11-24T13:00', [7]]);
    assert.deepEqual(shown([account()], 7, 1200), ['2026-11-24T12:00', '2026-11-24T14:00', [7]]);
  });

  it('divides the people among the accounts', () => {
    const later = account({ from: at('2026-11-24T13:00:00Z') });
    assert.deepEqual(shown([account(), later], 9, 600), ['2026-11-24T12:00', '2026-11-24T13:10', [9]]);
  });

  it('respects the daily limit, including what was already sent today', () => {
    const limited = account({ limit: { daily_limit: 10, ramp: null }, used: 7 });
    assert.deepEqual(shown([limited], 25, 60), ['2026-11-24T12:00', '2026-11-27T00:01', [3, 10, 10, 2]]);
  });

  it('follows the ramp, which rises only on sending days', () => {
    const ramped = account({
      limit: { daily_limit: 8, ramp: { start: 2, step: 3 } },
      hours: office,
      from: at('2026-11-26T12:00:00Z'),
    });
    assert.deepEqual(shown([ramped], 23, 60), ['2026-11-26T12:00', '2026-12-01T09:07', [2, 5, 0, 0, 8, 8]]);
  });

  it('begins a ramp that restarted today with the first day, which is today only if the account can still send today', () => {
    const restarted = (used: number) =>
      account({ limit: { daily_limit: 8, ramp: { start: 2, step: 3 } }, used, rampDay: 0 });
    assert.deepEqual(shown([restarted(6)], 7, 60)?.[2], [0, 2, 5]);
    assert.deepEqual(shown([restarted(1)], 14, 60)?.[2], [1, 5, 8]);
  });

  it('expects messages only within the sending hours', () => {
    const [first, last, perDay] = shown([account({ hours: office })], 60, 600) ?? [];
    assert.deepEqual([first, last, perDay], ['2026-11-24T12:00', '2026-11-25T13:50', [30, 30]]);
  });

  it('respects the server’s own daily limit', () => {
    assert.deepEqual(shown([account({ ceiling: 4 })], 6, 60), ['2026-11-24T12:00', '2026-11-25T00:01', [4, 2]]);
  });

  it('is null without accounts, and for accounts whose hours never overlap with those of their campaign', () => {
    const never = account();
    never.schedule = { timezone: 'UTC', all: [office, [{ day: 7, from: '09:00', to: '10:00' }]] };
    assert.equal(forecastOf([never], 1, 60), null);
    assert.equal(forecastOf([], 1, 60), null);
  });

  it('counts each account’s messages on the days on which it sends them', () => {
    const limit = { daily_limit: 10, ramp: null };
    const rested = account({ limit, from: at('2026-11-27T00:00:00Z') });
    const found = forecastOf([account({ limit }), rested], 45, 60);
    assert.deepEqual(
      [...(found?.perDay ?? [])],
      [
        ['2026-11-24', 10],
        ['2026-11-25', 10],
        ['2026-11-26', 10],
        ['2026-11-27', 15],
      ],
    );
  });

  it('does not wait for an account that can start only after everyone has been messaged', () => {
    const limit = { daily_limit: 10, ramp: null };
    const rested = account({ limit, from: at('2026-12-04T00:00:00Z') });
    assert.deepEqual(shown([account({ limit }), rested], 40, 60), [
      '2026-11-24T12:00',
      '2026-11-27T00:09',
      [10, 10, 10, 10],
    ]);
  });

  it('is the same whether accounts with equal settings are simulated together or one by one', () => {
    const settings = { limit: { daily_limit: 12, ramp: { start: 5, step: 3 } }, hours: office };
    const used = [0, 2, 5, 9];
    // These are the same hours, written differently for each account, so that no two accounts are simulated together.
    const apart = used.map((_, index) =>
      office.flatMap(({ day, from, to }) => [
        { day, from, to: `1${index}:00` },
        { day, from: `1${index}:00`, to },
      ]),
    );
    const start = (hours: Hours, index: number) =>
      account({ ...settings, hours, used: used[index] ?? 0, rampDay: index < 2 ? 1 : 3 });
    const alike = used.map((_, index) => start(office, index));
    assert.deepEqual(shown(alike, 500, 600), shown(apart.map(start), 500, 600));
  });

  it('simulates no day if the accounts could never send that many messages', () => {
    const dayOf = () => assert.fail('a day was simulated');
    const limited = account({ limit: { daily_limit: 40, ramp: { start: 5, step: 5 } } });
    assert.equal(forecast([limited, limited], { people: 80_001, everySeconds: 60, dayOf }), null);
    assert.notEqual(forecastOf([limited, limited], 79_000, 60), null);
  });

  it('takes little time for 100 accounts and 100,000 people', () => {
    const before = process.cpuUsage();
    const many = Array.from({ length: 100 }, () =>
      account({ hours: office, limit: { daily_limit: 40, ramp: { start: 10, step: 3 } } }),
    );
    assert.equal(
      [...(forecastOf(many, 100_000, 400)?.perDay.values() ?? [])].reduce((sum, messages) => sum + messages, 0),
      100_000,
    );
    const { user } = process.cpuUsage(before);
    assert.ok(user < 3_000_000, `${user / 1000} ms`);
  });
});

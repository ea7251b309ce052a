import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { testConfig } from '../../testing/config.ts';
import { dayOf, dayOfMove } from './account-day.ts';
import type { Zone } from './account-day.ts';

/** Lists the day on which an account's time zone changes and the days after it, each with its date and end. */
function daysAfterMove(from: string, to: string, at: string, count: number): string[] {
  const known: Zone = { timezone: from, lasting_day: null, lasting_until: null };
  const { lasting_day, lasting_until } = dayOfMove(known, to, new Date(at));
  const zone: Zone = { timezone: to, lasting_day, lasting_until: lasting_until.toISOString() };
  const days: string[] = [];
  for (let now = new Date(at); days.length < count;) {
    const { date, endsAt } = dayOf(testConfig, zone, now);
    days.push(`${date} until ${endsAt.toISOString().slice(0, 13)}`);
    now = endsAt;
  }
  return days;
}

describe('the day on which an account’s time zone changes', () => {
  it('lasts until midnight in the new zone', () => {
    assert.deepEqual(daysAfterMove('Europe/Berlin', 'America/New_York', '2026-11-24T12:00:00Z', 2), [
      '2026-11-24 until 2026-11-25T05',
      '2026-11-25 until 2026-11-26T05',
    ]);
  });

  it('lasts until the second midnight in the new zone if its date has not begun there yet', () => {
    assert.deepEqual(daysAfterMove('Pacific/Auckland', 'Pacific/Honolulu', '2026-11-24T09:00:00Z', 2), [
      '2026-11-24 until 2026-11-25T10',
      '2026-11-25 until 2026-11-26T10',
    ]);
  });

  it('is followed by a whole day, even across the date line', () => {
    assert.deepEqual(daysAfterMove('Pacific/Kiritimati', 'Pacific/Pago_Pago', '2026-11-24T09:00:00Z', 2), [
      '2026-11-24 until 2026-11-25T11',
      '2026-11-25 until 2026-11-26T11',
    ]);
    assert.deepEqual(daysAfterMove('Pacific/Pago_Pago', 'Pacific/Kiritimati', '2026-11-24T09:00:00Z', 2), [
      '2026-11-23 until 2026-11-24T10',
      '2026-11-25 until 2026-11-25T10',
    ]);
  });
});

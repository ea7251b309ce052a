import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shownTimeIn } from './shown-time.ts';

/** Times right before and right after the clock changes. */
const clockChanges: Record<string, Record<string, string>> = {
  'Europe/Berlin': {
    '2026-03-29T00:59:59.999Z': '2026-03-29 01:59:59',
    '2026-03-29T01:00:00.000Z': '2026-03-29 03:00:00',
    '2026-10-25T00:59:59.999Z': '2026-10-25 02:59:59',
    '2026-10-25T01:00:00.000Z': '2026-10-25 02:00:00',
  },
  'America/New_York': {
    '2026-03-08T06:59:59.999Z': '2026-03-08 01:59:59',
    '2026-03-08T07:00:00.000Z': '2026-03-08 03:00:00',
  },
  // This clock changes by half an hour.
  'Australia/Lord_Howe': {
    '2026-04-04T14:59:59.999Z': '2026-04-05 01:59:59',
    '2026-04-04T15:00:00.000Z': '2026-04-05 01:30:00',
  },
};

describe('a time in an export', () => {
  it('is shown in the time zone of the export, without fractions of a second', () => {
    const time = '2026-11-21T23:05:09.999Z';
    assert.equal(shownTimeIn('UTC')(time), '2026-11-21 23:05:09');
    assert.equal(shownTimeIn('Europe/Berlin')(time), '2026-11-22 00:05:09');
    assert.equal(shownTimeIn('Asia/Kathmandu')(time), '2026-11-22 04:50:09');
    assert.equal(shownTimeIn('America/St_Johns')(time), '2026-11-21 19:35:09');
  });

  it('follows clock changes, regardless of the order of the rows', () => {
    for (const [timezone, times] of Object.entries(clockChanges)) {
      const shownTime = shownTimeIn(timezone);
      const expected = Object.entries(times);
      for (const [time, shown] of [...expected, ...expected.toReversed(), ...expected]) {
        assert.equal(shownTime(time), shown, `${time} in ${timezone}`);
      }
    }
  });
});

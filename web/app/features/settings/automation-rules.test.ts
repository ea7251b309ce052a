import { describe, expect, it } from 'vitest';
import { automationErrorsOf, hourlyRange, integerOf } from './automation-rules.ts';
import { settingsTexts } from './settings.texts.ts';

const sound = { max_retries: 3, delay_start: 350, delay_end: 450 };
const retries = 'Max retries must be between 1 and 10';
const start = 'Delay start must be between 30 and 3600 seconds';
const end = 'Delay end must be between 30 and 3600 seconds';
const order = 'Delay end must be greater than or equal to delay start';

describe('automation settings', () => {
  it.each([
    [sound, {}],
    [{ ...sound, max_retries: 1 }, {}],
    [{ ...sound, max_retries: 10 }, {}],
    [{ ...sound, max_retries: 0 }, { max_retries: retries }],
    [{ ...sound, max_retries: 11 }, { max_retries: retries }],
    [{ ...sound, delay_start: 30, delay_end: 30 }, {}],
    [{ ...sound, delay_start: 3600, delay_end: 3600 }, {}],
    [{ ...sound, delay_start: 29 }, { delay_start: start }],
    [{ ...sound, delay_end: 3601 }, { delay_end: end }],
    [
      { ...sound, delay_start: 3601, delay_end: 29 },
      { delay_start: start, delay_end: end },
    ],
    [{ ...sound, delay_start: 451 }, { delay_end: order }],
  ])('%j cause the errors %j', (settings, errors) => {
    expect(automationErrorsOf(settings)).toEqual(errors);
  });

  it.each([
    ['12', 12],
    ['12.9', 12],
    ['', 0],
    ['abc', 0],
    ['-4', -4],
    ['9'.repeat(40), 0],
  ])('read %j as the number %d', (text, value) => {
    expect(integerOf(text)).toBe(value);
  });

  it('show about how many messages per hour they allow, counting the time that each message takes', () => {
    const pace = (...of: Parameters<typeof hourlyRange>) => settingsTexts.automation.pace(...hourlyRange(...of));
    expect(pace(sound, false)).toBe('At this pace, one account sends about 8 to 9 messages an hour.');
    expect(pace(sound, true)).toBe('At this pace, one account sends about 288 to 313 messages an hour.');
    expect(pace({ ...sound, delay_start: 3600, delay_end: 3600 }, false)).toBe(
      'At this pace, one account sends about 1 message an hour.',
    );
  });
});

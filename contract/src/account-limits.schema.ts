import { z } from 'zod';
import { dailyLimitMax, minutesOf } from './account-limits.ts';

const limitText = `Enter a whole number from 1 to ${dailyLimitMax}`;
const limitNumber = z.int(limitText).min(1, limitText).max(dailyLimitMax, limitText);

export const dailyLimitSchema = limitNumber.nullable();
export const setRampSchema = z.object({ start: limitNumber, step: limitNumber });
export const rampSchema = setRampSchema.nullable();

const clockText = 'Enter a time such as 09:00';
const from = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, clockText);
const to = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, `${clockText}, or 24:00 for the end of the day`);
const dayText = 'Enter a day from 1 (Monday) to 7 (Sunday)';

export const hoursRangeSchema = z
  .object({ day: z.int(dayText).min(1, dayText).max(7, dayText), from, to })
  .refine((range) => minutesOf(range.from) < minutesOf(range.to), 'The end must be after the start');

/** Sending hours, as weekly time ranges. A range can't cross midnight, so overnight hours need two ranges. */
export const hoursSchema = z.array(hoursRangeSchema).max(50, 'Use at most 50 time ranges').nullable();

/**
 * Time zone abbreviations that ICU accepts although they aren't IANA names, such as IST. They are ambiguous, and Temporal, which computes
 * days and hours, refuses them. The list comes from temporal-polyfill.
 */
const icuAbbreviation = /^(?:AC|AE|AG|AR|AS|BE|BS|CA|CN|CS|CT|EA|EC|IE|IS|JS|MI|NE|NS|PL|PN|PR|PS|SS|VS)T$/i;

function isTimezone(name: string): boolean {
  // Offsets such as +02:00 don't follow daylight saving time.
  if (!/^[A-Za-z]/.test(name) || icuAbbreviation.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** An IANA time zone, such as `Europe/Berlin`. */
export const timezoneSchema = z
  .string()
  .max(64, 'Enter a time zone such as Europe/Berlin')
  .refine(isTimezone, 'Enter a time zone such as Europe/Berlin')
  .nullable();

export const sendingLimitShape = { daily_limit: dailyLimitSchema, ramp: rampSchema };
export const sendingHoursShape = { timezone: timezoneSchema, hours: hoursSchema };

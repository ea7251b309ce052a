import { z } from 'zod';
import { timezoneSchema } from './account-limits.schema.ts';
import type { ApiPart } from './endpoint.ts';
import { delayRange, retriesRange } from './limits.ts';
import { successSchema } from './primitives.ts';

export const settingsSchema = z.object({
  /** How many times to retry after a failure in which nothing was sent. */
  max_retries: z.int(),
  /** The shortest delay between two messages from one account, in seconds. */
  delay_start: z.int(),
  /** The longest delay between two messages from one account, in seconds. */
  delay_end: z.int(),
});
export type Settings = z.infer<typeof settingsSchema>;

const retriesText = `Max retries must be between ${retriesRange.min} and ${retriesRange.max}`;
const delayText = (name: string) => `${name} must be between ${delayRange.min} and ${delayRange.max} seconds`;

/** Returns a schema for an integer in a range. All other values get the same error message. */
function integerWithin(range: { min: number; max: number }, message: string) {
  return z
    .number(message)
    .refine((value) => Number.isInteger(value) && value >= range.min && value <= range.max, message);
}

export const settingsBodySchema = z
  .object({
    max_retries: integerWithin(retriesRange, retriesText),
    delay_start: integerWithin(delayRange, delayText('Delay start')),
    delay_end: integerWithin(delayRange, delayText('Delay end')),
  })
  .refine((settings) => settings.delay_end >= settings.delay_start, {
    message: 'Delay end must be greater than or equal to delay start',
    path: ['delay_end'],
  });

export const settingsAnswerSchema = z.object({ settings: settingsSchema });

export const settingsApi = {
  'GET /api/settings': { summary: 'Get pacing and retry settings', access: 'user', response: settingsAnswerSchema },
  'PUT /api/settings': {
    summary: 'Change pacing and retry settings',
    access: 'user',
    needsSubscription: true,
    body: settingsBodySchema,
    response: settingsAnswerSchema,
  },
  'PUT /api/settings/timezone': {
    summary: 'Set the time zone in which your days are counted. Days that have been counted already stay as they are',
    access: 'user',
    body: z.object({ timezone: timezoneSchema.unwrap() }),
    response: successSchema,
  },
} satisfies ApiPart;

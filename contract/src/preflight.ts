import { z } from 'zod';
import { newCampaignSchema, skippedCountSchema, statusReasonSchema } from './campaigns.ts';
import { variableCountSchema } from './variables.ts';
import type { ApiPart } from './endpoint.ts';
import { defaultPageSize } from './limits.ts';
import {
  dateTimeSchema,
  daySchema,
  idParamsSchema,
  idSchema,
  limitSchema,
  pageSchema,
  paginationSchema,
} from './primitives.ts';

/** With one of these, the campaign can't be started. */
const blockingProblems = [
  'nobody_to_message',
  'list_filling',
  'no_usable_account',
  'accounts_in_use',
  'subscription_ended',
] as const;
const warnings = ['unknown_placeholder', 'link_in_message'] as const;
const problemCodes = [...blockingProblems, ...warnings] as const;
export type PreflightProblem = (typeof problemCodes)[number];

export function isBlocking(problem: PreflightProblem): boolean {
  return blockingProblems.some((code) => code === problem);
}

export const preflightAccountSchema = statusReasonSchema.extend({
  profile_id: idSchema,
  name: z.string(),
  /** The forecast counts on it: it can send, or what it waits for ends by itself or with a small act of the user. */
  is_counted: z.boolean(),
  /** Messages its own limit allows today, and how many of them are used. Null: no limit of its own. */
  allowed_today: z.int().nullable(),
  used_today: z.int(),
});
export type PreflightAccount = z.infer<typeof preflightAccountSchema>;

export const forecastSchema = z.object({
  first_at: dateTimeSchema,
  end_at: dateTimeSchema,
  earliest_end_at: dateTimeSchema,
  latest_end_at: dateTimeSchema,
  /** Days with messages. */
  working_days: z.int(),
  /** From today on, days without messages included, at most a year. */
  per_day: z.array(z.object({ date: daySchema, messages: z.int() })),
});
export type Forecast = z.infer<typeof forecastSchema>;

/** What starting a campaign would do. */
export const preflightSchema = z.object({
  /** On the list, or left in a campaign that was started before. */
  people: z.int(),
  to_message: z.int(),
  skipped: z.array(skippedCountSchema),
  /** Of those skipped for a missing value: how many miss which variable, most first. */
  missing_values: z.array(variableCountSchema),
  /** What "contacted recently" means for this campaign. */
  cool_off_days: z.int(),
  /** How many of the skipped already got exactly this text. `allow_repeat` would include them. */
  already_messaged: z.int(),
  /** People among `to_message` whom another campaign is messaging right now. They wait until that is over. */
  being_written_to: z.int(),
  accounts: z.array(preflightAccountSchema),
  problems: z.array(z.object({ code: z.enum(problemCodes), text: z.string(), is_blocking: z.boolean() })),
  /** Every message as it will be sent, a page at a time. */
  messages: z.array(z.object({ recipient: z.string(), text: z.string() })),
  pagination: paginationSchema,
  /** Null: nobody is left, or the accounts never get to the end, as far as can be foreseen. */
  forecast: forecastSchema.nullable(),
});
export type Preflight = z.infer<typeof preflightSchema>;

const query = z.object({ page: pageSchema.default(1), limit: limitSchema(defaultPageSize) });

export const preflightApi = {
  'POST /api/campaigns/preflight': {
    summary: 'What a campaign would do, before it is created. Changes nothing',
    access: 'user',
    query,
    body: newCampaignSchema,
    response: preflightSchema,
  },
  'POST /api/campaigns/:id/preflight': {
    summary: 'What starting or resuming a campaign would do. Changes nothing',
    access: 'user',
    params: idParamsSchema,
    query,
    body: z
      .object({
        allow_repeat: z.boolean().optional(),
        /** For the forecast: when it would start. */
        start_at: dateTimeSchema.optional(),
      })
      .default({}),
    response: preflightSchema,
  },
} satisfies ApiPart;

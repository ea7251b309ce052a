import { z } from 'zod';
import { campaignStartSchema, personalMessageSchema, skippedCountSchema } from './campaigns.ts';
import { newCampaignSchema } from './campaign-plan.ts';
import { statusReasonSchema } from './campaign-status.ts';
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

/** Problems that prevent a campaign from starting. */
const blockingProblems = [
  'nobody_to_message',
  'list_filling',
  'variables_changing',
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
  /**
   * Whether the forecast includes the account. The forecast includes accounts that can send now, accounts that only have to wait, and
   * accounts that can send once the user does something simple, such as starting the agent.
   */
  is_counted: z.boolean(),
  /** How many messages the account's own limit allows today. Null if the account has no limit. */
  allowed_today: z.int().nullable(),
  /** How many messages count toward that limit so far. */
  used_today: z.int(),
});
export type PreflightAccount = z.infer<typeof preflightAccountSchema>;

export const forecastDaySchema = z.object({ date: daySchema, messages: z.int() });

export const forecastSchema = z.object({
  first_at: dateTimeSchema,
  end_at: dateTimeSchema,
  earliest_end_at: dateTimeSchema,
  latest_end_at: dateTimeSchema,
  /** The number of days on which messages would be sent. */
  working_days: z.int(),
  /** One entry per day from today on, including days without messages, for at most a year. */
  per_day: z.array(forecastDaySchema),
});
export type Forecast = z.infer<typeof forecastSchema>;

export const preflightProblemSchema = z.object({
  code: z.enum(problemCodes),
  text: z.string(),
  is_blocking: z.boolean(),
});

/**
 * What starting a campaign would do. A preflight checks at most `preflightPeopleMax` people. If there are more, `unchecked` isn't 0, and
 * `to_message`, `skipped`, `missing_values`, `already_messaged` and `being_written_to` are lower bounds.
 */
export const preflightSchema = z.object({
  /** How many people are on the list. If the campaign has been started before, how many people are left. */
  people: z.int(),
  /** Identifies the message and the list. A start with this key is refused if the message or the list has changed since. */
  review_key: z.string(),
  to_message: z.int(),
  /** The maximum number of people who haven't been checked. The start checks everyone. */
  unchecked: z.int(),
  skipped: z.array(skippedCountSchema),
  /** How many of the skipped people lack a value for each variable. The variable that most of them lack comes first. */
  missing_values: z.array(variableCountSchema),
  /** How many days "contacted recently" covers in this campaign. */
  cool_off_days: z.int(),
  /** How many of the skipped people already got exactly this text. `allow_repeat` would include them. */
  already_messaged: z.int(),
  /** How many people in `to_message` are being messaged by another campaign. This campaign waits until those attempts have ended. */
  being_written_to: z.int(),
  accounts: z.array(preflightAccountSchema),
  problems: z.array(preflightProblemSchema),
  /** One page of the messages to the checked people, each as it will be sent. */
  messages: z.array(personalMessageSchema),
  pagination: paginationSchema,
  /** Assumes that nobody in `unchecked` is skipped. Null if nobody is left, or if the accounts would never finish. */
  forecast: forecastSchema.nullable(),
});
export type Preflight = z.infer<typeof preflightSchema>;

const query = z.object({ page: pageSchema.default(1), limit: limitSchema(defaultPageSize) });

export const preflightApi = {
  'POST /api/campaigns/preflight': {
    summary: 'Preview what a campaign would do before it is created. Changes nothing',
    access: 'user',
    query,
    body: newCampaignSchema,
    response: preflightSchema,
  },
  'POST /api/campaigns/:id/preflight': {
    summary: 'Preview what starting or resuming a campaign would do. Changes nothing',
    access: 'user',
    params: idParamsSchema,
    query,
    /** `start_at` affects only the forecast. `review_key` is ignored. */
    body: campaignStartSchema,
    response: preflightSchema,
  },
} satisfies ApiPart;

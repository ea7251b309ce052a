import { z } from 'zod';
import { accountSchema } from './accounts.ts';
import { campaignAccountSchema, countersShape } from './campaigns.ts';
import { campaignStatusSchema } from './campaign-status.ts';
import type { ApiPart } from './endpoint.ts';
import { dateTimeSchema, daySchema, idParamsSchema, idSchema, referenceSchema } from './primitives.ts';
import { reasonCodes, stopReasonCodes } from './reasons.ts';

/** An account's sending allowance for the current day. */
export const sendingDaySchema = z.object({
  /** The date in the account's time zone or, in sandbox mode, in UTC. */
  date: daySchema,
  /** Messages that count toward the limit: those sent, and those that may have been sent. */
  used: z.int(),
  /** The maximum for the day, based on the account's limit, its ramp and the server's ceiling. */
  allowed: z.int(),
  /** When the next day begins. */
  ends_at: dateTimeSchema,
  /** The number of this day in the account's ramp, starting at 1. It is 0 if the ramp restarted after this day's messages. */
  ramp_day: z.int(),
});

/** A hold on an account, past or current. */
export const pastHoldSchema = z.object({
  reason: z.enum(stopReasonCodes),
  text: z.string(),
  since: dateTimeSchema,
  /** When the hold was due to end automatically. Null if only the account's owner could end it. */
  until: dateTimeSchema.nullable(),
  /** When the hold ended. Null while it lasts. */
  ended_at: dateTimeSchema.nullable(),
  /** Whether the account's owner ended the hold. */
  is_released: z.boolean(),
});
export type PastHold = z.infer<typeof pastHoldSchema>;

/** How many times an account was put on hold, or couldn't deliver a message, for a particular reason. */
export const refusalCountSchema = z.object({
  reason: z.enum(reasonCodes),
  text: z.string(),
  count: z.int(),
  last_at: dateTimeSchema,
});
export type RefusalCount = z.infer<typeof refusalCountSchema>;

export const accountDaySchema = z.object({
  date: daySchema,
  sent: z.int(),
  failed: z.int(),
  /** How many holds began on this day because Instagram refused to accept more messages. */
  refused: z.int(),
  /** How many holds began on this day, for any reason. */
  held: z.int(),
});

/** When an account sends next, or why it isn't sending. */
export const accountNextSchema = campaignAccountSchema
  .pick({ state: true, reason: true, text: true, next_due_at: true })
  .extend({
    /** The running campaign that uses the account. Null if there is none. */
    campaign: referenceSchema.nullable(),
  });

/**
 * A campaign that uses or has used an account. `sent` and `failed` are the account's own numbers. The other counters are the whole
 * campaign's.
 */
export const accountCampaignSchema = z.object({
  id: idSchema,
  name: z.string(),
  status: campaignStatusSchema,
  ...countersShape,
  sent: z.int(),
  failed: z.int(),
});

export const accountDetailSchema = z.object({
  profile: accountSchema,
  today: sendingDaySchema,
  /**
   * The account's message limits for up to 14 upcoming sending days, while the ramp is still raising them. Empty if there is no ramp, or if
   * the ramp no longer raises the limit.
   */
  ramp_ahead: z.array(z.int()),
  /** The account's last 30 days, oldest first, including days without activity. */
  days: z.array(accountDaySchema),
  /** Holds and failed messages in the last 30 days, counted by reason. The most frequent reason comes first. */
  refusals: z.array(refusalCountSchema),
  /** The latest 50 holds, newest first. */
  holds: z.array(pastHoldSchema),
  next: accountNextSchema,
  /** The latest 20 campaigns that use the account or have used it, newest first. */
  campaigns: z.array(accountCampaignSchema),
});
export type AccountDetail = z.infer<typeof accountDetailSchema>;

export const accountDetailApi = {
  'GET /api/profiles/:id': {
    summary: "Get an account's details: today's sending, the ramp, the last 30 days, holds and campaigns",
    access: 'user',
    params: idParamsSchema,
    response: accountDetailSchema,
  },
} satisfies ApiPart;

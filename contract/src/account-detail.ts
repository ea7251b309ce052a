import { z } from 'zod';
import { accountSchema } from './accounts.ts';
import { campaignAccountSchema, campaignStatusSchema } from './campaigns.ts';
import type { ApiPart } from './endpoint.ts';
import { dateTimeSchema, daySchema, idParamsSchema, idSchema, referenceSchema } from './primitives.ts';
import { reasonCodes, stopReasonCodes } from './reasons.ts';

/** How much an account may send on its current day. */
export const sendingDaySchema = z.object({
  /** The date in the account's time zone. */
  date: daySchema,
  /** Messages that count toward the limit, including those that may have left. */
  used: z.int(),
  /** The most it may send, given its limit, its ramp and the server's ceiling. */
  allowed: z.int(),
  /** When the next day begins. */
  ends_at: dateTimeSchema,
  /** Which day of sending this is since the ramp began, starting at 1. */
  ramp_day: z.int(),
});

/** A past hold, or the current one. */
export const pastHoldSchema = z.object({
  reason: z.enum(stopReasonCodes),
  text: z.string(),
  since: dateTimeSchema,
  /** When it was due to end on its own; null if only its owner could end it. */
  until: dateTimeSchema.nullable(),
  /** Null while the hold lasts. */
  ended_at: dateTimeSchema.nullable(),
  /** Whether its owner ended it. */
  is_released: z.boolean(),
});
export type PastHold = z.infer<typeof pastHoldSchema>;

/** How often Instagram refused an account for one reason. */
export const refusalCountSchema = z.object({
  reason: z.enum(reasonCodes),
  text: z.string(),
  count: z.int(),
  last_at: dateTimeSchema,
});
export type RefusalCount = z.infer<typeof refusalCountSchema>;

/** What an account did on one day. */
export const accountDaySchema = z.object({
  date: daySchema,
  sent: z.int(),
  failed: z.int(),
  refused: z.int(),
  held: z.int(),
});

/** When an account sends next, or why it doesn't. */
export const accountNextSchema = campaignAccountSchema
  .pick({ state: true, reason: true, text: true, next_due_at: true })
  .extend({
    /** The running campaign it sends for. */
    campaign: referenceSchema.nullable(),
  });

/** A campaign that uses an account, and what the account did in it. */
export const accountCampaignSchema = z.object({
  id: idSchema,
  name: z.string(),
  status: campaignStatusSchema,
  sent: z.int(),
  failed: z.int(),
});

export const accountDetailSchema = z.object({
  profile: accountSchema,
  today: sendingDaySchema,
  /** How many messages each of the next days allows, starting tomorrow. Empty if there is no ramp or the ramp has reached the limit. */
  ramp_ahead: z.array(z.int()),
  /** The account's last 30 days without gaps, oldest first. */
  days: z.array(accountDaySchema),
  /** Holds and undeliverable messages of the last 30 days, by reason. */
  refusals: z.array(refusalCountSchema),
  /** Newest first. */
  holds: z.array(pastHoldSchema),
  next: accountNextSchema,
  /** The campaigns that use it, newest first. */
  campaigns: z.array(accountCampaignSchema),
});
export type AccountDetail = z.infer<typeof accountDetailSchema>;

export const accountDetailApi = {
  'GET /api/profiles/:id': {
    summary: 'Get an account with its counts for today, ramp, last 30 days, holds and campaigns',
    access: 'user',
    params: idParamsSchema,
    response: accountDetailSchema,
  },
} satisfies ApiPart;

import { z } from 'zod';
import { stopReasonCodes, waitReasonCodes } from './reasons.ts';
import { dateTimeSchema } from './primitives.ts';

export const campaignStatuses = ['pending', 'running', 'paused', 'completed', 'failed'] as const;
export const campaignStatusSchema = z.enum(campaignStatuses);
export type CampaignStatus = z.infer<typeof campaignStatusSchema>;

export const statusReasonCodes = [
  'scheduled',
  'start_missed',
  'paused_by_user',
  'stopped_by_user',
  'subscription_ended',
  'user_deactivated',
  'paused_after_restore',
  'no_usable_account',
  'two_accounts_limited',
  'nobody_was_sent',
  'no_agent',
  'computer_paused',
  'accounts_waiting',
  'being_checked',
  'not_started',
  'ready',
  'sending',
  'unknown_outcomes',
] as const;
export type StatusReasonCode = (typeof statusReasonCodes)[number];

/** What a campaign or an account is doing, or why it isn't sending. */
export const statusReasonSchema = z.object({
  /** The reason's code. A campaign without its own reason has the code for what its accounts are doing or waiting for. */
  code: z.enum([...statusReasonCodes, ...waitReasonCodes, ...stopReasonCodes]),
  text: z.string(),
  /** What the user can do about it. Null if there is nothing to do. */
  action: z.string().nullable(),
  /** The web app page where the user can act, such as `/campaigns/7`. Null if there is no such page. */
  path: z.string().nullable(),
  /** When sending starts or continues automatically. Null if it doesn't, or if the server doesn't know the time. */
  until: dateTimeSchema.nullable(),
});
export type StatusReason = z.infer<typeof statusReasonSchema>;

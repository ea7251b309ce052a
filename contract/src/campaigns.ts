import { z } from 'zod';
import { hoursSchema } from './account-limits.schema.ts';
import { performanceRowSchema } from './accounts.ts';
import type { ApiPart } from './endpoint.ts';
import { reasonCodes, skipReasonCodes, stopReasonCodes, waitReasonCodes } from './reasons.ts';
import { campaignNameMaxLength, defaultPageSize } from './limits.ts';
import {
  dateTimeSchema,
  idParamsSchema,
  idSchema,
  limitSchema,
  pageSchema,
  paginationSchema,
  searchSchema,
  trimmedText,
} from './primitives.ts';

export const campaignStatuses = ['pending', 'running', 'paused', 'completed', 'failed'] as const;
export const campaignStatusSchema = z.enum(campaignStatuses);
export type CampaignStatus = z.infer<typeof campaignStatusSchema>;

export const statusReasonCodes = [
  'scheduled',
  'start_missed',
  'paused_by_user',
  'stopped_by_user',
  'subscription_ended',
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

/**
 * The actions in a campaign's log. With `message_unknown`, `skipped`, `paused` and `failed`, the log covers every person and
 * every reason why the campaign stopped.
 */
export const logActions = [
  'message_sent',
  'message_failed',
  'message_unknown',
  'skipped',
  'profile_blocked',
  'started',
  'paused',
  'completed',
  'failed',
] as const;

export const campaignLogSchema = z.object({
  id: idSchema,
  campaign_id: idSchema,
  campaign_name: z.string(),
  /**
   * The entry's number in its campaign. Numbers have no gaps, so readers notice missing entries. The oldest entries may have
   * been deleted.
   */
  seq: idSchema,
  action: z.enum(logActions),
  recipient: z.string().nullable(),
  /** Whether the person is on the do-not-contact list now. */
  is_do_not_contact: z.boolean(),
  message: z.string().nullable(),
  profile_name: z.string().nullable(),
  created_at: dateTimeSchema,
});
export type CampaignLog = z.infer<typeof campaignLogSchema>;

export const countersShape = { total_list: z.int(), total_sent: z.int(), total_failed: z.int() };

/** Why a campaign or an account isn't sending. */
export const statusReasonSchema = z.object({
  /** The code of the campaign's own reason, or of the reason why all its accounts are waiting. */
  code: z.enum([...statusReasonCodes, ...waitReasonCodes, ...stopReasonCodes]),
  text: z.string(),
  /** What the user can do about it; null if there is nothing to do. */
  action: z.string().nullable(),
  /** The web app page where the user can do that; null if it isn't done in the web app. */
  path: z.string().nullable(),
  /** When sending continues automatically; null if it doesn't, or if the time isn't known. */
  until: dateTimeSchema.nullable(),
});
export type StatusReason = z.infer<typeof statusReasonSchema>;

export const skippedCountSchema = z.object({ reason: z.enum(skipReasonCodes), people: z.int() });

export const scheduledStartSchema = z.object({
  at: dateTimeSchema,
  /** Whether it is too late to start the campaign automatically. The user then decides what to do. */
  is_missed: z.boolean(),
  /** Why the campaign hasn't started although its start is due. */
  problem: z.string().nullable(),
});

/** A message as it will be sent to one person. */
export const personalMessageSchema = z.object({ recipient: z.string(), text: z.string() });

const campaignShape = {
  id: idSchema,
  name: z.string(),
  status: campaignStatusSchema,
  message_template_id: idSchema.nullable(),
  template_name: z.string(),
  list_id: idSchema.nullable(),
  list_name: z.string(),
  profiles_used: z.array(idSchema),
  ...countersShape,
  /** People skipped on purpose. `total_list` doesn't include them. */
  total_skipped: z.int(),
  /** Why the campaign isn't sending, or why it ended early; null if neither applies. */
  status_reason: statusReasonSchema.nullable(),
  /**
   * Sending hours that further restrict those of the campaign's accounts, in each account's time zone. Null or empty means no
   * restriction.
   */
  hours: hoursSchema,
  /** Null if no start is scheduled, or if the campaign has already started. */
  scheduled_start: scheduledStartSchema.nullable(),
  created_at: dateTimeSchema,
  started_at: dateTimeSchema.nullable(),
  completed_at: dateTimeSchema.nullable(),
};

export const campaignRowSchema = z.object(campaignShape);
export type CampaignRow = z.infer<typeof campaignRowSchema>;

/** The state of one account in a campaign. */
export const campaignAccountSchema = z.object({
  profile_id: idSchema,
  profile_name: z.string(),
  /** Whether the account was removed. If so, `profile_name` is the last name it had. */
  is_deleted: z.boolean(),
  state: z.enum(['idle', 'waiting', 'sending', 'held', 'done']),
  /** Why the account isn't sending right now. */
  reason: z.enum(reasonCodes).nullable(),
  /** The reason's text for the user. */
  text: z.string().nullable(),
  /** When the account sends next, or when its wait ends; null if the time isn't known. */
  next_due_at: dateTimeSchema.nullable(),
});
export type CampaignAccount = z.infer<typeof campaignAccountSchema>;

export const campaignSchema = z.object({
  ...campaignShape,
  /** The text to send. It can't change after the campaign's first start. */
  template_content: z.string(),
  /** The list's variables, which are filled in along with `username`. They can't change after the campaign's first start. */
  variables: z.array(z.string()),
  /** The last 50 entries, oldest first. */
  logs: z.array(campaignLogSchema),
  accounts: z.array(campaignAccountSchema),
  skipped: z.array(skippedCountSchema),
  /** People whose outcome is unknown. The user can check whether the message was sent, and record the answer. */
  total_unknown: z.int(),
  /** People whose message may have been sent, and whose conversation the agent hasn't checked yet. */
  total_being_checked: z.int(),
  allow_repeat: z.boolean(),
  cool_off_days: z.int(),
  skip_conversations: z.boolean(),
  /** The time of the newest log entry that was deleted because of its age; null if none have been deleted. */
  logs_deleted_to: dateTimeSchema.nullable(),
  /** When the details about the campaign's people were deleted because of their age; null if they haven't been. */
  details_deleted_at: dateTimeSchema.nullable(),
  /** Messages per hour at the accounts' current pace; null if nothing is being sent. */
  rate_per_hour: z.number().nullable(),
  /** When the last message is expected at that pace. */
  expected_end_at: dateTimeSchema.nullable(),
  /** The message to the next person, with its variables filled in. */
  preview: personalMessageSchema.nullable(),
});
export type Campaign = z.infer<typeof campaignSchema>;

/** What a user can set before the first start. */
export const planShape = {
  name: trimmedText({
    max: campaignNameMaxLength,
    required: 'Please fill in all required fields',
    tooLong: `Campaign name must not exceed ${campaignNameMaxLength} characters`,
  }),
  message_template_id: idSchema,
  list_id: idSchema,
  profiles_used: z.array(idSchema).min(1, 'Please fill in all required fields').max(1000),
  hours: hoursSchema,
  /** Whether to message people who already got exactly this text. */
  allow_repeat: z.boolean(),
  /** The cool-off period: people contacted by any account within this many days are skipped. */
  cool_off_days: z.int().min(0).max(3650),
  /** Whether to skip people who have written to any account. */
  skip_conversations: z.boolean(),
};

export const unknownOutcomeSchema = z.object({
  delivery_id: idSchema,
  recipient: z.string(),
  is_do_not_contact: z.boolean(),
  profile_id: idSchema.nullable(),
  profile_name: z.string().nullable(),
  text: z.string(),
  since: dateTimeSchema,
});
export type UnknownOutcome = z.infer<typeof unknownOutcomeSchema>;

export const newCampaignSchema = z.object({
  ...planShape,
  hours: planShape.hours.default(null),
  allow_repeat: planShape.allow_repeat.default(false),
  cool_off_days: planShape.cool_off_days.default(0),
  skip_conversations: planShape.skip_conversations.default(true),
});

export const campaignAnswerSchema = z.object({ campaign: campaignSchema });

/** How to start a campaign, or to check what starting it would do. */
export const campaignStartSchema = z
  .object({
    /**
     * Whether to message people who already got exactly this text. Used only at the first start; defaults to the campaign's own
     * setting.
     */
    allow_repeat: z.boolean().optional(),
    /** When to start for the first time, at most a year from now. If omitted, the campaign starts now. */
    start_at: dateTimeSchema.optional(),
  })
  .default({});

export const campaignsApi = {
  'GET /api/campaigns': {
    summary: 'List campaigns, newest first',
    access: 'user',
    query: z.object({
      search: searchSchema,
      status: campaignStatusSchema.optional(),
      page: pageSchema.default(1),
      limit: limitSchema(defaultPageSize),
    }),
    response: z.object({ campaigns: z.array(campaignRowSchema), pagination: paginationSchema }),
  },
  'GET /api/campaigns/:id': {
    summary: 'Get a campaign',
    access: 'user',
    params: idParamsSchema,
    response: campaignAnswerSchema,
  },
  'POST /api/campaigns': {
    summary: 'Create a campaign',
    access: 'user',
    quota: 'campaigns',
    needsSubscription: true,
    body: newCampaignSchema,
    response: campaignAnswerSchema,
  },
  'POST /api/campaigns/:id/start': {
    summary: 'Start or resume a campaign, or schedule its start',
    access: 'user',
    quota: 'campaigns',
    needsSubscription: true,
    params: idParamsSchema,
    body: campaignStartSchema,
    response: campaignAnswerSchema,
  },
  'PUT /api/campaigns/:id/profiles': {
    summary: 'Change the accounts of a pending or paused campaign',
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    body: z.object({ profiles_used: z.array(idSchema).min(1, 'Choose at least one account').max(1000) }),
    response: campaignAnswerSchema,
  },
  'GET /api/campaigns/:id/unknown': {
    summary: 'List people whose outcome is unknown, oldest first',
    access: 'user',
    params: idParamsSchema,
    query: z.object({ page: pageSchema.default(1), limit: limitSchema(defaultPageSize) }),
    response: z.object({ people: z.array(unknownOutcomeSchema), pagination: paginationSchema }),
  },
  'POST /api/campaigns/:id/unknown/:deliveryId': {
    summary: 'Set the outcome of a message whose outcome is unknown',
    access: 'user',
    params: z.object({ id: z.coerce.number().pipe(idSchema), deliveryId: z.coerce.number().pipe(idSchema) }),
    body: z.object({ was_sent: z.boolean() }),
    response: campaignAnswerSchema,
  },
  'POST /api/campaigns/:id/stop': {
    summary: 'Stop a campaign and close its windows',
    access: 'user',
    params: idParamsSchema,
    response: z.object({
      campaign: campaignSchema,
      /** How many windows the agent was asked to close, based on its last report. Some may already have been closed. */
      profilesClosed: z.int(),
    }),
  },
  'PUT /api/campaigns/:id/status': {
    summary: 'Pause, resume or stop',
    access: 'user',
    params: idParamsSchema,
    body: z.object({ status: campaignStatusSchema }),
    response: campaignAnswerSchema,
  },
  'DELETE /api/campaigns/:id': {
    summary: 'Delete a campaign and set its recipients back to pending',
    access: 'user',
    params: idParamsSchema,
    response: z.object({ success: z.literal(true), recipients_reset: z.int() }),
  },
  'GET /api/campaigns/:id/deletion-preview': {
    summary: 'Get how many people deleting the campaign would set back to pending',
    access: 'user',
    params: idParamsSchema,
    response: z.object({
      recipients_reset: z.int(),
      already_messaged: z.int(),
      /** How many people of the campaign may have got the message. Their outcome is unknown. */
      possibly_messaged: z.int(),
    }),
  },
  'GET /api/campaigns/:id/profile-performance': {
    summary: "List each account's results in this campaign",
    access: 'user',
    params: idParamsSchema,
    response: z.object({ profilePerformance: z.array(performanceRowSchema) }),
  },
  'GET /api/campaigns/:id/logs': {
    summary: 'List log entries after a sequence number, oldest first',
    access: 'user',
    params: idParamsSchema,
    query: z.object({ after_seq: z.coerce.number().pipe(z.int().min(0)).default(0), limit: limitSchema(100) }),
    response: z.object({ logs: z.array(campaignLogSchema), last_seq: z.int() }),
  },
  'GET /api/campaigns/:id/logs/export': {
    summary: 'Export the complete log as a spreadsheet',
    access: 'user',
    quota: 'exports',
    params: idParamsSchema,
    response: { file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  },
} satisfies ApiPart;

import { z } from 'zod';
import { hoursSchema } from './account-limits.schema.ts';
import { campaignLogSchema } from './campaign-logs.ts';
import { newCampaignSchema } from './campaign-plan.ts';
import { campaignStatusSchema, statusReasonSchema } from './campaign-status.ts';
import type { ApiPart } from './endpoint.ts';
import { reasonCodes, skipReasonCodes } from './reasons.ts';
import { defaultPageSize } from './limits.ts';
import {
  dateTimeSchema,
  idParamsSchema,
  idSchema,
  limitSchema,
  pageSchema,
  paginationSchema,
  searchSchema,
} from './primitives.ts';

export const countersShape = { total_list: z.int(), total_sent: z.int(), total_failed: z.int() };

export const skippedCountSchema = z.object({ reason: z.enum(skipReasonCodes), people: z.int() });

export const scheduledStartSchema = z.object({
  at: dateTimeSchema,
  /**
   * Whether the campaign won't start automatically anymore, because too much time has passed since `at` or because the server was restored
   * from a backup. If so, the user has to start the campaign or choose another time.
   */
  is_missed: z.boolean(),
  /** Why the campaign wasn't started on time, or won't be. Null if nothing is wrong. */
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
  /** Why the campaign isn't sending, why it ended early, or what the user still has to do. Null if there is nothing to report. */
  status_reason: statusReasonSchema.nullable(),
  /**
   * The campaign's own sending hours. An account sends only when both these hours and its own hours allow it, in the account's time zone.
   * Null or empty means no restriction.
   */
  hours: hoursSchema,
  /** The scheduled start. Null if no start is scheduled, or if the campaign has already started. */
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
  /** Whether the account was deleted. If so, `profile_name` is the name it had when it was deleted. */
  is_deleted: z.boolean(),
  state: z.enum(['idle', 'waiting', 'sending', 'held', 'done']),
  /** Why the account isn't sending right now. */
  reason: z.enum(reasonCodes).nullable(),
  /** The reason's text for the user. */
  text: z.string().nullable(),
  /** When the account sends next, or when its wait ends. Null if the time isn't known. */
  next_due_at: dateTimeSchema.nullable(),
});
export type CampaignAccount = z.infer<typeof campaignAccountSchema>;

export const campaignSchema = z.object({
  ...campaignShape,
  /** The text to send. It can't change after the campaign's first start. */
  template_content: z.string(),
  /** The list's variables, which are filled in along with `username`. They can't change after the campaign's first start. */
  variables: z.array(z.string()),
  /** The last 50 log entries, oldest first. */
  logs: z.array(campaignLogSchema),
  accounts: z.array(campaignAccountSchema),
  /** If `total_skipped` is higher than the sum of these counts, they are lower bounds. */
  skipped: z.array(skippedCountSchema),
  /** People whose message has an unknown outcome. The user can check whether the message was sent, and record the answer. */
  total_unknown: z.int(),
  /** People whose message may have been sent, and whose conversation the agent is still checking. */
  total_being_checked: z.int(),
  /** Whether any of the people whose message failed can be retried. */
  has_retryable: z.boolean(),
  allow_repeat: z.boolean(),
  cool_off_days: z.int(),
  skip_conversations: z.boolean(),
  /** The time of the newest log entry that was deleted because of its age. Null if none have been deleted. */
  logs_deleted_to: dateTimeSchema.nullable(),
  /** When old details about the campaign's people were deleted. Null if they haven't been. */
  details_deleted_at: dateTimeSchema.nullable(),
  /** Messages per hour, calculated from the delay in the settings and the number of sending accounts. Null if no account is sending. */
  rate_per_hour: z.number().nullable(),
  /** When the last message is expected, given the accounts' limits, hours and delays. Null if there is no forecast. */
  expected_end_at: dateTimeSchema.nullable(),
  /** The message to the next person who has a value for every variable that needs one. Null if none of the next 20 people does. */
  preview: personalMessageSchema.nullable(),
});
export type Campaign = z.infer<typeof campaignSchema>;

export const campaignAnswerSchema = z.object({ campaign: campaignSchema });

/** Options for starting a campaign, or for previewing what starting it would do. */
export const campaignStartSchema = z
  .object({
    /**
     * Whether to message people who already got exactly this text. Used only at the first start. Defaults to the campaign's own setting.
     */
    allow_repeat: z.boolean().optional(),
    /** When to start for the first time, at most a year from now. If omitted, the campaign starts now. */
    start_at: dateTimeSchema.optional(),
    /**
     * The preflight's `review_key`. If the message or the list has changed since the preflight, the start is refused. Used only at the
     * first start.
     */
    review_key: z.string().max(100).optional(),
  })
  .default({});

export const campaignsApi = {
  'GET /api/campaigns': {
    summary: 'List campaigns, newest first',
    access: 'user',
    query: z.object({
      search: searchSchema,
      status: campaignStatusSchema.optional(),
      /** With `true`, lists only campaigns that the user stopped before they reached everyone. With `false`, lists only the others. */
      stopped_early: z.enum(['true', 'false']).optional(),
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
    summary: 'Start, pause, resume or stop a campaign',
    access: 'user',
    params: idParamsSchema,
    body: z.object({ status: campaignStatusSchema }),
    response: campaignAnswerSchema,
  },
  'DELETE /api/campaigns/:id': {
    summary: 'Delete a campaign. The people it messaged or tried to message go back to pending',
    access: 'user',
    params: idParamsSchema,
    response: z.object({ success: z.literal(true), recipients_reset: z.int() }),
  },
  'GET /api/campaigns/:id/deletion-preview': {
    summary: 'Count the people who would go back to pending if the campaign were deleted',
    access: 'user',
    params: idParamsSchema,
    response: z.object({
      /** The maximum number of people who would be pending on the list again. Nothing changes for people who were removed from the list. */
      recipients_reset: z.int(),
      already_messaged: z.int(),
      /** How many of the campaign's people may have received the message, because its outcome is unknown or not known yet. */
      possibly_messaged: z.int(),
    }),
  },
} satisfies ApiPart;

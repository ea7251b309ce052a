import { z } from 'zod';
import { sendingHoursShape, sendingLimitShape } from './account-limits.schema.ts';
import type { ApiPart } from './endpoint.ts';
import { dashboardPageSize, defaultPageSize, profileNameMaxLength, profilePathMaxLength } from './limits.ts';
import { packSchema } from './auth.ts';
import { stopReasonCodes } from './reasons.ts';
import {
  cutText,
  dateTimeSchema,
  dayRangeShape,
  idParamsSchema,
  idSchema,
  limitSchema,
  pageSchema,
  paginationSchema,
  referenceSchema,
  searchSchema,
  successSchema,
  text,
  trimmedText,
} from './primitives.ts';

/** A hold. Until it ends, the account can't do anything on Instagram, in any campaign or check. */
export const accountHoldSchema = z.object({
  reason: z.enum(stopReasonCodes),
  /** What happened, and what to do about it. */
  text: z.string(),
  since: dateTimeSchema,
  /** When the hold ends; null if the account's owner has to end it. */
  until: dateTimeSchema.nullable(),
});
export type AccountHold = z.infer<typeof accountHoldSchema>;

/** A computer that an agent runs on. */
export const computerSchema = z.object({ id: z.uuid(), name: z.string(), is_online: z.boolean() });
export type Computer = z.infer<typeof computerSchema>;

export const accountSchema = z.object({
  id: idSchema,
  profile_name: z.string(),
  profile_path: z.string(),
  is_active: z.union([z.literal(0), z.literal(1)]),
  insta_username: z.string().nullable(),
  /** Whether a password is stored. The password itself is never returned. */
  has_password: z.boolean(),
  /** The running campaign that uses the account. */
  in_use_by: referenceSchema.nullable(),
  hold: accountHoldSchema.nullable(),
  /** The computer with the account's Firefox profile; null until a computer reports the profile. */
  computer: computerSchema.nullable(),
  /** Another account with the same Instagram username or Firefox profile. Until the duplicate is fixed, this account can't send. */
  double_of: referenceSchema.nullable(),
  ...sendingLimitShape,
  ...sendingHoursShape,
  created_at: dateTimeSchema,
});
export type Account = z.infer<typeof accountSchema>;

export const accountBodySchema = z.object({
  profile_name: trimmedText({ max: profileNameMaxLength, required: 'Profile name is required' }),
  profile_path: trimmedText({ max: profilePathMaxLength, required: 'Profile path is required' }),
  insta_username: trimmedText({ max: 64 }).optional(),
  /** Null removes the password. An empty or missing value keeps it, unless the edit sets a new `insta_username`, which removes it. */
  insta_password: text({ max: 200 }).nullable().optional(),
  /** Null removes the limit. If the field is omitted, a new account has no limit and an edit keeps the current one. */
  daily_limit: sendingLimitShape.daily_limit.optional(),
  ramp: sendingLimitShape.ramp.optional(),
  timezone: sendingHoursShape.timezone.optional(),
  hours: sendingHoursShape.hours.optional(),
});

export const performanceSorts = [
  'messages_sent_desc',
  'messages_sent_asc',
  'messages_failed_desc',
  'messages_failed_asc',
  'success_rate_desc',
  'success_rate_asc',
  'total_actions_desc',
  'total_actions_asc',
  'campaigns_used_desc',
  'campaigns_used_asc',
] as const;
export type PerformanceSort = (typeof performanceSorts)[number];

export const performanceRowSchema = z.object({
  profile_id: idSchema,
  profile_name: z.string(),
  profile_path: z.string(),
  is_active: z.union([z.literal(0), z.literal(1)]),
  /** Whether the account was removed. If so, `profile_name` is the last name it had. */
  is_deleted: z.boolean(),
  /** In percent, with one decimal; null if the account hasn't tried to send anything. */
  success_rate: z.number().nullable(),
  messages_sent: z.int(),
  messages_failed: z.int(),
  /** How many times the account was put on hold. */
  profile_blocked: z.int(),
  campaigns_used: z.int(),
  /** Messages sent per hour between the first and the last action, with one decimal. */
  efficiency: z.number(),
  /** `messages_sent` + `messages_failed` + `profile_blocked`. */
  total_actions: z.int(),
  first_action: dateTimeSchema.nullable(),
  last_action: dateTimeSchema.nullable(),
  /** Messages sent on each of the last 14 days of the range, oldest first. */
  daily_sent: z.array(z.int()),
});
export type PerformanceRow = z.infer<typeof performanceRowSchema>;

/** A subscription pack and the number of accounts it allows. Null means unlimited. */
export const packLimitsSchema = z.object({ name: z.string(), maxProfiles: z.int().nullable() });

export const packInfoSchema = z.object({
  currentProfileCount: z.int(),
  canAddMore: z.boolean(),
  pack: packSchema,
  packInfo: packLimitsSchema,
  /** The server's ceiling, set by the operator: the most messages one account may send in 24 hours, whatever its own limit. */
  maxPerAccountPerDay: z.int(),
});
export type PackInfo = z.infer<typeof packInfoSchema>;

function signInResult(words: typeof text | typeof cutText) {
  return z.discriminatedUnion('state', [
    z.object({ state: z.literal('signed_in') }),
    z.object({
      state: z.enum(['needs_user', 'unreachable']),
      reason: words({ max: 100 }),
      detail: words({ max: 1000 }),
    }),
  ]);
}

/** The result of a sign-in. `needs_user`: only the owner can continue. `unreachable`: Instagram didn't answer. */
export const signInResultSchema = signInResult(text);
export const [signedInSchema, notSignedInSchema] = signInResultSchema.options;
/**
 * A sign-in's result as reported by the agent. It may quote text of any length from a page, so long text is shortened, not
 * rejected.
 */
export const reportedSignInSchema = signInResult(cutText);

/** The result of closing windows. `still_open` names the accounts whose windows could not be closed. */
export const closeResultSchema = z.object({ closed: z.int(), still_open: z.array(z.string()) });
/** The result of closing windows, as reported by the agent. */
export const reportedCloseSchema = z.object({
  closed: z.int().min(0),
  still_open: z
    .array(cutText({ max: 100 }))
    .max(1000)
    .default([]),
});
export type CloseResult = z.infer<typeof closeResultSchema>;
export const accountRequestResultSchema = z.union([signInResultSchema, closeResultSchema]);

/** A request about accounts that the web app sends to the agent. */
export const accountRequestSchema = z.object({
  id: idSchema,
  profile_path: z.string(),
  profile_id: idSchema.nullable(),
  request_type: z.enum(['open', 'close', 'close_all', 'sign_in']),
  status: z.enum(['pending', 'running', 'completed', 'failed']),
  /** Set only for completed `sign_in`, `close` and `close_all` requests. */
  results: accountRequestResultSchema.nullable(),
  error_message: z.string().nullable(),
  created_at: dateTimeSchema,
});
export type AccountRequest = z.infer<typeof accountRequestSchema>;

export const accountAnswerSchema = z.object({ profile: accountSchema });
/** The response to a call that queues a request for an agent. */
export const queuedRequestSchema = z.object({ success: z.literal(true), request_id: idSchema });
export const profilePathBodySchema = z.object({
  profile_path: trimmedText({ max: profilePathMaxLength, required: 'Profile path is required' }),
});
/** An account whose window wasn't opened, and why. */
export const skippedAccountSchema = z.object({ profile_name: z.string(), reason: z.string() });
export const openingWarningSchema = z.object({ message: z.string() });
export const cleanupResultSchema = z.object({ success: z.literal(true), cleaned: z.int() });

export const accountsApi = {
  'GET /api/profiles': {
    summary: 'List accounts. Without page and limit, returns all of them',
    access: 'user',
    query: z.object({
      search: searchSchema,
      page: pageSchema.optional(),
      limit: limitSchema(defaultPageSize).unwrap().optional(),
    }),
    response: z.object({ profiles: z.array(accountSchema), pagination: paginationSchema }),
  },
  'POST /api/profiles': {
    summary: 'Add an account',
    access: 'user',
    needsSubscription: true,
    body: accountBodySchema,
    response: accountAnswerSchema,
  },
  'PUT /api/profiles/:id': {
    summary: 'Change an account',
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    body: accountBodySchema,
    response: accountAnswerSchema,
  },
  'DELETE /api/profiles/:id': {
    summary: 'Remove an account',
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    response: successSchema,
  },
  'PUT /api/profiles/:id/toggle': {
    summary: 'Switch an account on or off',
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    response: accountAnswerSchema,
  },
  'POST /api/profiles/:id/release': {
    summary: "End a hold after reviewing the account. Holds that end automatically can't be ended early",
    access: 'user',
    params: idParamsSchema,
    response: accountAnswerSchema,
  },
  'PUT /api/profiles/:id/computer': {
    summary: 'Move an account to another computer. Null means the first computer that has its Firefox profile',
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    body: z.object({ computer_id: z.uuid().nullable() }),
    response: accountAnswerSchema,
  },
  'GET /api/computers': {
    summary: "List the user's computers that have an agent",
    access: 'user',
    response: z.object({ computers: z.array(computerSchema) }),
  },
  'GET /api/profiles/pack-info': {
    summary: 'Get how many accounts the pack allows, and the most messages one account can send in a day',
    access: 'user',
    response: packInfoSchema,
  },
  'GET /api/profiles/performance': {
    summary: "List each account's results across all campaigns",
    access: 'user',
    query: z.object({
      ...dayRangeShape,
      sort_by: z.enum(performanceSorts).default('messages_sent_desc'),
      search: searchSchema,
      page: pageSchema.default(1),
      limit: limitSchema(dashboardPageSize),
    }),
    response: z.object({ profilePerformance: z.array(performanceRowSchema), pagination: paginationSchema }),
  },
  'GET /api/profiles/requests': {
    summary: 'List agent requests about accounts from the last hour',
    access: 'user',
    response: z.object({ success: z.literal(true), requests: z.array(accountRequestSchema) }),
  },
  'POST /api/profiles/requests/cleanup': {
    summary: 'Mark requests as failed if no agent started or finished them, and delete old requests',
    access: 'user',
    response: cleanupResultSchema,
  },
  'POST /api/profiles/open': {
    summary: 'Ask the agent to open an account in a visible window',
    access: 'user',
    quota: 'agentRequests',
    needsSubscription: true,
    body: profilePathBodySchema,
    response: z.object({
      success: z.boolean(),
      request_id: idSchema.nullable(),
      profile_already_processing: z.boolean().optional(),
      message: z.string(),
    }),
  },
  'POST /api/profiles/:id/sign-in': {
    summary:
      "Ask the agent to open Instagram's sign-in page and fill in the stored username and password. The user completes the sign-in",
    access: 'user',
    quota: 'agentRequests',
    needsSubscription: true,
    params: idParamsSchema,
    response: queuedRequestSchema,
  },
  'POST /api/profiles/open-all': {
    summary: 'Ask the agent to open every active account',
    access: 'user',
    quota: 'agentRequests',
    needsSubscription: true,
    response: z.object({
      opened: z.int(),
      skipped: z.int(),
      skipped_details: z.array(skippedAccountSchema),
      warnings: z.array(openingWarningSchema),
    }),
  },
  'POST /api/profiles/close-all': {
    summary: 'Ask the agent to close the windows it opened',
    access: 'user',
    quota: 'agentRequests',
    response: z.object({ closed: z.int(), request_id: idSchema.nullable() }),
  },
} satisfies ApiPart;

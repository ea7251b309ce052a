import { z } from 'zod';
import { cleanupResultSchema, queuedRequestSchema } from './account-requests.ts';
import type { ApiPart } from './endpoint.ts';
import { dateTimeSchema, idParamsSchema, idSchema, limitSchema, pageSchema, paginationSchema } from './primitives.ts';

export const unreadResultSchema = z.object({
  profile_name: z.string(),
  profile_path: z.string(),
  unread_count: z.int().nullable(),
  /** False if Instagram shows only a lower bound, such as 99+. */
  exact: z.boolean(),
  error: z.string().nullable(),
});
export type UnreadResult = z.infer<typeof unreadResultSchema>;

export const unreadResultsSchema = z.object({
  profiles_checked: z.int(),
  total_unread: z.int(),
  results: z.array(unreadResultSchema),
});
export type UnreadResults = z.infer<typeof unreadResultsSchema>;

/** The progress of one account in an unread check. */
export const accountCheckSchema = z.object({
  profile_id: idSchema,
  state: z.enum(['waiting', 'checking', 'counted', 'failed']),
});

/** The progress of an unread check: the state of each account that the agents check. */
export const unreadProgressSchema = z.array(accountCheckSchema);
export type UnreadProgress = z.infer<typeof unreadProgressSchema>;

/** The unread replies that the last checks of the user's active accounts found. */
export const unreadRepliesSchema = z.object({
  replies: z.int(),
  /** The number of accounts with unread replies. */
  accounts: z.int(),
  /** False if `replies` is only a lower bound. */
  is_exact: z.boolean(),
  /** The time of the earliest check that found some of these replies. */
  as_of: dateTimeSchema,
});
export type UnreadReplies = z.infer<typeof unreadRepliesSchema>;

/** Why an automatic check that is due hasn't started yet. It starts as soon as the reason no longer applies. */
export const automaticCheckWaits = [
  'subscription',
  'restore',
  'check_running',
  'no_computer',
  'agent_paused',
  'no_account',
] as const;
export type AutomaticCheckWait = (typeof automaticCheckWaits)[number];

const everyHoursSchema = z.union([z.literal(1), z.literal(6), z.literal(24)]);
export type EveryHours = z.infer<typeof everyHoursSchema>;

export const automaticCheckSchema = z.object({
  /** How often the accounts are checked automatically. Null if they aren't. */
  every_hours: everyHoursSchema.nullable(),
  /** When the next check is due. In the past if a check is due but hasn't started. Null if there are no automatic checks. */
  next_at: dateTimeSchema.nullable(),
  /** When the last automatic check started. */
  last_at: dateTimeSchema.nullable(),
  /** Why the check that is due hasn't started. Null if no check is due, or if nothing keeps it from starting. */
  waits_for: z.enum(automaticCheckWaits).nullable(),
});
export type AutomaticCheck = z.infer<typeof automaticCheckSchema>;

export const automaticCheckAnswerSchema = z.object({ success: z.literal(true), automatic: automaticCheckSchema });

export const unreadRequestSchema = z.object({
  id: idSchema,
  status: z.enum(['pending', 'running', 'completed', 'failed']),
  results: unreadResultsSchema.nullable(),
  /** Null unless the check is running and each agent that takes part has reported its progress. */
  progress: unreadProgressSchema.nullable(),
  completed_at: dateTimeSchema.nullable(),
  error_message: z.string().nullable(),
  created_at: dateTimeSchema,
});
export type UnreadRequest = z.infer<typeof unreadRequestSchema>;

export const unreadChecksApi = {
  'GET /api/unread-checker/requests/history': {
    summary: 'List unread checks, newest first',
    access: 'user',
    query: z.object({ page: pageSchema.default(1), limit: limitSchema(1) }),
    response: z.object({
      success: z.literal(true),
      requests: z.array(unreadRequestSchema),
      pagination: paginationSchema,
    }),
  },
  'POST /api/unread-checker/requests': {
    summary:
      'Ask the agents to count unread messages. Without IDs, the agents check all active accounts, except those on hold, in use by a campaign, or hidden in the web app',
    access: 'user',
    quota: 'agentRequests',
    needsSubscription: true,
    body: z.object({ profileIds: z.array(idSchema).max(1000).optional() }).default({}),
    response: queuedRequestSchema,
  },
  'GET /api/unread-checker/requests/:id': {
    summary: 'Get an unread check',
    access: 'user',
    params: idParamsSchema,
    response: z.object({ success: z.literal(true), request: unreadRequestSchema }),
  },
  'DELETE /api/unread-checker/requests/clear': {
    summary: 'Delete all unread checks and the numbers of unread messages that they found',
    access: 'user',
    response: z.object({ success: z.literal(true), cleared: z.int() }),
  },
  'POST /api/unread-checker/requests/cleanup': {
    summary: 'Mark unread checks as failed if no agent started or finished them in time, and delete old checks',
    access: 'user',
    response: cleanupResultSchema,
  },
  'GET /api/unread-checker/automatic': {
    summary:
      "Get how often all active accounts that aren't on hold or in use are checked automatically, and when the next check is due",
    access: 'user',
    response: automaticCheckAnswerSchema,
  },
  'PUT /api/unread-checker/automatic': {
    summary:
      "Set the interval at which all active accounts that aren't on hold or in use are checked automatically. Null turns automatic checks off. The first check is due one interval later",
    access: 'user',
    body: z.object({ every_hours: everyHoursSchema.nullable() }),
    response: automaticCheckAnswerSchema,
  },
} satisfies ApiPart;

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

export const unreadRequestSchema = z.object({
  id: idSchema,
  status: z.enum(['pending', 'running', 'completed', 'failed']),
  results: unreadResultsSchema.nullable(),
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
      'Ask the agent to count unread messages. Without IDs, the agent checks all active accounts, except those on hold, in use by a campaign, or hidden in the web app',
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
    summary: 'Delete all unread checks',
    access: 'user',
    response: z.object({ success: z.literal(true), cleared: z.int() }),
  },
  'POST /api/unread-checker/requests/cleanup': {
    summary: 'Mark unread checks as failed if no agent started or finished them in time, and delete old checks',
    access: 'user',
    response: cleanupResultSchema,
  },
} satisfies ApiPart;

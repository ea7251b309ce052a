import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { dashboardPageSize } from './limits.ts';
import {
  dateTimeSchema,
  dayRangeShape,
  idParamsSchema,
  idSchema,
  limitSchema,
  pageSchema,
  paginationSchema,
  searchSchema,
} from './primitives.ts';

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
  /** Whether the account was deleted. If so, `profile_name` is the name it had when it was deleted. */
  is_deleted: z.boolean(),
  /** In percent, to one decimal place. Null if no messages were sent or failed. */
  success_rate: z.number().nullable(),
  messages_sent: z.int(),
  messages_failed: z.int(),
  /** How many times the account was put on hold while a campaign used it. */
  profile_blocked: z.int(),
  campaigns_used: z.int(),
  /** Messages sent per hour between the first and the last action, to one decimal place. Less than an hour counts as one hour. */
  efficiency: z.number(),
  /** `messages_sent` + `messages_failed` + `profile_blocked`. */
  total_actions: z.int(),
  first_action: dateTimeSchema.nullable(),
  last_action: dateTimeSchema.nullable(),
  /** Messages sent on each of the 14 days up to the end of the range or, without an end, up to today, oldest first. */
  daily_sent: z.array(z.int()),
});
export type PerformanceRow = z.infer<typeof performanceRowSchema>;

export const accountPerformanceApi = {
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
  'GET /api/campaigns/:id/profile-performance': {
    summary: "List each account's results in this campaign",
    access: 'user',
    params: idParamsSchema,
    response: z.object({ profilePerformance: z.array(performanceRowSchema) }),
  },
} satisfies ApiPart;

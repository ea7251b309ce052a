import { z } from 'zod';
import { campaignStatusSchema, statusReasonSchema } from './campaign-status.ts';
import { countersShape } from './campaigns.ts';
import type { ApiPart } from './endpoint.ts';
import { dateTimeSchema, dayRangeShape, idSchema } from './primitives.ts';

export const dashboardTotalsSchema = z.object({
  campaigns: z.int(),
  /** People added to lists. Unlike all other figures, this one uses days in UTC. */
  recipients: z.int(),
  sent: z.int(),
  /** People whose message failed or has an unknown outcome. People who are being retried aren't included. */
  failed: z.int(),
  pending: z.int(),
});
/** A day's results. The days before an early end of the range can be earlier than any day that `daySchema` accepts. */
export const dashboardDaySchema = z.object({ date: z.iso.date(), sent: z.int(), failed: z.int() });
export const recentCampaignSchema = z.object({
  id: idSchema,
  name: z.string(),
  status: campaignStatusSchema,
  ...countersShape,
  created_at: dateTimeSchema,
});

export const lateCampaignSchema = z.object({ id: idSchema, name: z.string(), status_reason: statusReasonSchema });

export const dashboardStatsSchema = z.object({
  stats: dashboardTotalsSchema,
  /** One entry per day, oldest first, for up to the last 366 days of the range. If the range has no start date, for its last 14 days. */
  daily: z.array(dashboardDaySchema),
  recentCampaigns: z.array(recentCampaignSchema),
  /** The campaigns whose scheduled start was missed or has failed so far, at most 100, newest first. */
  late_campaigns: z.array(lateCampaignSchema),
  /** Whether any campaign has ever started, regardless of the range. Deleted campaigns are ignored. */
  has_started: z.boolean(),
});
export type DashboardStats = z.infer<typeof dashboardStatsSchema>;

export const dashboardApi = {
  'GET /api/campaigns/dashboard-stats': {
    summary: "Get totals, messages per day, the five newest campaigns, and those that haven't started on time",
    access: 'user',
    query: z.object(dayRangeShape),
    response: dashboardStatsSchema,
  },
} satisfies ApiPart;

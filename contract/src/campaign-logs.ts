import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { dateTimeSchema, idParamsSchema, idSchema, limitSchema } from './primitives.ts';
import { tableTimezoneSchema } from './table-files.ts';

/**
 * The actions in a campaign's log. People who are skipped when the campaign starts have no entries. `paused` and `failed` exist so that
 * the log says why the campaign stopped.
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
   * The entry's number in its campaign. Numbers have no gaps, so a reader can tell whether entries are missing. The oldest entries
   * may have been deleted.
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

export const campaignLogsApi = {
  'GET /api/campaigns/:id/logs': {
    summary: "List a campaign's log entries after a given sequence number, oldest first",
    access: 'user',
    params: idParamsSchema,
    query: z.object({ after_seq: z.coerce.number().pipe(z.int().min(0)).default(0), limit: limitSchema(100) }),
    response: z.object({ logs: z.array(campaignLogSchema), last_seq: z.int() }),
  },
  'GET /api/campaigns/:id/logs/export': {
    summary: "Export a campaign's complete log as a spreadsheet",
    access: 'user',
    quota: 'exports',
    params: idParamsSchema,
    query: z.object({ timezone: tableTimezoneSchema }),
    response: { file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  },
} satisfies ApiPart;

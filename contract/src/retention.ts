import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { retentionDaysRange } from './limits.ts';

const { min, max } = retentionDaysRange;
const message = `Enter a whole number from ${min} to ${max}, or keep the data forever`;
/** A number of days. Null means forever. */
const daysSchema = z.int(message).min(min, message).max(max, message).nullable();

/** How many days the server keeps data that would otherwise grow without limit. Data that sending relies on is never deleted. */
export const retentionSchema = z.object({
  /** Log entries of campaigns that have ended. The days count from each entry's own time. */
  campaign_logs: daysSchema,
  /** The values used in a campaign's messages, and its exact error messages. The days count from the campaign's end. */
  campaign_details: daysSchema,
  /** Requests to agents and their results, such as unread checks and requests to open or close accounts. */
  agent_requests: daysSchema,
  contact_messages: daysSchema,
});
export type Retention = z.infer<typeof retentionSchema>;

export const retentionApi = {
  'GET /api/retention': { summary: 'Check how long data is kept', access: 'admin', response: retentionSchema },
  'PUT /api/retention': {
    summary: 'Set how long data is kept. The server starts deleting older data within minutes',
    access: 'admin',
    /** The periods to change. All others stay as they are. */
    body: retentionSchema.partial(),
    response: retentionSchema,
  },
} satisfies ApiPart;

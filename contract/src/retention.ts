import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { retentionDaysRange } from './limits.ts';

const { min, max } = retentionDaysRange;
const message = `Enter a whole number from ${min} to ${max}, or keep it for good`;
/** Null: for good. */
const daysSchema = z.int(message).min(min, message).max(max, message).nullable();

/** For how many days the server keeps what grows without end. What the sending needs to know is not among it. */
export const retentionSchema = z.object({
  /** Log entries of campaigns that have ended. */
  campaign_logs: daysSchema,
  /** After a campaign has ended: what its messages were filled in with, and the exact errors. */
  campaign_details: daysSchema,
  /** Requests to agents, with their answers: unread checks, opened and closed browsers. */
  agent_requests: daysSchema,
  contact_messages: daysSchema,
});
export type Retention = z.infer<typeof retentionSchema>;

export const retentionApi = {
  'GET /api/retention': { summary: 'How long data is kept', access: 'admin', response: retentionSchema },
  'PUT /api/retention': {
    summary: 'Set how long data is kept. What is older is deleted within minutes',
    access: 'admin',
    body: retentionSchema,
    response: retentionSchema,
  },
} satisfies ApiPart;

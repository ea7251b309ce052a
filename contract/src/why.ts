import { z } from 'zod';
import { statusReasonSchema } from './campaign-status.ts';
import type { ApiPart } from './endpoint.ts';
import { idParamsSchema, idSchema } from './primitives.ts';

export const accountReasonSchema = statusReasonSchema.extend({ profile_id: idSchema, name: z.string() });
export const campaignReasonSchema = statusReasonSchema.extend({ id: idSchema, name: z.string() });

/** What a campaign and each of its accounts are doing or waiting for. */
export const whySchema = statusReasonSchema.extend({
  accounts: z.array(accountReasonSchema),
});
export type Why = z.infer<typeof whySchema>;

export const whyApi = {
  'GET /api/campaigns/:id/why': {
    summary:
      "Explain what a campaign is doing. If it isn't sending, also explain why, for how long, and what to do about it",
    access: 'user',
    params: idParamsSchema,
    response: whySchema,
  },
  'GET /api/agent/why': {
    summary:
      "Explain what the user's running, overdue and paused campaigns (up to 20 of each) are doing or waiting for",
    access: 'agent',
    response: z.object({ campaigns: z.array(campaignReasonSchema) }),
  },
} satisfies ApiPart;

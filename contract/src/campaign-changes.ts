import { z } from 'zod';
import { campaignAnswerSchema, campaignSchema } from './campaigns.ts';
import { planShape } from './campaign-plan.ts';
import type { ApiPart } from './endpoint.ts';
import { idParamsSchema } from './primitives.ts';

/** Endpoints that change a campaign before its first start, continue it after it has ended, or retry its failed messages. */
export const campaignChangesApi = {
  'PUT /api/campaigns/:id': {
    summary: 'Change a campaign that has never been started',
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    /** The fields to change. All others keep their values. */
    body: z.object(planShape).partial(),
    response: campaignAnswerSchema,
  },
  'DELETE /api/campaigns/:id/start': {
    summary: 'Cancel a scheduled start',
    access: 'user',
    params: idParamsSchema,
    response: campaignAnswerSchema,
  },
  'POST /api/campaigns/:id/continue': {
    summary: 'Continue an ended campaign with the remaining people',
    access: 'user',
    quota: 'campaigns',
    needsSubscription: true,
    params: idParamsSchema,
    response: campaignAnswerSchema,
  },
  'POST /api/campaigns/:id/retry-failed': {
    summary:
      'Retry people whose message failed: they become pending again. Runs the campaign only if it had ended and no one else was left',
    access: 'user',
    quota: 'campaigns',
    needsSubscription: true,
    params: idParamsSchema,
    response: z.object({ campaign: campaignSchema, retried: z.int() }),
  },
} satisfies ApiPart;

import { z } from 'zod';
import { campaignStartSchema } from './campaigns.ts';
import type { ApiPart } from './endpoint.ts';
import { referenceSchema } from './primitives.ts';

/** A campaign that won't start by itself anymore. */
export const canceledStartSchema = z.object({
  ...referenceSchema.shape,
  /** How the campaign would have started. Starting it with these options undoes the cancellation. */
  start: campaignStartSchema,
});

export const notPausedSchema = z.object({ ...referenceSchema.shape, reason: z.string() });

/** Endpoints that stop everything at once: they pause all running campaigns, and keep other campaigns from starting by themselves. */
export const campaignPauseApi = {
  'GET /api/campaigns/pause-preview': {
    summary: 'Count the campaigns that pausing all campaigns would pause or keep from starting',
    access: 'user',
    response: z.object({
      running: z.int(),
      /** Campaigns that are scheduled to start, or are being started right now. */
      starting: z.int(),
    }),
  },
  'POST /api/campaigns/pause': {
    summary: 'Pause all running campaigns and cancel all scheduled starts',
    access: 'user',
    response: z.object({
      /** The campaigns that this call paused. */
      paused: z.array(referenceSchema),
      /** The campaigns whose start this call canceled. */
      canceled_starts: z.array(canceledStartSchema),
      /** The campaigns that couldn't be changed. They may still be running or start later. */
      failed: z.array(notPausedSchema),
    }),
  },
} satisfies ApiPart;

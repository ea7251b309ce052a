import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';

export const healthApi = {
  'GET /api/health': {
    summary: 'Whether the server and its database answer',
    access: 'public',
    response: z.object({
      status: z.literal('ok'),
      version: z.string(),
      /** Nothing reaches Instagram, and waiting times are divided. */
      sandbox: z.boolean(),
    }),
  },
} satisfies ApiPart;

import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';

export const healthApi = {
  'GET /api/health': {
    summary: 'Whether the server can reach its database',
    access: 'public',
    response: z.object({
      status: z.literal('ok'),
      version: z.string(),
      /** Sandbox mode: nothing reaches Instagram, and waiting times are shorter. */
      sandbox: z.boolean(),
    }),
  },
} satisfies ApiPart;

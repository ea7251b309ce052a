import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';

export const healthApi = {
  'GET /api/health': {
    summary: 'Check whether the server is running, even if its database is unavailable',
    access: 'public',
    isUncounted: true,
    response: z.object({
      status: z.literal('ok'),
      version: z.string(),
      /** Whether the server runs in sandbox mode: nothing reaches Instagram, and delays are shorter. */
      sandbox: z.boolean(),
    }),
  },
  'GET /api/ready': {
    summary:
      "Check whether the server can handle requests. It can't while its database is unavailable or out of date, or while the server is stopping",
    access: 'public',
    isUncounted: true,
    response: z.object({ status: z.literal('ready') }),
  },
} satisfies ApiPart;

import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';

export const healthApi = {
  'GET /api/health': {
    summary: 'Whether the server runs, also when its database is away',
    access: 'public',
    isUncounted: true,
    response: z.object({
      status: z.literal('ok'),
      version: z.string(),
      /** Sandbox mode: nothing reaches Instagram, and waits are shorter. */
      sandbox: z.boolean(),
    }),
  },
  'GET /api/ready': {
    summary: 'Whether the server can take calls: its database answers and is up to date, and it is not stopping',
    access: 'public',
    isUncounted: true,
    response: z.object({ status: z.literal('ready') }),
  },
} satisfies ApiPart;

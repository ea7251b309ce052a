import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { dateTimeSchema, idParamsSchema, idSchema, successSchema } from './primitives.ts';

/** A browser in which the user is signed in. */
export const sessionSchema = z.object({
  id: idSchema,
  /** The browser's name, such as `Firefox on Windows`. Null if the browser didn't say. */
  browser: z.string().nullable(),
  /** The IP address that last used the session. Null if the session was last used before addresses were recorded. */
  address: z.string().nullable(),
  created_at: dateTimeSchema,
  /** Accurate to the minute. */
  last_used_at: dateTimeSchema,
  /** When the session expires. Using the session postpones its expiry, but not beyond the maximum lifetime of a session. */
  expires_at: dateTimeSchema,
  /** Whether this request was made in this session. */
  is_current: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;

export const sessionsApi = {
  'GET /api/sessions': {
    summary: 'List the browsers in which the user is signed in: the current browser first, then the most recently used',
    access: 'user',
    response: z.object({ sessions: z.array(sessionSchema) }),
  },
  'DELETE /api/sessions/:id': {
    summary: 'End one session',
    access: 'user',
    params: idParamsSchema,
    response: successSchema,
  },
  'POST /api/sessions/end-others': {
    summary: 'End every other session. With `computers`, also revoke every agent token',
    access: 'user',
    body: z.object({ computers: z.boolean().default(false) }),
    response: z.object({ ended_sessions: z.int(), revoked_computers: z.int() }),
  },
} satisfies ApiPart;

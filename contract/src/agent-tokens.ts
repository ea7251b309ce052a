import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { dateTimeSchema, idParamsSchema, idSchema, successSchema, trimmedText } from './primitives.ts';

export const agentTokenSchema = z.object({
  id: idSchema,
  name: z.string(),
  created_at: dateTimeSchema,
  last_seen_at: dateTimeSchema.nullable(),
  /** Seen within the last 45 seconds. */
  online: z.boolean(),
  /** As the agent last said; null before its first call. */
  version: z.string().nullable(),
  platform: z.string().nullable(),
  /** The user paused this agent at the computer. */
  is_paused: z.boolean(),
  /** The program on that computer was refused for its version: it has to be updated before it works again. */
  is_outdated: z.boolean(),
});
export type AgentToken = z.infer<typeof agentTokenSchema>;

const agentName = trimmedText({ max: 100, required: 'Name is required' });
const userCodeParams = z.object({ code: z.string().max(20) });

export const agentTokensApi = {
  'POST /api/agent-tokens': {
    summary: 'Make an agent token; the only answer that shows it',
    access: 'user',
    body: z.object({ name: agentName }),
    response: z.object({ id: idSchema, name: z.string(), token: z.string() }),
  },
  'GET /api/agent-tokens': {
    summary: 'List agent tokens',
    access: 'user',
    response: z.object({ tokens: z.array(agentTokenSchema) }),
  },
  'DELETE /api/agent-tokens/:id': {
    summary: 'Revoke an agent token at once',
    access: 'user',
    params: idParamsSchema,
    response: successSchema,
  },
  'POST /api/agent-pairing': {
    summary: 'An agent without a token asks for one (RFC 8628)',
    access: 'public',
    body: z.object({ device_name: agentName }),
    response: z.object({
      device_code: z.string(),
      /** What the user compares, such as `BCDF-GHJK`. */
      user_code: z.string(),
      verification_uri: z.string(),
      verification_uri_complete: z.string(),
      /** Seconds. */
      expires_in: z.int(),
      /** Seconds between two asks for the token. */
      interval: z.int(),
    }),
  },
  'POST /api/agent-pairing/token': {
    summary: 'The agent asks whether it was approved; the token is answered once',
    access: 'public',
    body: z.object({ device_code: z.string().max(200) }),
    response: z.object({ token: z.string() }),
  },
  'GET /api/agent-pairing/:code': {
    summary: 'Which computer asks under this code',
    access: 'user',
    params: userCodeParams,
    response: z.object({ device_name: z.string(), user_code: z.string(), expires_at: dateTimeSchema }),
  },
  'POST /api/agent-pairing/:code/approve': {
    summary: 'Let the computer work for the signed-in user',
    access: 'user',
    params: userCodeParams,
    response: successSchema,
  },
  'POST /api/agent-pairing/:code/deny': {
    summary: 'Refuse the computer',
    access: 'user',
    params: userCodeParams,
    response: successSchema,
  },
} satisfies ApiPart;

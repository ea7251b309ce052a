import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { pagePackKeySchema, pagePackReportSchema } from './page-pack.ts';
import { dateTimeSchema, idParamsSchema, idSchema, successSchema, trimmedText } from './primitives.ts';

export const agentTokenSchema = z.object({
  id: idSchema,
  name: z.string(),
  created_at: dateTimeSchema,
  last_seen_at: dateTimeSchema.nullable(),
  /** The IP address that the agent last synced from. Null before its first sync. */
  address: z.string().nullable(),
  /** Whether the agent synced or had an open socket within the last 45 seconds. */
  online: z.boolean(),
  /** The version that the agent last reported. Null before its first report. */
  version: z.string().nullable(),
  platform: z.string().nullable(),
  /** Whether the user paused this agent on its computer. */
  is_paused: z.boolean(),
  /**
   * When the server last refused the agent's version. The agent must be updated before it can work again. Null if the server never refused
   * it or has accepted it since then.
   */
  outdated_at: dateTimeSchema.nullable(),
  /** The page pack that the agent last reported. Null before its first report, or if the agent is too old for page packs. */
  page_pack: pagePackReportSchema.nullable(),
});
export type AgentToken = z.infer<typeof agentTokenSchema>;

const agentName = trimmedText({ max: 100, required: 'Name is required' });
const userCodeParams = z.object({ code: z.string().max(20) });

export const agentTokensApi = {
  'POST /api/agent-tokens': {
    summary: 'Create an agent token. Only this response contains it',
    access: 'user',
    quota: 'agentTokens',
    needsRecentSignIn: true,
    body: z.object({ name: agentName }),
    response: z.object({ id: idSchema, name: z.string(), token: z.string() }),
  },
  'GET /api/agent-tokens': {
    summary: 'List agent tokens',
    access: 'user',
    whileDeletionPending: true,
    response: z.object({ tokens: z.array(agentTokenSchema) }),
  },
  'DELETE /api/agent-tokens/:id': {
    summary: 'Revoke an agent token',
    access: 'user',
    params: idParamsSchema,
    response: successSchema,
  },
  'POST /api/agent-pairing': {
    summary: 'Start pairing an agent that has no token (RFC 8628)',
    access: 'public',
    body: z.object({ device_name: agentName }),
    response: z.object({
      device_code: z.string(),
      /** The code that the agent and the web app both show, such as `BCDF-GHJK`. The user checks that the two match. */
      user_code: z.string(),
      verification_uri: z.string(),
      verification_uri_complete: z.string(),
      /** Seconds until the pairing request expires. */
      expires_in: z.int(),
      /** Seconds to wait between two polls for the token. */
      interval: z.int(),
    }),
  },
  'POST /api/agent-pairing/token': {
    summary: 'Check whether a pairing has been approved. If so, returns the token, but only once',
    access: 'public',
    body: z.object({ device_code: z.string().max(200) }),
    response: z.object({
      token: z.string(),
      /** The public key that the agent uses to verify page packs. Omitted if the server has none. */
      page_pack_key: pagePackKeySchema.optional(),
    }),
  },
  'GET /api/agent-pairing/:code': {
    summary: 'Get the computer that is waiting for approval with this pairing code',
    access: 'user',
    params: userCodeParams,
    response: z.object({
      device_name: z.string(),
      user_code: z.string(),
      /** The IP address that the pairing request came from. Null for requests made before addresses were recorded. */
      address: z.string().nullable(),
      /** Whether the caller is on the same network as the computer being paired, such as the same home or office network. */
      is_same_network: z.boolean(),
      expires_at: dateTimeSchema,
    }),
  },
  'POST /api/agent-pairing/:code/approve': {
    summary: 'Approve a pairing',
    access: 'user',
    quota: 'agentTokens',
    needsRecentSignIn: true,
    params: userCodeParams,
    response: successSchema,
  },
  'POST /api/agent-pairing/:code/deny': {
    summary: 'Deny a pairing',
    access: 'user',
    params: userCodeParams,
    response: successSchema,
  },
} satisfies ApiPart;

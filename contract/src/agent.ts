import { z } from 'zod';
import { waitReasonSchema } from './campaigns.ts';
import type { ApiPart } from './endpoint.ts';
import { dateTimeSchema, idParamsSchema, idSchema, successSchema, text } from './primitives.ts';

/** Raised when an agent of the old number would do harm or fail; such an agent is told to update. */
export const agentProtocol = 1;

export const platforms = ['win32', 'darwin', 'linux'] as const;

/** One Firefox window group that the agent has open. */
export const agentWindowSchema = z.object({
  profile_id: idSchema,
  /** The campaign it sends for; null for a window opened for the user or a check. */
  campaign_id: idSchema.nullable(),
});
export type AgentWindow = z.infer<typeof agentWindowSchema>;

export const accountWorkSchema = z.object({
  profile_id: idSchema,
  profile_name: z.string(),
  profile_path: z.string(),
  campaign_id: idSchema,
  /** Claims before this time answer "not yet"; null: at once. */
  due_at: dateTimeSchema.nullable(),
});
export type AccountWork = z.infer<typeof accountWorkSchema>;

export const claimedDeliverySchema = z.object({
  id: idSchema,
  campaign_id: idSchema,
  campaign_name: z.string(),
  /** With its number, this stands for the campaign also after an older state of the database was restored. */
  campaign_created_at: dateTimeSchema,
  profile_id: idSchema,
  profile_name: z.string(),
  profile_path: z.string(),
  /** The Instagram name the account should be signed in as, when the user stored it. */
  insta_username: z.string().nullable(),
  recipient: z.string(),
  /** The message as it is to be sent. */
  text: z.string(),
  /** Fencing token: every later call about this claim carries it, and an outdated one is refused. */
  fence: idSchema,
  lease_expires_at: dateTimeSchema,
  /** An earlier claim may have sent it: read the thread and report what is there, never send blind. */
  verify_first: z.boolean(),
  /** Counted from 1. */
  attempt: z.int(),
});
export type ClaimedDelivery = z.infer<typeof claimedDeliverySchema>;

export const deliveryOutcomes = ['sent', 'failed', 'not_found', 'blocked', 'unknown', 'released'] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

/** With `released`: the account's browser profile is not on this computer; another computer of the user's may have it. */
export const profileNotHere = 'profile_not_here';

/** With `released`: what keeps an account from working on this computer, whoever the next person is, and its owner can mend. */
export const hindranceReasons: ReadonlySet<string> = new Set([
  'profile_in_use',
  profileNotHere,
  'firefox_not_started',
  'network',
  'notes_not_written',
  'sign_in_unreachable',
]);

/** What the agent was asked to do outside campaigns. */
export const agentRequestTypes = [
  'open',
  'sign_in',
  'close',
  'close_all',
  'close_campaign',
  'unread_check',
  'profiles_list',
  'profiles_create',
  'profiles_delete',
  'profiles_test',
] as const;
export type AgentRequestType = (typeof agentRequestTypes)[number];

export const requestAccountSchema = z.object({
  profile_id: idSchema,
  profile_name: z.string(),
  profile_path: z.string(),
  insta_username: z.string().nullable(),
});
export type RequestAccount = z.infer<typeof requestAccountSchema>;

export const claimedRequestSchema = z.object({
  id: idSchema,
  request_type: z.enum(agentRequestTypes),
  /** open, sign_in, close: the one account. unread_check, close_campaign: its accounts. */
  accounts: z.array(requestAccountSchema),
  /** profiles_create: its name; profiles_test and profiles_delete: the path. */
  profile_name: z.string().nullable(),
  profile_path: z.string().nullable(),
  is_default: z.boolean(),
  fence: idSchema,
  lease_expires_at: dateTimeSchema,
});
export type ClaimedRequest = z.infer<typeof claimedRequestSchema>;

const fenced = { fence: idSchema };

export const agentApi = {
  'POST /api/agent/hello': {
    summary: "The agent's handshake, repeated every 15 seconds as its sign of life",
    access: 'agent',
    body: z.object({
      protocol: z.int(),
      version: text({ max: 50 }),
      platform: text({ max: 50 }),
      is_paused: z.boolean().default(false),
      windows: z.array(agentWindowSchema).max(1000).default([]),
      /** Only asks whether all would be well: no sign of life, and nothing is noted. */
      is_check: z.boolean().default(false),
    }),
    response: z.object({
      user: z.object({ id: idSchema, username: z.string() }),
      agent_name: z.string(),
      server_time: dateTimeSchema,
      /** The agent must refuse any Instagram address that is not on loopback. */
      sandbox: z.boolean(),
    }),
  },
  'GET /api/agent/work': {
    summary: 'Accounts with people left to message, and whether requests wait',
    access: 'agent',
    response: z.object({
      accounts: z.array(accountWorkSchema),
      requests_waiting: z.int(),
      server_time: dateTimeSchema,
    }),
  },
  'POST /api/agent/deliveries/claim': {
    summary: 'Take the next person for an account, under a lease',
    access: 'agent',
    body: z.object({ profile_id: idSchema }),
    response: z.union([
      z.object({ delivery: claimedDeliverySchema }),
      z.object({
        delivery: z.null(),
        reason: waitReasonSchema,
        text: z.string(),
        /** When asking again makes sense; null: after something was changed. */
        not_before: dateTimeSchema.nullable(),
      }),
    ]),
  },
  'POST /api/agent/deliveries/:id/renew': {
    summary: 'Keep the lease, and learn whether sending is still wanted',
    access: 'agent',
    params: idParamsSchema,
    body: z.object({
      ...fenced,
      /** Asked right before the message goes out: from a yes on it may have left. Left out by older agents, which always may. */
      before_send: z.boolean().default(true),
    }),
    response: z.object({ lease_expires_at: dateTimeSchema, may_send: z.boolean(), reason: z.string().nullable() }),
  },
  'POST /api/agent/deliveries/:id/result': {
    summary: 'Report how it ended; a repeated report changes nothing',
    access: 'agent',
    params: idParamsSchema,
    body: z.object({
      ...fenced,
      outcome: z.enum(deliveryOutcomes),
      /** A stable word for the cause, such as `rate_limited` or `recipient_refuses_requests`. */
      reason: text({ max: 100 }).nullable().default(null),
      /** The cause in a sentence for the user. */
      detail: text({ max: 1000 }).nullable().default(null),
      /** Only with `failed`: nothing was sent and another try may work. */
      is_retryable: z.boolean().default(false),
      /** When the message left, by the agent's clock. Only with `sent`. */
      sent_at: dateTimeSchema.nullable().default(null),
      /** The platform objected while this went on: whatever became of the message, the account stops. */
      stops: z
        .object({ reason: text({ max: 100 }), detail: text({ max: 1000 }) })
        .nullable()
        .default(null),
    }),
    response: z.object({
      /** False when this very report was there already, or the claim is no longer this agent's. */
      recorded: z.boolean(),
      /** This very report was there already: the answer to it was lost, or it is told again after a crash. */
      is_repeated: z.boolean().default(false),
      status: z.string(),
    }),
  },
  'POST /api/agent/requests/claim': {
    summary: 'Take the oldest waiting request',
    access: 'agent',
    response: z.object({ request: claimedRequestSchema.nullable() }),
  },
  'POST /api/agent/requests/:id/renew': {
    summary: 'Keep the lease of a request that takes long',
    access: 'agent',
    params: idParamsSchema,
    body: z.object(fenced),
    response: z.object({ lease_expires_at: dateTimeSchema }),
  },
  'POST /api/agent/requests/:id/result': {
    summary: 'Report how a request ended',
    access: 'agent',
    params: idParamsSchema,
    body: z.object({
      ...fenced,
      status: z.enum(['completed', 'failed']),
      /** Checked by the server against the request's type. */
      results: z.unknown().optional(),
      error_message: text({ max: 1000 }).nullable().default(null),
    }),
    response: z.object({ recorded: z.boolean() }),
  },
  'POST /api/agent/profiles/:id/credentials': {
    summary: "What the user stored for Instagram's sign-in form",
    access: 'agent',
    params: idParamsSchema,
    response: z.object({ insta_username: z.string().nullable(), insta_password: z.string().nullable() }),
  },
  'POST /api/agent/sign-off': {
    summary: 'The agent ends: what it still holds may be looked into at once',
    access: 'agent',
    response: successSchema,
  },
} satisfies ApiPart;

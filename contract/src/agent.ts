import { z } from 'zod';
import { deliveryOutcomes } from './delivery-states.ts';
import { reasonCodes, stopReasonCodes, waitReasonCodes } from './reasons.ts';
import type { ApiPart } from './endpoint.ts';
import { dateTimeSchema, idParamsSchema, idSchema, successSchema, text } from './primitives.ts';

/** Raised when an agent of the old number would do harm or fail; such an agent is told to update, and its campaigns wait. */
export const agentProtocol = 2;

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

/** Identifies one claim; random, so that a server that lost commits never gives it out again. */
const claimIdSchema = z.uuid();

export const claimedDeliverySchema = z.object({
  id: idSchema,
  claim_id: claimIdSchema,
  campaign_id: idSchema,
  campaign_name: z.string(),
  profile_id: idSchema,
  profile_name: z.string(),
  profile_path: z.string(),
  /** The Instagram name the account should be signed in as, when the user stored it. */
  insta_username: z.string().nullable(),
  recipient: z.string(),
  /** The message as it is to be sent. */
  text: z.string(),
  /** Stands for what must not be sent to this person twice: the template's text. */
  message_key: z.string(),
  /** Where the user asked for it to be sent again to those who have it: stands for the message of this campaign alone. */
  repeat_key: z.string().nullable(),
  /** A person who has written to the account is to be left alone. */
  skip_conversations: z.boolean(),
  /**
   * `send`: write to this person. `check`: this very claim was told to go ahead and its end is not known. Look whether the
   * message is there, and never send.
   */
  task: z.enum(['send', 'check']),
  /** So many people in a row were not found that the account's own profile should be looked at if this one is not either. */
  doubts_not_found: z.boolean(),
  lease_expires_at: dateTimeSchema,
});
export type ClaimedDelivery = z.infer<typeof claimedDeliverySchema>;

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
const claimed = { claim_id: claimIdSchema };

export const agentApi = {
  'POST /api/agent/hello': {
    summary: 'The sign of life of agents of protocol 1, which are always told to update',
    access: 'agent',
    body: z.object({
      version: text({ max: 50 }),
      platform: text({ max: 50 }),
      is_check: z.boolean().default(false),
    }),
    response: successSchema,
  },
  'POST /api/agent/sync': {
    summary:
      "The agent's sign of life: says how it stands, and takes what there is to do. Every 15 seconds, or when woken",
    access: 'agent',
    body: z.object({
      protocol: z.int(),
      version: text({ max: 50 }),
      platform: text({ max: 50 }),
      /** The computer: made once, kept in the agent's data folder, the same after another pairing. */
      installation_id: z.uuid(),
      /** This run of the agent, and the one before it in the same data folder. A second live one is refused. */
      process_id: z.uuid(),
      previous_process_id: z.uuid().nullable().default(null),
      is_paused: z.boolean().default(false),
      windows: z.array(agentWindowSchema).max(1000).default([]),
      /** Answers to `asked_paths` of an earlier sync. `folder` is how this computer writes the folder: the same for two ways to write one path. */
      paths: z
        .array(
          z.object({
            profile_id: idSchema,
            path: text({ max: 1000 }),
            is_mine: z.boolean(),
            folder: text({ max: 2000 }),
          }),
        )
        .max(1000)
        .default([]),
      /** Only asks whether all would be well: no sign of life, nothing is noted, nothing is handed out. */
      is_check: z.boolean().default(false),
    }),
    response: z.object({
      user: z.object({ id: idSchema, username: z.string() }),
      agent_name: z.string(),
      server_time: dateTimeSchema,
      /** The agent must refuse any Instagram address that is not on loopback. */
      sandbox: z.boolean(),
      /** Accounts of this computer with people left to message or to check. */
      accounts: z.array(accountWorkSchema),
      /** What the user asked for; it is this agent's to do now. */
      requests: z.array(claimedRequestSchema),
      /** Accounts that belong to no computer yet, or to this one without a known folder: is their Firefox profile here? */
      asked_paths: z.array(z.object({ profile_id: idSchema, path: z.string() })),
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
        reason: z.enum(waitReasonCodes),
        text: z.string(),
        /** When asking again makes sense; null: after something was changed. */
        not_before: dateTimeSchema.nullable(),
      }),
    ]),
  },
  'POST /api/agent/deliveries/:id/renew': {
    summary: 'Keep the lease',
    access: 'agent',
    params: idParamsSchema,
    body: z.object(claimed),
    response: z.object({ lease_expires_at: dateTimeSchema }),
  },
  'POST /api/agent/deliveries/:id/commit': {
    summary:
      'Asked right before Enter: from a yes on, the message may have left. The same question again gets a fresh answer',
    access: 'agent',
    params: idParamsSchema,
    body: z.object({
      ...claimed,
      /** As whom the page says the account is signed in, where it says so. */
      signed_in_as: text({ max: 100 }).nullable().default(null),
    }),
    response: z.union([
      z.object({ may_send: z.literal(true), lease_expires_at: dateTimeSchema }),
      z.object({ may_send: z.literal(false), reason: z.enum(reasonCodes), text: z.string() }),
    ]),
  },
  'POST /api/agent/deliveries/:id/result': {
    summary: 'Report how it ended; a repeated report changes nothing',
    access: 'agent',
    params: idParamsSchema,
    body: z.object({
      ...claimed,
      outcome: z.enum(deliveryOutcomes),
      reason: z.enum(reasonCodes).nullable().default(null),
      /** What Instagram or the computer said, in addition to the reason's own text. */
      detail: text({ max: 1000 }).nullable().default(null),
      /** When the message left, by the agent's clock. Only with `sent`. */
      sent_at: dateTimeSchema.nullable().default(null),
    }),
    response: z.object({
      /** False when the claim is no longer this agent's, or this very report was there already: nothing was changed. */
      recorded: z.boolean(),
      status: z.string(),
    }),
  },
  'POST /api/agent/profiles/:id/stop': {
    summary: 'Instagram objected to the account: it is held in every campaign, whatever becomes of the message',
    access: 'agent',
    params: idParamsSchema,
    body: z.object({ reason: z.enum(stopReasonCodes), detail: text({ max: 1000 }).nullable().default(null) }),
    response: successSchema,
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

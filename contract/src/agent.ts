import { z } from 'zod';
import { deliveryOutcomes } from './delivery-states.ts';
import { reasonCodes, stopReasonCodes, waitReasonCodes } from './reasons.ts';
import { openPageSchema } from './account-requests.ts';
import type { ApiPart } from './endpoint.ts';
import { reportedProgressMax } from './limits.ts';
import { pagePackOfferSchema, pagePackReportSchema } from './page-pack.ts';
import { dateTimeSchema, idParamsSchema, idSchema, successSchema, text, userReferenceSchema } from './primitives.ts';
import { unreadProgressSchema } from './unread-checks.ts';

/**
 * The version of the agent protocol. Increase it when older agents would fail or do harm. Campaigns then wait until their agents have
 * been updated.
 */
export const agentProtocol = 2;

/** A Firefox window that the agent has open for an account. */
export const agentWindowSchema = z.object({
  profile_id: idSchema,
  /**
   * The campaign that last used the window. If the campaign is stopped, the window closes. Null if no campaign used the window, or if it's
   * open for the user.
   */
  campaign_id: idSchema.nullable(),
});
export type AgentWindow = z.infer<typeof agentWindowSchema>;

export const accountWorkSchema = z.object({
  profile_id: idSchema,
  profile_name: z.string(),
  profile_path: z.string(),
  campaign_id: idSchema,
  /** The earliest time for the next claim. The server refuses earlier claims. Null means now. */
  due_at: dateTimeSchema.nullable(),
});
export type AccountWork = z.infer<typeof accountWorkSchema>;

/** A claim's ID. It is random, so that the server can't issue the same ID twice, even if its database loses commits. */
const claimIdSchema = z.uuid();

/** Instagram's own ID for a message. */
const messageIdSchema = text({ max: 200 });

export const claimedDeliverySchema = z.object({
  id: idSchema,
  claim_id: claimIdSchema,
  campaign_id: idSchema,
  campaign_name: z.string(),
  profile_id: idSchema,
  profile_name: z.string(),
  profile_path: z.string(),
  /** The Instagram username that the account should be signed in with. Null if the user hasn't stored one. */
  insta_username: z.string().nullable(),
  recipient: z.string(),
  /** The message to send, with its variables filled in. */
  text: z.string(),
  /** A key derived from the user and the template's text. The agent uses the key to avoid sending the same text to a person twice. */
  message_key: z.string(),
  /** A key for this campaign's message. Set only if the user chose to send the text again to people who already got it. */
  repeat_key: z.string().nullable(),
  /** Whether to skip the person if they have ever written to the account. */
  skip_conversations: z.boolean(),
  /**
   * `send`: message this person. `check`: this claim already got the go-ahead, but its outcome is unknown. The agent looks for
   * the message in the conversation, and never sends it.
   */
  task: z.enum(['send', 'check']),
  /** Instagram's ID for the message, if the agent saw it. Set only for `check`. */
  message_id: messageIdSchema.nullable().default(null),
  /**
   * The IDs of earlier claims on this person for which the user has answered that the message was not sent. The agent's notes about these
   * claims no longer keep the agent from sending. Older servers omit this field.
   */
  unsent_claim_ids: z.array(claimIdSchema).optional(),
  /**
   * True if the number of people in a row who weren't found is 2, 5, 8 and so on. If this person isn't found either, the agent also
   * looks for the account's own profile.
   */
  doubts_not_found: z.boolean(),
  lease_expires_at: dateTimeSchema,
});
export type ClaimedDelivery = z.infer<typeof claimedDeliverySchema>;

/** What an agent can be asked to do besides sending messages. */
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
  'diagnostic_report',
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
  /** The accounts that the request is about. Only unread_check and close_campaign can have more than one, and some types have none. */
  accounts: z.array(requestAccountSchema),
  /** For profiles_create, the name of the Firefox profile to create. For a request about one account, the account's name. */
  profile_name: z.string().nullable(),
  /** For profiles_test and profiles_delete, the Firefox profile's path. For a request about one account, the account's profile path. */
  profile_path: z.string().nullable(),
  /** For profiles_create, whether to make the new Firefox profile the default. */
  is_default: z.boolean(),
  /** For `open`, the page to show. Null if any page of Instagram will do. */
  page: openPageSchema.nullable(),
  fence: idSchema,
  lease_expires_at: dateTimeSchema,
});
export type ClaimedRequest = z.infer<typeof claimedRequestSchema>;

/**
 * Whether one of the `asked_paths` from an earlier sync is on the agent's computer. `folder` is the path in the computer's
 * canonical form.
 */
export const reportedPathSchema = z.object({
  profile_id: idSchema,
  path: text({ max: 1000 }),
  is_mine: z.boolean(),
  folder: text({ max: 2000 }),
});
export const askedPathSchema = z.object({ profile_id: idSchema, path: z.string() });
export const leaseSchema = z.object({ lease_expires_at: dateTimeSchema });
export const takenDeliverySchema = z.object({ delivery: claimedDeliverySchema });
export const nothingToClaimSchema = z.object({
  delivery: z.null(),
  reason: z.enum(waitReasonCodes),
  text: z.string(),
  /** The earliest time to claim again. Null if the server doesn't know it. */
  not_before: dateTimeSchema.nullable(),
});
export const goAheadSchema = z.object({ may_send: z.literal(true), lease_expires_at: dateTimeSchema });
export const noGoAheadSchema = z.object({ may_send: z.literal(false), reason: z.enum(reasonCodes), text: z.string() });

const fenced = { fence: idSchema };
const claimed = { claim_id: claimIdSchema };

export const agentApi = {
  'POST /api/agent/hello': {
    summary: 'Heartbeat for agents on protocol 1. Always fails, because these agents must be updated',
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
      "Heartbeat: report the agent's state and get its work. Agents call it every 15 seconds, or every minute while they have nothing to do. They also call it when the server wakes them",
    access: 'agent',
    body: z.object({
      protocol: z.int(),
      version: text({ max: 50 }),
      platform: text({ max: 50 }),
      /** The computer's ID. It is created once and kept in the agent's data folder, even if the agent is paired again. */
      installation_id: z.uuid(),
      /**
       * The IDs of this agent process and of the previous one that used the same data folder. The server refuses a second running
       * process.
       */
      process_id: z.uuid(),
      previous_process_id: z.uuid().nullable().default(null),
      is_paused: z.boolean().default(false),
      windows: z.array(agentWindowSchema).max(1000).default([]),
      paths: z.array(reportedPathSchema).max(1000).default([]),
      /** The agent's page pack. Null if the agent is too old for page packs. */
      page_pack: pagePackReportSchema.nullable().default(null),
      /** Whether to only check that a sync would succeed, without storing anything or handing out work. */
      is_check: z.boolean().default(false),
    }),
    response: z.object({
      user: userReferenceSchema,
      agent_name: z.string(),
      server_time: dateTimeSchema,
      /** Whether the agent must refuse all Instagram URLs except those on a loopback address. */
      sandbox: z.boolean(),
      /** Accounts on this computer that have people left to message or messages to check. */
      accounts: z.array(accountWorkSchema),
      /** Requests from the user, now leased to this agent. */
      requests: z.array(claimedRequestSchema),
      /**
       * The profile paths of accounts for which the server doesn't know the computer yet, or the folder on this computer. The agent
       * reports which of these profiles its computer has.
       */
      asked_paths: z.array(askedPathSchema),
      /** The page pack that the server offers. Omitted if it has none. */
      page_pack: pagePackOfferSchema.optional(),
    }),
  },
  'POST /api/agent/deliveries/claim': {
    summary: 'Claim the next person for an account. The claim expires unless its lease is renewed',
    access: 'agent',
    body: z.object({ profile_id: idSchema }),
    response: z.union([takenDeliverySchema, nothingToClaimSchema]),
  },
  'POST /api/agent/deliveries/:id/renew': {
    summary: 'Renew the lease of a claim',
    access: 'agent',
    params: idParamsSchema,
    body: z.object(claimed),
    response: leaseSchema,
  },
  'POST /api/agent/deliveries/:id/commit': {
    summary:
      'Ask for the go-ahead right before pressing Enter. Once it is given, the server treats the message as possibly sent. Each request gets a new decision',
    access: 'agent',
    params: idParamsSchema,
    body: z.object({
      ...claimed,
      /** The username that the page shows as signed in, if any. */
      signed_in_as: text({ max: 100 }).nullable().default(null),
    }),
    response: z.union([goAheadSchema, noGoAheadSchema]),
  },
  'POST /api/agent/deliveries/:id/result': {
    summary: 'Report how a claim ended. Sending the same report again changes nothing',
    access: 'agent',
    params: idParamsSchema,
    body: z.object({
      ...claimed,
      outcome: z.enum(deliveryOutcomes),
      reason: z.enum(reasonCodes).nullable().default(null),
      /** What Instagram or the computer reported, shown after the reason's text. */
      detail: text({ max: 1000 }).nullable().default(null),
      /** When the message was sent, by the agent's clock. Set only for `sent`. */
      sent_at: dateTimeSchema.nullable().default(null),
      /** Instagram's ID for the message, if the agent saw it. */
      message_id: messageIdSchema.nullable().default(null),
    }),
    response: z.object({
      /** False if nothing changed, for example because the agent no longer holds the claim or has already sent this report. */
      recorded: z.boolean(),
      status: z.string(),
    }),
  },
  'POST /api/agent/profiles/:id/stop': {
    summary: 'Report why an account had to stop. The account is then on hold in every campaign',
    access: 'agent',
    params: idParamsSchema,
    body: z.object({ reason: z.enum(stopReasonCodes), detail: text({ max: 1000 }).nullable().default(null) }),
    response: successSchema,
  },
  'POST /api/agent/requests/:id/renew': {
    summary: 'Renew the lease of a request, and report its progress',
    access: 'agent',
    params: idParamsSchema,
    body: z.object({
      ...fenced,
      /** For an unread check, the state of each account on this computer. If omitted, the last reported state remains. */
      progress: unreadProgressSchema.max(reportedProgressMax).optional(),
    }),
    response: leaseSchema,
  },
  'POST /api/agent/requests/:id/result': {
    summary: 'Report how a request ended',
    access: 'agent',
    params: idParamsSchema,
    body: z.object({
      ...fenced,
      status: z.enum(['completed', 'failed']),
      /** The results of the request. The server checks their shape, which depends on the request's type. */
      results: z.unknown().optional(),
      error_message: text({ max: 1000 }).nullable().default(null),
    }),
    response: z.object({ recorded: z.boolean() }),
  },
  'POST /api/agent/profiles/:id/credentials': {
    summary: 'Get the Instagram username and password that the user stored for an account',
    access: 'agent',
    params: idParamsSchema,
    response: z.object({ insta_username: z.string().nullable(), insta_password: z.string().nullable() }),
  },
  'POST /api/agent/sign-off': {
    summary:
      'Sign off. People claimed by the agent return to the queue immediately, unless their message may have been sent',
    access: 'agent',
    response: successSchema,
  },
} satisfies ApiPart;

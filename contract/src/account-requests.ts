import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { profilePathMaxLength } from './limits.ts';
import { cutText, dateTimeSchema, idParamsSchema, idSchema, text, trimmedText } from './primitives.ts';

function signInResult(words: typeof text | typeof cutText) {
  return z.discriminatedUnion('state', [
    z.object({ state: z.literal('signed_in') }),
    z.object({
      state: z.enum(['needs_user', 'unreachable']),
      reason: words({ max: 100 }),
      detail: words({ max: 1000 }),
    }),
  ]);
}

/** The result of a sign-in. `needs_user`: only the account's owner can finish signing in. `unreachable`: Instagram didn't answer. */
export const signInResultSchema = signInResult(text);
export const [signedInSchema, notSignedInSchema] = signInResultSchema.options;
/** A sign-in's result as reported by the agent. It can quote text of any length from a page, so long text is shortened, not rejected. */
export const reportedSignInSchema = signInResult(cutText);

/** The result of closing windows. `still_open` names the accounts whose windows weren't closed. */
export const closeResultSchema = z.object({ closed: z.int(), still_open: z.array(z.string()) });
/** The result of closing windows, as reported by the agent. */
export const reportedCloseSchema = z.object({
  closed: z.int().min(0),
  still_open: z
    .array(cutText({ max: 100 }))
    .max(1000)
    .default([]),
});
export type CloseResult = z.infer<typeof closeResultSchema>;

/** A page that the agent can be asked to show when it opens an account. */
export const openPageSchema = z.enum(['inbox']);
export type OpenPage = z.infer<typeof openPageSchema>;
/**
 * The result of opening an account. `page` is the page that the agent was asked to show. Null if the agent wasn't asked for a page, or is
 * too old to show it.
 */
export const openResultSchema = z.object({ page: openPageSchema.nullable() });
/** The result of opening an account, as reported by the agent. Older agents don't report the page. */
export const reportedOpenSchema = z.object({ page: openPageSchema.nullable().default(null) }).prefault({});

export const accountRequestResultSchema = z.union([signInResultSchema, closeResultSchema, openResultSchema]);

/** A request to the agent to open an account, close windows or sign an account in. */
export const accountRequestSchema = z.object({
  id: idSchema,
  /** Empty if the request isn't about one account. */
  profile_path: z.string(),
  profile_id: idSchema.nullable(),
  /** The account's name when the request was made. Empty if the request isn't about one account. */
  profile_name: z.string(),
  request_type: z.enum(['open', 'close', 'close_all', 'sign_in']),
  status: z.enum(['pending', 'running', 'completed', 'failed']),
  /** For `open`, the page that the agent was asked to show. */
  page: openPageSchema.nullable(),
  /** Set only for completed requests. */
  results: accountRequestResultSchema.nullable(),
  error_message: z.string().nullable(),
  created_at: dateTimeSchema,
});
export type AccountRequest = z.infer<typeof accountRequestSchema>;

/** The response to a call that queues a request to the agent. */
export const queuedRequestSchema = z.object({ success: z.literal(true), request_id: idSchema });
export const profilePathSchema = trimmedText({ max: profilePathMaxLength, required: 'Profile path is required' });
export const profilePathBodySchema = z.object({ profile_path: profilePathSchema, page: openPageSchema.optional() });
/** An account whose window wasn't opened, and why. */
export const skippedAccountSchema = z.object({ profile_name: z.string(), reason: z.string() });
export const openingWarningSchema = z.object({ message: z.string() });
export const cleanupResultSchema = z.object({ success: z.literal(true), cleaned: z.int() });

/** Endpoints that ask the agent to open accounts, close their windows or sign them in. */
export const accountRequestsApi = {
  'GET /api/profiles/requests': {
    summary: "List the past hour's agent requests about accounts",
    access: 'user',
    response: z.object({ success: z.literal(true), requests: z.array(accountRequestSchema) }),
  },
  'POST /api/profiles/requests/cleanup': {
    summary: 'Mark requests as failed if no agent started or finished them in time, and delete old requests',
    access: 'user',
    response: cleanupResultSchema,
  },
  'POST /api/profiles/open': {
    summary: 'Ask the agent to open an account in a visible window, optionally showing the inbox',
    access: 'user',
    quota: 'agentRequests',
    needsSubscription: true,
    body: profilePathBodySchema,
    response: z.object({
      success: z.boolean(),
      request_id: idSchema.nullable(),
      profile_already_processing: z.boolean().optional(),
      message: z.string(),
    }),
  },
  'POST /api/profiles/:id/sign-in': {
    summary:
      "Ask the agent to open Instagram's sign-in page and fill in the stored username and password. The user completes the sign-in",
    access: 'user',
    quota: 'agentRequests',
    needsSubscription: true,
    params: idParamsSchema,
    response: queuedRequestSchema,
  },
  'POST /api/profiles/open-all': {
    summary: 'Ask the agents to open all active accounts, except those in use, being opened, or hidden in the web app',
    access: 'user',
    quota: 'agentRequests',
    needsSubscription: true,
    response: z.object({
      opened: z.int(),
      skipped: z.int(),
      skipped_details: z.array(skippedAccountSchema),
      warnings: z.array(openingWarningSchema),
    }),
  },
  'POST /api/profiles/close-all': {
    summary: 'Ask the agents to close all their windows, except those in use',
    access: 'user',
    quota: 'agentRequests',
    response: z.object({ closed: z.int(), request_id: idSchema.nullable() }),
  },
} satisfies ApiPart;

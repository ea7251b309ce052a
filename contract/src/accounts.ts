import { z } from 'zod';
import { sendingHoursShape, sendingLimitShape } from './account-limits.schema.ts';
import type { ApiPart } from './endpoint.ts';
import { changedAccountsMax, defaultPageSize, profileNameMaxLength, profilePathMaxLength } from './limits.ts';
import { packSchema } from './auth.ts';
import { stopReasonCodes } from './reasons.ts';
import { normalizeUsername, usernameProblem } from './usernames.ts';
import {
  dateTimeSchema,
  idParamsSchema,
  idSchema,
  limitSchema,
  pageSchema,
  paginationSchema,
  referenceSchema,
  searchSchema,
  successSchema,
  text,
  trimmedText,
} from './primitives.ts';

/** Why an account may not send, and for how long. Until the hold ends, no campaign or unread check uses the account. */
export const accountHoldSchema = z.object({
  reason: z.enum(stopReasonCodes),
  /** What happened, and what to do about it. */
  text: z.string(),
  since: dateTimeSchema,
  /** When the hold ends. Null if the account's owner has to end it. */
  until: dateTimeSchema.nullable(),
});
export type AccountHold = z.infer<typeof accountHoldSchema>;

/** A computer that an agent runs on. */
export const computerSchema = z.object({ id: z.uuid(), name: z.string(), is_online: z.boolean() });
export type Computer = z.infer<typeof computerSchema>;

export const accountSchema = z.object({
  id: idSchema,
  profile_name: z.string(),
  profile_path: z.string(),
  is_active: z.union([z.literal(0), z.literal(1)]),
  insta_username: z.string().nullable(),
  /** Whether a password is stored. The password itself is never returned. */
  has_password: z.boolean(),
  /** The running campaign that uses the account. */
  in_use_by: referenceSchema.nullable(),
  hold: accountHoldSchema.nullable(),
  /** The computer that the account belongs to. Null if the server doesn't know the computer yet. */
  computer: computerSchema.nullable(),
  /**
   * The account that this one duplicates, because both have the same Instagram username or Firefox profile. A duplicate can't be switched
   * on. Null if this account isn't a duplicate.
   */
  double_of: referenceSchema.nullable(),
  ...sendingLimitShape,
  ...sendingHoursShape,
  created_at: dateTimeSchema,
});
export type Account = z.infer<typeof accountSchema>;

/** An Instagram username as people type it: with @, in capitals, or as a profile URL. Can be empty. */
const accountUsernameSchema = trimmedText({ max: 64 }).superRefine((value, context) => {
  const name = normalizeUsername(value);
  const problem = name === '' ? null : usernameProblem(name);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

/** Null removes a setting, and an omitted field keeps its value. */
const limitChangesShape = {
  daily_limit: sendingLimitShape.daily_limit.optional(),
  ramp: sendingLimitShape.ramp.optional(),
  timezone: sendingHoursShape.timezone.optional(),
  hours: sendingHoursShape.hours.optional(),
};

export const accountBodySchema = z.object({
  profile_name: trimmedText({ max: profileNameMaxLength, required: 'Profile name is required' }),
  profile_path: trimmedText({ max: profilePathMaxLength, required: 'Profile path is required' }),
  /**
   * The computer with this `profile_path`. If omitted, the account belongs to the first computer that reports the path. Ignored when an
   * edit doesn't change the path.
   */
  computer_id: z.uuid().optional(),
  insta_username: accountUsernameSchema.optional(),
  /**
   * Null removes the password. An empty or missing value keeps the password, unless the same edit replaces or removes `insta_username`. In
   * that case, the password is removed.
   */
  insta_password: text({ max: 200 }).nullable().optional(),
  ...limitChangesShape,
});

const chosenText = `Choose 1 to ${changedAccountsMax} accounts`;

/** A change to several accounts. If an account can't be switched on, its limits aren't changed either. */
export const accountsChangeSchema = z.object({
  profile_ids: z.array(idSchema).min(1, chosenText).max(changedAccountsMax, chosenText),
  is_active: z.boolean().optional(),
  ...limitChangesShape,
});

/** An account that wasn't changed, and why. */
export const refusedAccountSchema = z.object({ id: idSchema, reason: z.string() });

/** A subscription pack and the number of accounts it allows. Null means unlimited. */
export const packLimitsSchema = z.object({ name: z.string(), maxProfiles: z.int().nullable() });

export const packInfoSchema = z.object({
  currentProfileCount: z.int(),
  canAddMore: z.boolean(),
  pack: packSchema,
  packInfo: packLimitsSchema,
  /**
   * The server's ceiling, set by the operator: the maximum number of messages per account in 24 hours, regardless of the account's own
   * limit.
   */
  maxPerAccountPerDay: z.int(),
});
export type PackInfo = z.infer<typeof packInfoSchema>;

export const accountAnswerSchema = z.object({ profile: accountSchema });

export const accountsApi = {
  'GET /api/profiles': {
    summary: 'List accounts. Without page and limit, returns all accounts',
    access: 'user',
    query: z.object({
      search: searchSchema,
      page: pageSchema.optional(),
      limit: limitSchema(defaultPageSize).unwrap().optional(),
    }),
    response: z.object({ profiles: z.array(accountSchema), pagination: paginationSchema }),
  },
  'POST /api/profiles': {
    summary: 'Add an account',
    access: 'user',
    needsSubscription: true,
    body: accountBodySchema,
    response: accountAnswerSchema,
  },
  'PUT /api/profiles': {
    summary:
      'Switch several accounts on or off, or set their limits. Returns the changed accounts, and the IDs of all others with the reason',
    access: 'user',
    needsSubscription: true,
    body: accountsChangeSchema,
    response: z.object({ profiles: z.array(accountSchema), refused: z.array(refusedAccountSchema) }),
  },
  'PUT /api/profiles/:id': {
    summary: 'Change an account',
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    /** The fields to change. All others keep their values. */
    body: accountBodySchema.partial(),
    response: accountAnswerSchema,
  },
  'DELETE /api/profiles/:id': {
    summary: 'Delete an account',
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    response: successSchema,
  },
  'PUT /api/profiles/:id/toggle': {
    summary: 'Switch an account on or off. Without `is_active`, toggles the account',
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    body: z.object({ is_active: z.boolean().optional() }).default({}),
    response: accountAnswerSchema,
  },
  'POST /api/profiles/:id/release': {
    summary: "End a hold after reviewing the account. Holds that end automatically can't be ended early",
    access: 'user',
    params: idParamsSchema,
    response: accountAnswerSchema,
  },
  'PUT /api/profiles/:id/computer': {
    summary:
      'Move an account to another computer. If `computer_id` is null, the account moves to the first computer that reports having its Firefox profile',
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    body: z.object({ computer_id: z.uuid().nullable() }),
    response: accountAnswerSchema,
  },
  'GET /api/computers': {
    summary: "List the user's computers that have an agent",
    access: 'user',
    response: z.object({ computers: z.array(computerSchema) }),
  },
  'GET /api/profiles/pack-info': {
    summary: "Get the pack's account limit, and the maximum number of messages per account per day",
    access: 'user',
    response: packInfoSchema,
  },
} satisfies ApiPart;

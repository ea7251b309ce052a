import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { passwordMaxLength, passwordMinLength, usernameMaxLength, usernameMinLength } from './limits.ts';
import { packs } from './plans.ts';
import { dateTimeSchema, daySchema, idSchema, successSchema, text, trimmedText } from './primitives.ts';
import { invitationTokenSchema } from './registration.ts';
import { signInCodeSchema } from './two-factor.ts';

export const roles = ['admin', 'user'] as const;
export const roleSchema = z.enum(roles);
export type Role = z.infer<typeof roleSchema>;
export const packSchema = z.enum(packs);

/** The name of a new user or a user's new name. Doesn't allow invisible characters, which would make one name look like another. */
export const usernameSchema = trimmedText({ max: usernameMaxLength })
  .refine((name) => name.length >= usernameMinLength, `Username must be at least ${usernameMinLength} characters long`)
  .refine(
    (name) => !/[\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(name),
    "Username can't contain invisible characters",
  );
export const newPasswordSchema = text({ max: passwordMaxLength }).refine(
  (password) => password.length >= passwordMinLength,
  `Password must be at least ${passwordMinLength} characters long`,
);

/** The caller's own password, to confirm who they are. */
export const passwordBodySchema = z.object({
  password: text({ max: passwordMaxLength, required: 'Password is required' }),
});

export const sessionUserSchema = z.object({
  id: idSchema,
  username: z.string(),
  role: roleSchema,
  pack: packSchema,
  subscription_end_date: daySchema.nullable(),
  created_at: dateTimeSchema,
  last_login: dateTimeSchema.nullable(),
  /** The time zone in which the user's days are counted, such as Europe/Berlin. Null means UTC. */
  timezone: z.string().nullable(),
  /** When the user account will be deleted. Present only while the deletion is pending. */
  deletion_due_at: dateTimeSchema.exactOptional(),
  /** Whether this administrator still has to set up two-factor sign-in. Until then, the server refuses most requests. */
  must_set_up_two_factor: z.boolean(),
});
export type SessionUser = z.infer<typeof sessionUserSchema>;

export const authApi = {
  'POST /api/auth/login': {
    summary:
      'Sign in with username and password. If two-factor sign-in is on, this fails with a challenge for the second step',
    access: 'public',
    body: z.object({
      username: trimmedText({ max: usernameMaxLength, required: 'Username is required' }),
      password: text({ max: passwordMaxLength, required: 'Password is required' }),
      /** The token that this browser got when the user chose to remember the browser. */
      remembered_browser: text({ max: 200 }).optional(),
    }),
    response: z.object({ token: z.string(), user: sessionUserSchema }),
  },
  'POST /api/auth/two-factor': {
    summary: 'Finish signing in with a code from the authenticator app or a recovery code',
    access: 'public',
    body: z.object({
      challenge: text({ max: 200, required: 'Sign in again' }),
      code: signInCodeSchema,
      /** Whether to skip the code in this browser for 30 days. */
      remember: z.boolean().default(false),
    }),
    response: z.object({
      token: z.string(),
      user: sessionUserSchema,
      /** The token for this browser's next sign-ins. Null if the user chose not to remember the browser. */
      remembered_browser: z.string().nullable(),
      /** How many recovery codes are left. Null if the user didn't sign in with a recovery code. */
      recovery_codes_left: z.int().nullable(),
    }),
  },
  'POST /api/auth/register': {
    summary: "Register a user. Doesn't sign the user in",
    access: 'public',
    body: z.object({
      username: usernameSchema,
      password: newPasswordSchema,
      /** The token from an invitation link. Used only if registration requires an invitation. */
      invitation: invitationTokenSchema.optional(),
    }),
    response: z.object({ user: sessionUserSchema }),
  },
  'GET /api/auth/profile': {
    summary: 'Get the signed-in user, and check whether the server runs in sandbox mode',
    access: 'user',
    whileDeletionPending: true,
    isOpenBeforeTwoFactor: true,
    response: z.object({
      user: sessionUserSchema,
      /** Whether the server runs in sandbox mode: delays are divided by 100, and only an imitation of Instagram is used. */
      sandbox: z.boolean(),
    }),
  },
  'POST /api/auth/confirm': {
    summary:
      'Confirm the password. For the next ten minutes, this session can make requests that need a recent sign-in',
    access: 'user',
    whileDeletionPending: true,
    isOpenBeforeTwoFactor: true,
    body: passwordBodySchema,
    response: successSchema,
  },
  'PUT /api/auth/password': {
    summary: 'Change your own password. Ends all other sessions and revokes all agent tokens',
    access: 'user',
    body: z.object({
      current_password: text({ max: passwordMaxLength, required: 'Current password is required' }),
      new_password: newPasswordSchema,
    }),
    response: successSchema,
  },
  'POST /api/auth/logout': {
    summary: 'End this session',
    access: 'user',
    whileDeletionPending: true,
    isOpenBeforeTwoFactor: true,
    response: successSchema,
  },
} satisfies ApiPart;

import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { passwordMaxLength, signInCodeMaxLength } from './limits.ts';
import { dateTimeSchema, idParamsSchema, idSchema, successSchema, text } from './primitives.ts';

/** A code from the authenticator app, or a recovery code. */
export const signInCodeSchema = text({ max: signInCodeMaxLength, required: 'Code is required' });

export const twoFactorSchema = z.object({
  is_on: z.boolean(),
  since: dateTimeSchema.nullable(),
  recovery_codes_left: z.int(),
  /** Whether the server requires two-factor sign-in for this user. */
  is_required: z.boolean(),
});
export type TwoFactor = z.infer<typeof twoFactorSchema>;

/** A browser in which the user can sign in without a code. */
export const rememberedBrowserSchema = z.object({
  id: idSchema,
  /** The browser's name, such as `Firefox on Windows`. Null if the browser didn't say. */
  browser: z.string().nullable(),
  /** The IP address of the browser's last sign-in. */
  address: z.string(),
  created_at: dateTimeSchema,
  last_used_at: dateTimeSchema,
  expires_at: dateTimeSchema,
});
export type RememberedBrowser = z.infer<typeof rememberedBrowserSchema>;

export const recoveryCodesSchema = z.object({
  /** The codes. They are returned only once. */
  recovery_codes: z.array(z.string()),
});
export const passwordAndCodeSchema = z.object({
  password: text({ max: passwordMaxLength, required: 'Password is required' }),
  code: signInCodeSchema,
});

export const twoFactorApi = {
  'GET /api/two-factor': {
    summary: 'Check whether two-factor sign-in is on',
    access: 'user',
    isOpenBeforeTwoFactor: true,
    response: twoFactorSchema,
  },
  'POST /api/two-factor/setup': {
    summary:
      'Create a secret for an authenticator app. Two-factor sign-in stays off until the user confirms the secret with a code',
    access: 'user',
    isOpenBeforeTwoFactor: true,
    needsRecentSignIn: true,
    response: z.object({
      /** The secret in base32, for typing in by hand. */
      secret: z.string(),
      /** The `otpauth:` URL for a QR code. */
      uri: z.string(),
    }),
  },
  'POST /api/two-factor/confirm': {
    summary: 'Turn on two-factor sign-in with a code from the authenticator app',
    access: 'user',
    isOpenBeforeTwoFactor: true,
    body: z.object({
      code: signInCodeSchema,
      /** The secret that the code belongs to. If the secret has been replaced since, the error says so. */
      secret: text({ max: 100 }).optional(),
    }),
    response: recoveryCodesSchema,
  },
  'POST /api/two-factor/recovery-codes': {
    summary: 'Create new recovery codes. The earlier codes stop working',
    access: 'user',
    body: passwordAndCodeSchema,
    response: recoveryCodesSchema,
  },
  'POST /api/two-factor/turn-off': {
    summary: 'Turn off two-factor sign-in and forget all remembered browsers',
    access: 'user',
    body: passwordAndCodeSchema,
    response: successSchema,
  },
  'DELETE /api/users/:id/two-factor': {
    summary: 'Turn off two-factor sign-in for another user, for example because they lost their phone',
    access: 'admin',
    needsRecentSignIn: true,
    params: idParamsSchema,
    response: successSchema,
  },
  'GET /api/remembered-browsers': {
    summary: 'List browsers in which the user signs in without a code, most recently used first',
    access: 'user',
    response: z.object({ browsers: z.array(rememberedBrowserSchema) }),
  },
  'DELETE /api/remembered-browsers/:id': {
    summary: 'Forget one browser, so that signing in there needs a code again',
    access: 'user',
    params: idParamsSchema,
    response: successSchema,
  },
  'DELETE /api/remembered-browsers': {
    summary: 'Forget every browser, so that signing in always needs a code again',
    access: 'user',
    response: successSchema,
  },
} satisfies ApiPart;

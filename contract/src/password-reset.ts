import { z } from 'zod';
import { newPasswordSchema } from './auth.ts';
import type { ApiPart } from './endpoint.ts';
import { mailAddressTextSchema } from './mail-address.ts';
import { successSchema, text } from './primitives.ts';
import { registrationModeSchema } from './registration.ts';

export const passwordResetApi = {
  'GET /api/auth/options': {
    summary:
      'Check who can register, how long a trial is, where the terms are, and whether the server can email password reset links',
    access: 'public',
    response: z.object({
      /** Whether the server can email a link for setting a new password. */
      can_reset_password: z.boolean(),
      registration: registrationModeSchema,
      /** The length of a new user's trial in days. 0 means no trial. */
      trial_days: z.int(),
      /** The URLs of the terms of service and the privacy policy, or paths on the server's own address. Null if there are none. */
      terms_url: z.string().nullable(),
      privacy_url: z.string().nullable(),
    }),
  },
  'POST /api/auth/password-reset': {
    summary: 'Email a reset link to a confirmed address. The response is the same if no user has confirmed the address',
    access: 'public',
    body: z.object({ address: mailAddressTextSchema }),
    response: successSchema,
  },
  'PUT /api/auth/password-reset': {
    summary: 'Set a new password with the token from the link. Ends all sessions and revokes all agent tokens',
    access: 'public',
    body: z.object({
      token: text({ max: 200, required: 'Open the link in the email again' }),
      new_password: newPasswordSchema,
    }),
    response: successSchema,
  },
} satisfies ApiPart;

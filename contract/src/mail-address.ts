import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { emailPattern } from './email-pattern.ts';
import { emailMaxLength } from './limits.ts';
import { successSchema, text, trimmedText } from './primitives.ts';

export const mailAddressTextSchema = trimmedText({ max: emailMaxLength }).refine(
  (address) => emailPattern.test(address),
  'Enter a valid email address',
);

export const mailAddressSchema = z.object({
  address: z.string().nullable(),
  is_confirmed: z.boolean(),
  /** Whether the server can email users. */
  is_mail_set_up: z.boolean(),
  /**
   * The environment variables that still have to be set before the server can email users. Always empty for users who aren't
   * administrators.
   */
  missing_settings: z.array(z.string()),
});
export type MailAddress = z.infer<typeof mailAddressSchema>;

export const mailAddressApi = {
  'GET /api/mail-address': {
    summary: "Get the user's email address",
    access: 'user',
    response: mailAddressSchema,
  },
  'PUT /api/mail-address': {
    summary: "Set the user's email address, and email a confirmation link to the new address",
    access: 'user',
    needsRecentSignIn: true,
    body: z.object({ address: mailAddressTextSchema }),
    response: mailAddressSchema,
  },
  'DELETE /api/mail-address': {
    summary: "Remove the user's email address",
    access: 'user',
    needsRecentSignIn: true,
    response: successSchema,
  },
  'POST /api/mail-address/confirm': {
    summary: 'Confirm an email address with the token from its confirmation link',
    access: 'public',
    body: z.object({ token: text({ max: 200, required: 'Open the link in the email again' }) }),
    response: z.object({ address: z.string() }),
  },
} satisfies ApiPart;

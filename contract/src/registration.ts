import { z } from 'zod';
import { besideShape, positionShape } from './cursors.ts';
import type { ApiPart } from './endpoint.ts';
import {
  invitationDaysRange,
  invitationNoteMaxLength,
  invitationsPageSize,
  invitationTokenMaxLength,
  invitationUsesRange,
} from './limits.ts';
import {
  dateTimeSchema,
  idParamsSchema,
  idSchema,
  limitSchema,
  successSchema,
  text,
  trimmedText,
} from './primitives.ts';
import { registrationModes } from './registration-modes.ts';

export const registrationModeSchema = z.enum(registrationModes);

/** The token in an invitation link. */
export const invitationTokenSchema = text({ max: invitationTokenMaxLength });

export const invitationSchema = z.object({
  id: idSchema,
  /** Who the invitation is for, in the administrator's words. Can be empty. */
  note: z.string(),
  created_by: z.string(),
  /** Whether the invitation's creator is still an active administrator. If not, the invitation doesn't work. */
  has_active_creator: z.boolean(),
  created_at: dateTimeSchema,
  expires_at: dateTimeSchema,
  /** How many people can register with the invitation, and how many have done so. */
  max_uses: z.int(),
  uses: z.int(),
});
export type Invitation = z.infer<typeof invitationSchema>;

function wholeNumberWithin({ min, max }: { min: number; max: number }) {
  const message = `Enter a whole number from ${min} to ${max}`;
  return z.int(message).min(min, message).max(max, message);
}

export const registrationSchema = z.object({ mode: registrationModeSchema });

export const registrationApi = {
  'GET /api/registration': { summary: 'Check who can register', access: 'admin', response: registrationSchema },
  'PUT /api/registration': {
    summary: 'Set who can register: everyone, people with an invitation, or no one',
    access: 'admin',
    body: registrationSchema,
    response: registrationSchema,
  },
  'POST /api/auth/invitation': {
    summary: 'Check whether an invitation can still be used to register',
    access: 'public',
    body: z.object({ invitation: invitationTokenSchema }),
    response: z.object({ is_valid: z.boolean() }),
  },
  'GET /api/invitations': {
    summary:
      'List invitations, newest first. An invitation stays listed, even if used up, until 30 days after it expires',
    access: 'admin',
    query: z.object({ ...positionShape, limit: limitSchema(invitationsPageSize) }),
    response: z.object({ invitations: z.array(invitationSchema), ...besideShape }),
  },
  'POST /api/invitations': {
    summary: 'Create an invitation. Only this response contains its token',
    access: 'admin',
    body: z.object({
      note: trimmedText({ max: invitationNoteMaxLength }).default(''),
      days: wholeNumberWithin(invitationDaysRange).default(7),
      max_uses: wholeNumberWithin(invitationUsesRange).default(1),
    }),
    response: z.object({
      invitation: invitationSchema,
      token: z.string(),
      /** The registration page's URL with the token. Null if the server doesn't know its public URL. */
      link: z.string().nullable(),
    }),
  },
  'DELETE /api/invitations/:id': {
    summary: 'Revoke an invitation. Users who registered with it keep their user accounts',
    access: 'admin',
    params: idParamsSchema,
    response: successSchema,
  },
} satisfies ApiPart;

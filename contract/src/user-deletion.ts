import { z } from 'zod';
import { passwordBodySchema } from './auth.ts';
import type { ApiPart } from './endpoint.ts';
import { boundedCountSchema, dateTimeSchema, successSchema } from './primitives.ts';

export const userDeletionLossesSchema = z.object({
  accounts: z.int(),
  computers: z.int(),
  campaigns: z.int(),
  running_campaigns: z.int(),
  messages: z.int(),
  lists: z.int(),
  people: boundedCountSchema,
  templates: z.int(),
  tickets: z.int(),
});

/** What a user would lose by deleting their user account, and when. */
export const userDeletionSchema = z.object({
  /** When the user account will be deleted. Null if no deletion was requested. */
  due_at: dateTimeSchema.nullable(),
  /** Whether the user is the last administrator, who can't be deleted. */
  is_last_admin: z.boolean(),
  losses: userDeletionLossesSchema,
});
export type UserDeletion = z.infer<typeof userDeletionSchema>;

export const userDeletionApi = {
  'GET /api/user-deletion': {
    summary:
      'Preview what is deleted along with your own user account. If you requested the deletion, also returns its date',
    access: 'user',
    whileDeletionPending: true,
    isOpenBeforeTwoFactor: true,
    response: userDeletionSchema,
  },
  'POST /api/user-deletion': {
    summary: 'Schedule your own user account to be deleted in seven days. Pauses all your running campaigns',
    access: 'user',
    whileDeletionPending: true,
    isOpenBeforeTwoFactor: true,
    body: passwordBodySchema,
    response: z.object({ due_at: dateTimeSchema }),
  },
  'DELETE /api/user-deletion': {
    summary: 'Cancel the deletion of your own user account',
    access: 'user',
    whileDeletionPending: true,
    isOpenBeforeTwoFactor: true,
    response: successSchema,
  },
} satisfies ApiPart;

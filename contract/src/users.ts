import { z } from 'zod';
import { newPasswordSchema, packSchema, roleSchema, usernameSchema } from './auth.ts';
import type { ApiPart } from './endpoint.ts';
import { usersPageSize } from './limits.ts';
import {
  dateTimeSchema,
  daySchema,
  idParamsSchema,
  idSchema,
  limitSchema,
  pageOfSchema,
  pageSchema,
  searchSchema,
  successSchema,
} from './primitives.ts';

export const userSchema = z.object({
  id: idSchema,
  username: z.string(),
  role: roleSchema,
  pack: packSchema,
  subscription_end_date: daySchema.nullable(),
  is_active: z.boolean(),
  has_two_factor: z.boolean(),
  profile_count: z.int(),
  running_campaigns: z.int(),
  created_at: dateTimeSchema,
  last_login: dateTimeSchema.nullable(),
  /** When the user account will be deleted, or when its deletion began. Null if nobody has requested the deletion. */
  deletion_due_at: dateTimeSchema.nullable(),
});
export type User = z.infer<typeof userSchema>;

/**
 * The statuses that User Management shows and filters by. They don't affect permissions. Users are `expired` if they were deactivated, or if
 * their subscription's end date has passed. All others are `active`.
 */
export const userActivities = ['active', 'expired'] as const;

const endDate = z.union([daySchema, z.literal('').transform(() => null)]).nullable();
export const userAnswerSchema = z.object({ user: userSchema });

export const usersApi = {
  'GET /api/users': {
    summary: 'List users',
    access: 'admin',
    query: z.object({
      search: searchSchema,
      role: roleSchema.optional(),
      pack: packSchema.optional(),
      status: z.enum(userActivities).optional(),
      page: pageSchema.default(1),
      limit: limitSchema(usersPageSize),
    }),
    response: z.object({ users: z.array(userSchema), pagination: pageOfSchema }),
  },
  'POST /api/users': {
    summary: 'Add a user. Adding an administrator needs a recent sign-in',
    access: 'admin',
    body: z.object({
      username: usernameSchema,
      password: newPasswordSchema,
      role: roleSchema.default('user'),
      pack: packSchema.default('starter'),
      subscription_end_date: endDate.optional(),
    }),
    response: userAnswerSchema,
  },
  'PUT /api/users/:id': {
    summary:
      'Change a user. Omitted fields stay as they are. Making someone an administrator or activating one needs a recent sign-in',
    access: 'admin',
    params: idParamsSchema,
    body: z.object({
      username: usernameSchema.optional(),
      role: roleSchema.optional(),
      pack: packSchema.optional(),
      subscription_end_date: endDate.optional(),
      is_active: z.boolean().optional(),
    }),
    response: userAnswerSchema,
  },
  'PUT /api/users/:id/password': {
    summary: "Set a user's password. Ends all of their sessions and revokes all of their agent tokens",
    access: 'admin',
    needsRecentSignIn: true,
    params: idParamsSchema,
    body: z.object({ new_password: newPasswordSchema }),
    response: successSchema,
  },
  'DELETE /api/users/:id': {
    summary: 'Delete a user and all their data, except for audit events',
    access: 'admin',
    params: idParamsSchema,
    response: successSchema,
  },
} satisfies ApiPart;

import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { defaultPageSize } from './limits.ts';
import {
  dateTimeSchema,
  limitSchema,
  pageSchema,
  paginationSchema,
  searchSchema,
  successSchema,
  text,
  trimmedText,
} from './primitives.ts';

export const doNotContactSchema = z.object({
  username: z.string(),
  reason: z.string().nullable(),
  created_at: dateTimeSchema,
});
export type DoNotContact = z.infer<typeof doNotContactSchema>;

/** People none of the user's accounts may ever message. Needs no subscription and is never off. */
export const doNotContactApi = {
  'GET /api/do-not-contact': {
    summary: 'The do-not-contact list, newest first',
    access: 'user',
    query: z.object({ search: searchSchema, page: pageSchema.default(1), limit: limitSchema(defaultPageSize) }),
    response: z.object({ people: z.array(doNotContactSchema), pagination: paginationSchema }),
  },
  'POST /api/do-not-contact': {
    summary: 'Add people to the do-not-contact list',
    access: 'user',
    body: z.object({
      usernames: z
        .array(text({ max: 200 }))
        .min(1, 'Enter at least one username')
        .max(10_000),
      reason: trimmedText({ max: 500 }).optional(),
    }),
    response: z.object({
      /** How many were not on the list before. */
      added: z.int(),
      /** People to whom a message may be leaving right now. Everyone else gets nothing more. */
      in_flight: z.array(z.string()),
      invalid: z.array(z.string()),
    }),
  },
  'DELETE /api/do-not-contact/:username': {
    summary: 'Remove a person from the do-not-contact list. The reason is kept',
    access: 'user',
    params: z.object({ username: text({ max: 200 }) }),
    query: z.object({ reason: trimmedText({ max: 500, required: 'Please give a reason' }) }),
    response: successSchema,
  },
} satisfies ApiPart;

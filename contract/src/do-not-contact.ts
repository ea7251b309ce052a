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

/** People nobody of the user's accounts may ever write to. Needs no subscription, and is never off. */
export const doNotContactApi = {
  'GET /api/do-not-contact': {
    summary: 'People who are never contacted, newest first',
    access: 'user',
    query: z.object({ search: searchSchema, page: pageSchema.default(1), limit: limitSchema(defaultPageSize) }),
    response: z.object({ people: z.array(doNotContactSchema), pagination: paginationSchema }),
  },
  'POST /api/do-not-contact': {
    summary: 'Never contact these people again',
    access: 'user',
    body: z.object({
      usernames: z
        .array(text({ max: 200 }))
        .min(1, 'Enter at least one username')
        .max(10_000),
      reason: trimmedText({ max: 500 }).optional(),
    }),
    response: z.object({
      /** Who was not on the list before. */
      added: z.int(),
      /** People to whom a message may be leaving at this moment; everybody else gets nothing more. */
      in_flight: z.array(z.string()),
      invalid: z.array(z.string()),
    }),
  },
  'DELETE /api/do-not-contact/:username': {
    summary: 'Allow a person to be contacted again; the reason is kept',
    access: 'user',
    params: z.object({ username: text({ max: 200 }) }),
    query: z.object({ reason: trimmedText({ max: 500, required: 'Please give a reason' }) }),
    response: successSchema,
  },
} satisfies ApiPart;

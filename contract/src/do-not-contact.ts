import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { contactReasonMaxLength, defaultPageSize, doNotContactNameMaxLength } from './limits.ts';
import {
  boundedPaginationSchema,
  dateTimeSchema,
  idSchema,
  limitSchema,
  pageSchema,
  searchSchema,
  successSchema,
  text,
  trimmedText,
} from './primitives.ts';
import { tableFile, tableFormatSchema, tableTimezoneSchema } from './table-files.ts';

/** How a person was added to the do-not-contact list. */
export const markOrigins = ['added', 'imported', 'person_page', 'bulk_change'] as const;
export const markOriginSchema = z.enum(markOrigins);
export type MarkOrigin = z.infer<typeof markOriginSchema>;

export const doNotContactSchema = z.object({
  username: z.string(),
  reason: z.string().nullable(),
  origin: markOriginSchema,
  created_at: dateTimeSchema,
});
export type DoNotContact = z.infer<typeof doNotContactSchema>;

export const markRemovalSchema = z.object({
  id: idSchema,
  username: z.string(),
  /** Why the person can be contacted again. */
  reason: z.string(),
  removed_at: dateTimeSchema,
  /** How the person had been added to the list. Null for removals recorded before origins were stored. */
  origin: markOriginSchema.nullable(),
  marked_at: dateTimeSchema.nullable(),
  marked_reason: z.string().nullable(),
});
export type MarkRemoval = z.infer<typeof markRemovalSchema>;

const username = z.object({ username: text({ max: 200 }) });
const reasonSchema = trimmedText({ max: contactReasonMaxLength });
const pageQuery = z.object({
  search: searchSchema,
  page: pageSchema.default(1),
  limit: limitSchema(defaultPageSize),
});

/**
 * Endpoints for the do-not-contact list: people who must never get a message from any of the user's accounts. The list needs no
 * subscription and can't be turned off.
 */
export const doNotContactApi = {
  'GET /api/do-not-contact': {
    summary: 'List the people on the do-not-contact list, newest first',
    access: 'user',
    query: pageQuery,
    response: z.object({
      people: z.array(doNotContactSchema),
      pagination: boundedPaginationSchema,
      /** How many people on the list were forgotten. They stay on the list without a name. */
      forgotten_count: z.int(),
    }),
  },
  'POST /api/do-not-contact': {
    summary: 'Add people to the do-not-contact list',
    access: 'user',
    maxBodyBytes: 4 * 1024 * 1024,
    body: z.object({
      usernames: z
        .array(text({ max: doNotContactNameMaxLength }))
        .min(1, 'Enter at least one username')
        .max(10_000),
      reason: reasonSchema.optional(),
      origin: z.enum(['added', 'imported', 'person_page']).default('added'),
    }),
    response: z.object({
      /** How many of the given people weren't on the list before. */
      added: z.int(),
      /** The given people who may be getting a message right now. All others get no more messages. */
      in_flight: z.array(z.string()),
      invalid: z.array(z.string()),
    }),
  },
  'GET /api/do-not-contact/removals': {
    summary: 'List who was removed from the do-not-contact list and why, newest first',
    access: 'user',
    query: pageQuery,
    response: z.object({ removals: z.array(markRemovalSchema), pagination: boundedPaginationSchema }),
  },
  'GET /api/do-not-contact/export': {
    summary: 'Export the do-not-contact list, sorted by username',
    access: 'user',
    quota: 'exports',
    query: z.object({ format: tableFormatSchema, timezone: tableTimezoneSchema, search: searchSchema }),
    response: tableFile,
  },
  'PUT /api/do-not-contact/:username': {
    summary: 'Change the reason why a person is on the do-not-contact list',
    access: 'user',
    params: username,
    body: z.object({ reason: reasonSchema }),
    response: z.object({ person: doNotContactSchema }),
  },
  'DELETE /api/do-not-contact/:username': {
    summary: 'Remove a person from the do-not-contact list. Requires a reason, which is kept',
    access: 'user',
    params: username,
    query: z.object({ reason: trimmedText({ max: contactReasonMaxLength, required: 'Enter a reason' }) }),
    response: successSchema,
  },
} satisfies ApiPart;

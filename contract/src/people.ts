import { z } from 'zod';
import { besideShape, positionShape } from './cursors.ts';
import type { ApiPart } from './endpoint.ts';
import { peoplePageSize } from './limits.ts';
import { peopleFilterShape } from './people-filter.ts';
import { boundedCountSchema, dateTimeSchema, idSchema, limitSchema } from './primitives.ts';
import { recipientStatusSchema } from './recipients.ts';
import { tableFile, tableFormatSchema, tableTimezoneSchema } from './table-files.ts';
import { tagSchema } from './tags.ts';

export const personOutcomes = ['sent', 'failed', 'not_found', 'unknown', 'skipped'] as const;
export const personOutcomeSchema = z.enum(personOutcomes);
export type PersonOutcome = z.infer<typeof personOutcomeSchema>;

export const listOfPersonSchema = z.object({
  id: idSchema,
  name: z.string(),
  status: recipientStatusSchema,
  /** Whether the status is `failed` only because it isn't known whether the message was sent. */
  is_not_known: z.boolean(),
});

export const personSchema = z.object({
  id: idSchema,
  /** The Instagram username in lower case, without @. */
  username: z.string(),
  /** The lists that the person was most recently added to. */
  lists: z.array(listOfPersonSchema),
  list_count: z.int(),
  /** When a message last reached or may have reached the person, and the account and campaign that sent it. */
  last_contacted_at: dateTimeSchema.nullable(),
  last_profile_name: z.string().nullable(),
  last_campaign_name: z.string().nullable(),
  /** How the last delivery to the person ended. Null if no delivery has ended yet. */
  outcome: personOutcomeSchema.nullable(),
  outcome_at: dateTimeSchema.nullable(),
  /** When the person's first reply was noticed. */
  replied_at: dateTimeSchema.nullable(),
  note: z.string().nullable(),
  tags: z.array(tagSchema),
  is_do_not_contact: z.boolean(),
  created_at: dateTimeSchema,
});
export type Person = z.infer<typeof personSchema>;

export const peopleApi = {
  'GET /api/people': {
    summary:
      'List people across all lists, newest first. A page has the newest people, or those directly older (`before`) or newer (`after`) than a given person',
    access: 'user',
    query: z.object({
      ...peopleFilterShape,
      ...positionShape,
      limit: limitSchema(peoplePageSize),
    }),
    response: z.object({
      people: z.array(personSchema),
      total: boundedCountSchema,
      ...besideShape,
    }),
  },
  'GET /api/people/export': {
    summary: 'Export the people who match a filter',
    access: 'user',
    quota: 'exports',
    query: z.object({ ...peopleFilterShape, format: tableFormatSchema, timezone: tableTimezoneSchema }),
    response: tableFile,
  },
} satisfies ApiPart;

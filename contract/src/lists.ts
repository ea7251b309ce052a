import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { listDescriptionMaxLength, listNameMaxLength, listSourceMaxLength, recipientsPageSize } from './limits.ts';
import {
  dateTimeSchema,
  idParamsSchema,
  idSchema,
  limitSchema,
  foundPageSchema,
  pageSchema,
  searchSchema,
  successSchema,
  trimmedText,
} from './primitives.ts';
import { recipientSchema, recipientStatusSchema } from './recipients.ts';
import { tableFile, tableFormatSchema, tableTimezoneSchema } from './table-files.ts';

export const fillingKinds = ['copy', 'merge', 'split', 'not_reached', 'import'] as const;
/**
 * The progress of copying people from other lists or a file into a list. While the status is `running`, no campaign can start with the
 * list.
 */
export const listFillingSchema = z.object({
  kind: z.enum(fillingKinds),
  /** `stopped`: one of the source lists was deleted before everyone had been copied. */
  status: z.enum(['running', 'done', 'stopped']),
  /** How many people there are to process, and how many have been processed. */
  total: z.int(),
  done: z.int(),
  added: z.int(),
  /** People who were already on the list, or on more than one of the merged lists. Always 0 for an import. */
  duplicates: z.int(),
});
export type ListFilling = z.infer<typeof listFillingSchema>;

export const listSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string().nullable(),
  /** Where the list's people come from, in the user's words. Null if the user hasn't said. */
  source: z.string().nullable(),
  recipient_count: z.int(),
  /** Recipients with the status `pending`. Campaigns message only these recipients. */
  pending_count: z.int(),
  /** Recipients with the status `sent`. */
  sent_count: z.int(),
  /** The names of the list's variables, in column order. */
  variables: z.array(z.string()),
  failed_count: z.int(),
  not_found_count: z.int(),
  /** Null if nobody was ever copied from other lists to this one and no import is running. */
  filling: listFillingSchema.nullable(),
  created_at: dateTimeSchema,
});
export type RecipientList = z.infer<typeof listSchema>;

export const listBodySchema = z.object({
  name: trimmedText({ max: listNameMaxLength, required: 'List name is required' }),
  description: trimmedText({ max: listDescriptionMaxLength }).nullish(),
  source: trimmedText({ max: listSourceMaxLength }).nullish(),
});
export const listAnswerSchema = z.object({ list: listSchema });
export const listsAnswerSchema = z.object({ lists: z.array(listSchema) });

export const listsApi = {
  'GET /api/lists': { summary: 'Get all lists', access: 'user', response: listsAnswerSchema },
  'POST /api/lists': {
    summary: 'Create a list',
    access: 'user',
    needsSubscription: true,
    body: listBodySchema,
    response: listAnswerSchema,
  },
  'GET /api/lists/:id': { summary: 'Get a list', access: 'user', params: idParamsSchema, response: listAnswerSchema },
  'PUT /api/lists/:id': {
    summary: "Change a list's name, description and source",
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    /** The fields to change. All others keep their values. */
    body: listBodySchema.partial(),
    response: listAnswerSchema,
  },
  'DELETE /api/lists/:id': {
    summary: 'Delete a list and its recipients. Fails if an unfinished campaign uses the list',
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    response: successSchema,
  },
  'GET /api/lists/:id/export': {
    summary: 'Export a list with statuses and values, as CSV or XLSX',
    access: 'user',
    quota: 'exports',
    params: idParamsSchema,
    query: z.object({ format: tableFormatSchema, timezone: tableTimezoneSchema }),
    response: tableFile,
  },
  'GET /api/lists/:id/recipients': {
    summary: 'List the recipients on a list',
    access: 'user',
    params: idParamsSchema,
    query: z.object({
      status: recipientStatusSchema.optional(),
      search: searchSchema,
      page: pageSchema.default(1),
      limit: limitSchema(recipientsPageSize),
    }),
    response: z.object({ recipients: z.array(recipientSchema), pagination: foundPageSchema }),
  },
} satisfies ApiPart;

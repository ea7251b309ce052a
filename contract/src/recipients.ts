import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { bulkImportMax, recipientsPageSize } from './limits.ts';
import {
  dateTimeSchema,
  idParamsSchema,
  idSchema,
  limitSchema,
  foundPageSchema,
  pageSchema,
  searchSchema,
  successSchema,
  text,
} from './primitives.ts';
import { instagramUsernamePattern, isSitePage, normalizeUsername, sitePageRule, usernameRule } from './usernames.ts';

export const recipientStatuses = ['pending', 'sent', 'failed', 'not_found'] as const;
export const recipientStatusSchema = z.enum(recipientStatuses);
export type RecipientStatus = z.infer<typeof recipientStatusSchema>;

export const recipientSchema = z.object({
  id: idSchema,
  /** The Instagram username in lower case, without @. */
  recipient: z.string(),
  status: recipientStatusSchema,
  /** Whether the status is `failed` only because it isn't known whether the message was sent. */
  is_not_known: z.boolean(),
  /** Values of the list's variables. Variables without a value are omitted. */
  variables: z.record(z.string(), z.string()),
  created_at: dateTimeSchema,
  is_do_not_contact: z.boolean(),
});
export type Recipient = z.infer<typeof recipientSchema>;

export const recipientAnswerSchema = z.object({ recipient: recipientSchema });
export const removedRecipientSchema = recipientSchema.extend({ list_id: idSchema });
export const listedRecipientSchema = recipientSchema.extend({ list_id: idSchema, list_name: z.string() });

export const rejectedNameSchema = z.object({
  /** The position in the request's array, starting at 1. */
  line: z.int(),
  value: z.string(),
  reason: z.string(),
});

export const bulkImportResultSchema = z.object({
  added: z.int(),
  duplicates: z.int(),
  invalid: z.int(),
  /** At most 100 of the rejected names. */
  rejected: z.array(rejectedNameSchema),
});
export type BulkImportResult = z.infer<typeof bulkImportResultSchema>;

/** Accepts usernames as people type them: with @, in capitals, or as a profile URL. */
export const usernameSchema = text({ max: 200, required: 'Username is required' })
  .transform(normalizeUsername)
  .pipe(
    z
      .string()
      .regex(instagramUsernamePattern, usernameRule)
      .refine((name) => !isSitePage(name), sitePageRule),
  );

export const recipientsApi = {
  'GET /api/recipients': {
    summary: "List the user's recipients across all lists",
    access: 'user',
    query: z.object({
      status: recipientStatusSchema.optional(),
      search: searchSchema,
      list_id: z.coerce.number().pipe(idSchema).optional(),
      page: pageSchema.default(1),
      limit: limitSchema(recipientsPageSize),
    }),
    response: z.object({
      recipients: z.array(listedRecipientSchema),
      pagination: foundPageSchema,
    }),
  },
  'POST /api/recipients': {
    summary: 'Add one recipient to a list',
    access: 'user',
    needsSubscription: true,
    body: z.object({
      recipient: usernameSchema,
      list_id: idSchema,
      status: recipientStatusSchema.default('pending'),
    }),
    response: recipientAnswerSchema,
  },
  'POST /api/recipients/bulk': {
    summary: 'Add up to 100,000 recipients to a list. The response lists up to 100 rejected names',
    access: 'user',
    quota: 'imports',
    needsSubscription: true,
    maxBodyBytes: 8 * 1024 * 1024,
    body: z.object({
      recipients: z
        .array(z.string())
        .max(bulkImportMax, {
          error: `Send at most ${bulkImportMax.toLocaleString('en')} names in one request`,
          abort: true,
        })
        .refine((names) => names.some((name) => name.trim() !== ''), 'Please enter at least one recipient'),
      list_id: idSchema,
    }),
    response: bulkImportResultSchema,
  },
  'DELETE /api/recipients/:id': {
    summary: 'Remove a recipient',
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    response: successSchema.extend({
      recipient: removedRecipientSchema,
      /** How many started campaigns will no longer message the person. Adding the person to the list again doesn't change that. */
      withdrawn_from: z.int(),
    }),
  },
  'PUT /api/recipients/:id/status': {
    summary: "Set a recipient's status",
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    body: z.object({ status: recipientStatusSchema }),
    response: z.object({ recipient: recipientSchema, previous_status: recipientStatusSchema }),
  },
} satisfies ApiPart;

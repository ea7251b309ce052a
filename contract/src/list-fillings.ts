import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { listNameMaxLength, mergedListsMax, splitPartsMax } from './limits.ts';
import { listSchema } from './lists.ts';
import { idParamsSchema, idSchema, trimmedText } from './primitives.ts';

const name = trimmedText({ max: listNameMaxLength, required: 'List name is required' });
const one = z.object({ list: listSchema });
const common = { access: 'user', needsSubscription: true, quota: 'listCopies', params: idParamsSchema } as const;

/**
 * Creates lists from other lists, with statuses and values. A short list is full when the call returns; a long one is filled in the
 * background (`filling` of the list).
 */
export const listFillingsApi = {
  'POST /api/lists/:id/copy': {
    ...common,
    summary: 'Copy a list with its recipients, their statuses and values',
    body: z.object({ name }),
    response: one,
  },
  'POST /api/lists/:id/merge': {
    ...common,
    summary:
      'Add the recipients of other lists to this one, or of all of them to a new list. The status that wins: sent, not found, failed, pending',
    body: z.object({
      list_ids: z
        .array(idSchema)
        .min(1, 'Choose at least one other list')
        .max(mergedListsMax, `Choose at most ${mergedListsMax} lists`),
      /** The name of a new list. Left out: the recipients are added to this one. */
      name: name.optional(),
    }),
    response: one,
  },
  'POST /api/lists/:id/split': {
    ...common,
    summary: 'Share the recipients of a list out to new lists of equal size. The list itself stays',
    body: z.object({ parts: z.int().min(2).max(splitPartsMax) }),
    response: z.object({ lists: z.array(listSchema) }),
  },
  'POST /api/lists/:id/not-reached': {
    ...common,
    summary: 'Make a new list of those who are still pending, and of those who failed for certain if asked for',
    body: z.object({ name, include_failed: z.boolean().default(false) }),
    response: one,
  },
} satisfies ApiPart;

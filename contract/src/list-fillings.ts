import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { listNameMaxLength, mergedListsMax, splitPartsMax } from './limits.ts';
import { listAnswerSchema, listsAnswerSchema } from './lists.ts';
import { idParamsSchema, idSchema, trimmedText } from './primitives.ts';

const name = trimmedText({ max: listNameMaxLength, required: 'List name is required' });
const common = { access: 'user', needsSubscription: true, quota: 'listCopies', params: idParamsSchema } as const;

/**
 * Endpoints that copy people from lists to other lists, along with their statuses and values. Small lists are usually copied before the
 * server responds. Large lists are copied in the background, and the target list's `filling` shows the progress.
 */
export const listFillingsApi = {
  'POST /api/lists/:id/copy': {
    ...common,
    summary: 'Copy a list with its recipients and their statuses and values',
    body: z.object({ name }),
    response: listAnswerSchema,
  },
  'POST /api/lists/:id/merge': {
    ...common,
    summary:
      'Add the recipients of other lists to this list, or merge all these lists into a new list. If statuses differ, the first of these applies: sent, not found, failed, pending',
    body: z.object({
      list_ids: z
        .array(idSchema)
        .min(1, 'Choose at least one other list')
        .max(mergedListsMax, `Choose at most ${mergedListsMax} lists`),
      /** The name of a new list. If omitted, the recipients are added to the list in the path. */
      name: name.optional(),
    }),
    response: listAnswerSchema,
  },
  'POST /api/lists/:id/split': {
    ...common,
    summary: 'Split the recipients of a list into new lists of about equal size. The original list is kept',
    body: z.object({ parts: z.int().min(2).max(splitPartsMax) }),
    response: listsAnswerSchema,
  },
  'POST /api/lists/:id/not-reached': {
    ...common,
    summary:
      'Create a list of the people who are still pending and, if requested, of those whose message definitely failed',
    body: z.object({ name, include_failed: z.boolean().default(false) }),
    response: listAnswerSchema,
  },
} satisfies ApiPart;

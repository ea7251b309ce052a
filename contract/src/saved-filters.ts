import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { savedFilterNameMaxLength } from './limits.ts';
import { peopleFilterSchema } from './people-filter.ts';
import { dateTimeSchema, idParamsSchema, idSchema, successSchema, trimmedText } from './primitives.ts';

export const savedFilterSchema = z.object({
  id: idSchema,
  name: z.string(),
  filter: peopleFilterSchema,
  created_at: dateTimeSchema,
});
export type SavedFilter = z.infer<typeof savedFilterSchema>;

export const savedFilterBodySchema = z.object({
  name: trimmedText({ max: savedFilterNameMaxLength, required: 'Enter a name for the filter' }),
  filter: peopleFilterSchema,
});
export const savedFilterAnswerSchema = z.object({ saved_filter: savedFilterSchema });

export const savedFiltersApi = {
  'GET /api/saved-filters': {
    summary: 'List saved filters for people, sorted by name',
    access: 'user',
    response: z.object({ saved_filters: z.array(savedFilterSchema) }),
  },
  'POST /api/saved-filters': {
    summary: 'Save a filter',
    access: 'user',
    needsSubscription: true,
    body: savedFilterBodySchema,
    response: savedFilterAnswerSchema,
  },
  'PUT /api/saved-filters/:id': {
    summary: 'Change a saved filter',
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    body: savedFilterBodySchema,
    response: savedFilterAnswerSchema,
  },
  'DELETE /api/saved-filters/:id': {
    summary: 'Delete a saved filter',
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    response: successSchema,
  },
} satisfies ApiPart;

import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { tagNameMaxLength } from './limits.ts';
import { boundedCountSchema, idParamsSchema, idSchema, successSchema, trimmedText } from './primitives.ts';

export const tagSchema = z.object({ id: idSchema, name: z.string() });

export const countedTagSchema = tagSchema.extend({ people: boundedCountSchema });
export type CountedTag = z.infer<typeof countedTagSchema>;

export const tagNameSchema = trimmedText({ max: tagNameMaxLength, required: 'Enter a name for the tag' });
export const tagBodySchema = z.object({ name: tagNameSchema });
export const tagAnswerSchema = z.object({ tag: countedTagSchema });

export const tagsApi = {
  'GET /api/tags': {
    summary: "List the user's tags, sorted by name",
    access: 'user',
    response: z.object({ tags: z.array(countedTagSchema) }),
  },
  'POST /api/tags': {
    summary: 'Create a tag',
    access: 'user',
    needsSubscription: true,
    body: tagBodySchema,
    response: tagAnswerSchema,
  },
  'PUT /api/tags/:id': {
    summary: 'Rename a tag',
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    body: tagBodySchema,
    response: tagAnswerSchema,
  },
  'DELETE /api/tags/:id': {
    summary: 'Delete a tag. People who have it are not deleted',
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    response: successSchema,
  },
} satisfies ApiPart;

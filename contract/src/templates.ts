import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { withoutKeyCharacters } from './key-characters.ts';
import { templateContentMaxLength, templateNameMaxLength } from './limits.ts';
import { dateTimeSchema, idParamsSchema, idSchema, isVisible, successSchema, text, trimmedText } from './primitives.ts';

export const templateSchema = z.object({
  id: idSchema,
  name: z.string(),
  content: z.string(),
  is_selected: z.boolean(),
  created_at: dateTimeSchema,
});
export type Template = z.infer<typeof templateSchema>;

export const templateBodySchema = z.object({
  name: trimmedText({ max: templateNameMaxLength, required: 'Template name is required' }),
  content: text({ max: templateContentMaxLength })
    .overwrite(withoutKeyCharacters)
    .refine(isVisible, 'Template content is required'),
});
export const templateAnswerSchema = z.object({ template: templateSchema });

export const templatesApi = {
  'GET /api/templates': {
    summary: 'List templates',
    access: 'user',
    response: z.object({ templates: z.array(templateSchema) }),
  },
  'POST /api/templates': {
    summary: 'Create a template',
    access: 'user',
    needsSubscription: true,
    body: templateBodySchema,
    response: templateAnswerSchema,
  },
  'PUT /api/templates/:id': {
    summary: 'Change a template. Campaigns that have already started keep the text they started with',
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    /** The fields to change. All others keep their values. */
    body: templateBodySchema.partial(),
    response: templateAnswerSchema,
  },
  'DELETE /api/templates/:id': {
    summary: 'Delete a template. Fails if an unfinished campaign uses it',
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    response: successSchema,
  },
  'PUT /api/templates/:id/select': {
    summary: 'Select a template',
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    response: templateAnswerSchema,
  },
} satisfies ApiPart;

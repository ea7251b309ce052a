import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { defaultPageSize, templateContentMaxLength } from './limits.ts';
import {
  cleanVariableValue,
  listVariablesMax,
  tooManyVariablesRule,
  variableNameProblem,
  variableValueMaxLength,
  variableValueRule,
} from './list-variables.ts';
import { listSchema } from './lists.ts';
import { idParamsSchema, idSchema, limitSchema, pageSchema, paginationSchema, text } from './primitives.ts';
import { recipientAnswerSchema } from './recipients.ts';

/** The maximum number of characters in a value before it is cleaned. Cleaning may shorten the value. */
const writtenValueMax = 2000;

export const variableNameSchema = text({ max: 100 }).superRefine((name, context) => {
  const problem = variableNameProblem(name);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

/** A variable's value: one line without control characters. Empty means no value. */
export const variableValueSchema = z
  .string()
  .max(writtenValueMax, { error: variableValueRule, abort: true })
  .transform(cleanVariableValue)
  .pipe(z.string().max(variableValueMaxLength, variableValueRule));

/** A variable of a list. To rename a variable, set `rename_from` to its current name. */
export const listVariableSchema = z.object({ name: variableNameSchema, rename_from: text({ max: 100 }).optional() });

/** How many recipients have a value for a variable, or lack one. */
export const variableCountSchema = z.object({ name: z.string(), people: z.int() });

export const previewedMessageSchema = z.object({
  recipient: z.string(),
  /** The message as the recipient would read it. Placeholders without a value appear as written. */
  text: z.string(),
  /** In characters, as counted for Instagram's limit. */
  length: z.int(),
  /** The variables that have neither a value for this person nor a fallback. If there are any, the person is skipped. */
  missing: z.array(z.string()),
});
export type PreviewedMessage = z.infer<typeof previewedMessageSchema>;

export const messagePreviewSummarySchema = z.object({
  /** How many people were checked, from the start of the list. */
  looked_at: z.int(),
  /** The longest and the shortest message that lacks no value. Null if there is no such message. */
  longest: previewedMessageSchema.nullable(),
  shortest: previewedMessageSchema.nullable(),
  /** How many people would be skipped because of a missing value, and how many because the message is too long. */
  without_value: z.int(),
  too_long: z.int(),
  missing_values: z.array(variableCountSchema),
});

export const messagePreviewSchema = z.object({
  /** One page of messages, in the order in which a campaign sends them. */
  messages: z.array(previewedMessageSchema),
  pagination: paginationSchema,
  /** A summary of the messages to the people who were checked. Null on later pages. */
  summary: messagePreviewSummarySchema.nullable(),
});
export type MessagePreview = z.infer<typeof messagePreviewSchema>;

export const previewedTemplateSchema = z.object({ message_template_id: idSchema });
export const previewedTextSchema = z.object({
  content: text({ max: templateContentMaxLength, required: 'Template content is required' }),
});

/** A list's variables, its recipients' values, and the messages they produce. */
export const variablesApi = {
  'GET /api/lists/:id/variables': {
    summary: "Get a list's variables, and how many recipients have a value for each",
    access: 'user',
    params: idParamsSchema,
    response: z.object({
      variables: z.array(variableCountSchema),
      recipients: z.int(),
      /** Whether a change to the variables is still being applied to the values. This takes a while on a long list. */
      is_changing: z.boolean(),
    }),
  },
  'PUT /api/lists/:id/variables': {
    summary: "Set a list's variables: add, rename, remove and reorder them. Removing a variable deletes its values",
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    body: z.object({
      /** All variables, in column order. Omitted variables are removed. */
      variables: z.array(listVariableSchema).max(listVariablesMax, tooManyVariablesRule),
    }),
    response: z.object({
      list: listSchema,
      /** How many values each removal deleted. */
      removed: z.array(variableCountSchema),
    }),
  },
  'PUT /api/recipients/:id/variables': {
    summary: "Set a recipient's values. Omitted values stay as they are, and empty values are removed",
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    body: z.object({ variables: z.record(text({ max: 100 }), variableValueSchema) }),
    response: recipientAnswerSchema,
  },
  'POST /api/lists/:id/preview': {
    summary:
      'Preview a message as each person on a list would receive it. Results are paginated, and nothing is changed',
    access: 'user',
    params: idParamsSchema,
    query: z.object({ page: pageSchema.default(1), limit: limitSchema(defaultPageSize) }),
    /** A saved template, or text that isn't saved yet. */
    body: z.union([previewedTemplateSchema, previewedTextSchema]),
    response: messagePreviewSchema,
  },
} satisfies ApiPart;

import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { chosenPeopleMax, contactReasonMaxLength, defaultPageSize, tagNameMaxLength } from './limits.ts';
import { peopleFilterSchema } from './people-filter.ts';
import {
  dateTimeSchema,
  idParamsSchema,
  idSchema,
  limitSchema,
  pageSchema,
  paginationSchema,
  referenceSchema,
  searchSchema,
  text,
  trimmedText,
} from './primitives.ts';
import { recipientStatusSchema } from './recipients.ts';

const tooMany = {
  error: `Choose at most ${chosenPeopleMax.toLocaleString('en')} people, or use a filter`,
  abort: true,
};

/** A filter for the people on one list. `{}` matches everyone. */
export const listFilterSchema = z.strictObject({ status: recipientStatusSchema.optional(), search: searchSchema });
export const listScopeSchema = z.strictObject({ list_id: idSchema, filter: listFilterSchema });
export const recipientsScopeSchema = z.strictObject({
  list_id: idSchema,
  recipient_ids: z.array(idSchema).min(1).max(chosenPeopleMax, tooMany),
});
export const filterScopeSchema = z.strictObject({ people: peopleFilterSchema });
export const usernamesScopeSchema = z.strictObject({
  usernames: z
    .array(text({ max: 200 }))
    .min(1)
    .max(chosenPeopleMax, tooMany),
});

/** The people to change: those who match a filter, or those who were chosen one by one. */
export const peopleScopeSchema = z.union([
  listScopeSchema,
  recipientsScopeSchema,
  filterScopeSchema,
  usernamesScopeSchema,
]);
export type PeopleScope = z.output<typeof peopleScopeSchema>;

const tag = trimmedText({ max: tagNameMaxLength, required: 'Enter a tag' });
/** The list that the change applies to. Defaults to the scope's list or, if the scope has no list, to all lists the people are on. */
const onList = idSchema.optional();

export const tagPeopleSchema = z.object({ type: z.literal('tag'), tag });
export const untagPeopleSchema = z.object({ type: z.literal('untag'), tag });
export const addPeopleToListSchema = z.object({ type: z.literal('add_to_list'), list_id: idSchema });
export const removePeopleFromListSchema = z.object({ type: z.literal('remove_from_list'), list_id: onList });
export const setPeopleStatusSchema = z.object({
  type: z.literal('set_status'),
  status: recipientStatusSchema,
  list_id: onList,
});
export const neverContactPeopleSchema = z.object({
  type: z.literal('do_not_contact'),
  reason: trimmedText({ max: contactReasonMaxLength }).optional(),
});
export const peopleChangeInputSchema = z.discriminatedUnion('type', [
  tagPeopleSchema,
  untagPeopleSchema,
  addPeopleToListSchema,
  removePeopleFromListSchema,
  setPeopleStatusSchema,
  neverContactPeopleSchema,
]);
export type PeopleChangeInput = z.output<typeof peopleChangeInputSchema>;

export const peopleChangeTypes = [
  'tag',
  'untag',
  'add_to_list',
  'remove_from_list',
  'set_status',
  'do_not_contact',
] as const;
export const peopleChangeStatuses = ['running', 'done', 'canceled', 'undoing', 'undone'] as const;

/**
 * Why a change skipped someone. `already_so`: there was nothing to change. `not_on_list`: the person isn't on the list, or
 * isn't on any list. `gone`: the person, the list or the tag was deleted, or the person no longer matched. `too_many_tags`: the
 * person already has the maximum number of tags.
 */
export const leftOutReasons = ['already_so', 'not_on_list', 'gone', 'too_many_tags'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];
/** Why an undo left someone unchanged. `changed_since`: another change has been made since. `gone`: there is nothing left to restore. */
export const notPutBackReasons = ['changed_since', 'gone'] as const;
export type NotPutBackReason = (typeof notPutBackReasons)[number];

/** What the change does to each person. */
export const peopleChangeKindSchema = z.object({
  type: z.enum(peopleChangeTypes),
  tag: z.string().nullable(),
  /** The list being changed. Null if the change affects every list or none. */
  list: referenceSchema.nullable(),
  status: recipientStatusSchema.nullable(),
  reason: z.string().nullable(),
});

/** Which people the change applies to. */
export const changedScopeSchema = z.object({
  kind: z.enum(['list', 'recipients', 'people', 'usernames']),
  list: referenceSchema.nullable(),
  /** The filter as given. Null if people were chosen one by one, or if the change can no longer be undone. */
  filter: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
});

export const leftOutCountSchema = z.object({ reason: z.enum(leftOutReasons), count: z.int() });
export const notPutBackCountSchema = z.object({ reason: z.enum(notPutBackReasons), count: z.int() });
export const peopleChangeUndoSchema = z.object({
  is_possible: z.boolean(),
  /** The deadline for undoing the change. Null while the change is running. */
  until: dateTimeSchema.nullable(),
  put_back: z.int(),
  left_out: z.array(notPutBackCountSchema),
});

export const peopleChangeSchema = z.object({
  id: idSchema,
  change: peopleChangeKindSchema,
  scope: changedScopeSchema,
  status: z.enum(peopleChangeStatuses),
  /** How many people were chosen or, with a filter, how many matched when the change began. */
  total: z.int(),
  /** How many of the people in `total` have been processed. */
  done: z.int(),
  /** How many of the processed people were actually changed. */
  changed: z.int(),
  left_out: z.array(leftOutCountSchema),
  /** Up to 100 people to whom a message may have been on its way when the change marked them or removed them from a list. */
  in_flight: z.array(z.string()),
  /** How many people were removed from a campaign because they were removed from its list. */
  withdrawn: z.int(),
  undo: peopleChangeUndoSchema,
  created_at: dateTimeSchema,
  finished_at: dateTimeSchema.nullable(),
});
export type PeopleChange = z.infer<typeof peopleChangeSchema>;

export const peopleChangeAnswerSchema = z.object({ change: peopleChangeSchema });

export const peopleChangesApi = {
  'POST /api/people-changes': {
    summary:
      'Change many people at once: tags, lists, status, do not contact. Small changes usually finish before the response, and larger changes run in the background. All changes except do_not_contact need a subscription',
    access: 'user',
    quota: 'peopleChanges',
    body: z.object({ scope: peopleScopeSchema, change: peopleChangeInputSchema }),
    response: peopleChangeAnswerSchema,
  },
  'POST /api/people-changes/count': {
    summary: 'Count the people a change would apply to',
    access: 'user',
    body: z.object({ scope: peopleScopeSchema }),
    response: z.object({ count: z.int() }),
  },
  'GET /api/people-changes': {
    summary: 'List bulk changes to people, newest first',
    access: 'user',
    query: z.object({ page: pageSchema.default(1), limit: limitSchema(defaultPageSize) }),
    response: z.object({ changes: z.array(peopleChangeSchema), pagination: paginationSchema }),
  },
  'GET /api/people-changes/:id': {
    summary: 'Get a bulk change and its progress',
    access: 'user',
    params: idParamsSchema,
    response: peopleChangeAnswerSchema,
  },
  'POST /api/people-changes/:id/undo': {
    summary:
      'Undo a change within 24 hours, except for values that have been changed again since. Needs a subscription unless the change was do_not_contact',
    access: 'user',
    quota: 'peopleChanges',
    params: idParamsSchema,
    response: peopleChangeAnswerSchema,
  },
  'DELETE /api/people-changes/:id': {
    summary: 'Cancel a change or undo that is in progress. Changes already made are kept and can be undone',
    access: 'user',
    params: idParamsSchema,
    response: peopleChangeAnswerSchema,
  },
} satisfies ApiPart;

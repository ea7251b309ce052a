import { z } from 'zod';
import { daySchema, idSchema, searchSchema } from './primitives.ts';

export const personStates = [
  'never_contacted',
  'contacted',
  'replied',
  'failed',
  'not_found',
  'skipped',
  'do_not_contact',
] as const;
export type PersonState = (typeof personStates)[number];

/**
 * A filter for a user's people, used in query strings and in JSON. Pages, exports, saved filters and bulk changes share it. If
 * `state` refers to an event, such as the last contact, a reply or a failure, `since` and `days` apply to the time of that event. In
 * all other cases, they apply to the time at which the person was first added.
 */
export const peopleFilterShape = {
  /** Matches part of a username. */
  search: searchSchema,
  state: z.enum(personStates).optional(),
  tag_id: z.coerce.number().pipe(idSchema).optional(),
  list_id: z.coerce.number().pipe(idSchema).optional(),
  /** The first day of the period, in UTC. */
  since: daySchema.optional(),
  /** The length of the period in days, counted back from now. */
  days: z.coerce.number().pipe(z.int().min(1).max(3650)).optional(),
};
/** Rejects unknown fields, because a filter with a misspelled field would select more people than intended. */
export const peopleFilterSchema = z.strictObject(peopleFilterShape);
export type PeopleFilter = z.output<typeof peopleFilterSchema>;

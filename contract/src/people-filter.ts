import { z } from 'zod';
import { daySchema, idSchema, searchSchema } from './primitives.ts';

export const personStates = [
  'never_contacted',
  'contacted',
  'failed',
  'not_found',
  'skipped',
  'do_not_contact',
] as const;
export type PersonState = (typeof personStates)[number];

/**
 * Which of a user's people: in an address as in JSON. Pages, exports, saved filters and changes to many people share it.
 * `since` and `days` look at what the state is about: the last contact, the failure, the mark; otherwise when the person
 * was first added.
 */
export const peopleFilterShape = {
  /** Part of a username. */
  search: searchSchema,
  state: z.enum(personStates).optional(),
  tag_id: z.coerce.number().pipe(idSchema).optional(),
  list_id: z.coerce.number().pipe(idSchema).optional(),
  /** From this day on, in UTC. */
  since: daySchema.optional(),
  /** In the last so many days. */
  days: z.coerce.number().pipe(z.int().min(1).max(3650)).optional(),
};
/** Strict: a misspelled field would mean more people than were meant. */
export const peopleFilterSchema = z.strictObject(peopleFilterShape);
export type PeopleFilter = z.output<typeof peopleFilterSchema>;

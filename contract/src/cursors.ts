import { z } from 'zod';
import { idSchema } from './primitives.ts';

/** Query fields of a list whose pages begin before or after the id of an entry; with neither, at the newest. */
export const positionShape = {
  before: z.coerce.number().pipe(idSchema).optional(),
  after: z.coerce.number().pipe(z.int().min(0).max(Number.MAX_SAFE_INTEGER)).optional(),
};

/** Where the pages beside a page begin. */
export const besideShape = {
  /** `before` of the next page; null: this is the last. */
  next_before: idSchema.nullable(),
  /** `after` of the previous page; null: this is the first. Zero when everything is newer than an empty page. */
  previous_after: z.int().min(0).nullable(),
};

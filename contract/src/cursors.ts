import { z } from 'zod';
import { idSchema } from './primitives.ts';

/** Query fields of a paged list. The page begins before or after the entry with this id, or at the newest entry if neither is set. */
export const positionShape = {
  before: z.coerce.number().pipe(idSchema).optional(),
  after: z.coerce.number().pipe(z.int().min(0).max(Number.MAX_SAFE_INTEGER)).optional(),
};

/** Where the previous and the next page begin. */
export const besideShape = {
  /** The next page's `before`; null if this is the last page. */
  next_before: idSchema.nullable(),
  /** The previous page's `after`; null if this is the first page. Zero if the page is empty because everything is newer. */
  previous_after: z.int().min(0).nullable(),
};

import { z } from 'zod';
import { idSchema } from './primitives.ts';

/**
 * Query fields of a paged list. A page has the entries directly before (older) or after (newer) the entry with the given ID. By
 * default, it has the newest entries.
 */
export const positionShape = {
  before: z.coerce.number().pipe(idSchema).optional(),
  after: z.coerce.number().pipe(z.int().min(0).max(Number.MAX_SAFE_INTEGER)).optional(),
};

/** The cursors of the previous and the next page. */
export const besideShape = {
  /** The value of `before` for the next page. Null if this is the last page. */
  next_before: idSchema.nullable(),
  /**
   * The value of `after` for the previous page. Null if this is the first page. If a page requested with `before` is empty, this is one
   * less than `before`, so it can be zero.
   */
  previous_after: z.int().min(0).nullable(),
};

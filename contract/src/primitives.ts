import { z } from 'zod';

/** A database key: a positive integer that JavaScript can represent exactly. */
export const idSchema = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
export const idParamsSchema = z.object({ id: z.coerce.number().pipe(idSchema) });

/** Date and time, ISO 8601 in UTC. */
export const dateTimeSchema = z.iso.datetime();
/** A day, `yyyy-mm-dd`, between the years 1900 and 9999. */
export const daySchema = z.iso
  .date('Enter a date in the form yyyy-mm-dd')
  .refine((day) => day >= '1900-01-01', 'Enter a date in 1900 or later');

type TextOptions = { max: number; required?: string; tooLong?: string };

const tooLongText = ({ max, tooLong = `Use at most ${max} characters` }: TextOptions) => tooLong;

/** Checks whether text contains a visible character. Spaces and marks such as the zero-width space are invisible. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text);
}

/** A string that any database can store and any JSON parser can read: no NUL and no lone surrogates. */
export function text(options: TextOptions) {
  const base = z
    .string()
    // Without `abort`, zod would also run the later checks, so a pattern would be matched against text of any length.
    .max(options.max, { error: tooLongText(options), abort: true })
    .refine(
      (value) => !value.includes('\u0000') && value.isWellFormed(),
      "This text has characters that can't be stored",
    );
  return options.required === undefined ? base : base.refine(isVisible, options.required);
}

/**
 * Turns any string into one that {@link text} with the same `max` accepts. Can't be used in response schemas, which only validate and
 * don't transform.
 */
export function cutText({ max }: { max: number }) {
  return z.string().transform((value) => value.replaceAll('\u0000', '').slice(0, max).toWellFormed());
}

/** How many spaces {@link trimmedText} accepts around the text. Strings with many more are refused before they are processed. */
const maxBlanksAround = 1000;

/** Like {@link text}, with surrounding spaces removed. */
export function trimmedText(options: TextOptions) {
  return (
    z
      .string()
      // A single character, such as an emoji, can count as two in a string's length.
      .refine((value) => value.length <= 2 * options.max + maxBlanksAround, {
        error: tooLongText(options),
        abort: true,
      })
      .trim()
      .pipe(text(options))
  );
}

export const searchSchema = text({ max: 200 }).optional();

export const pageSchema = z.coerce.number().pipe(z.int().min(1).max(1_000_000));
export function limitSchema(defaultLimit: number) {
  return z.coerce.number().pipe(z.int().min(1).max(100)).default(defaultLimit);
}

/** The pagination of most lists. */
export const paginationSchema = z.object({
  currentPage: z.int(),
  totalPages: z.int(),
  totalItems: z.int(),
  itemsPerPage: z.int(),
});
export type Pagination = z.infer<typeof paginationSchema>;

/** The pagination of a list that is counted up to `exactCountMax`. `is_more` is present if there are more items than `totalItems`. */
export const boundedPaginationSchema = paginationSchema.extend({ is_more: z.literal(true).optional() });
export type BoundedPagination = z.infer<typeof boundedPaginationSchema>;

/** The pagination of the user list. `foundPageSchema`, for recipients, extends it. */
export const pageOfSchema = z.object({ page: z.int(), limit: z.int(), total: z.int(), pages: z.int() });
export type PageOf = z.infer<typeof pageOfSchema>;

/** The pagination of a search that shows a limited number of matches. `is_more` is present if there are more matches than `total`. */
export const foundPageSchema = pageOfSchema.extend({ is_more: z.literal(true).optional() });
export type FoundPage = z.infer<typeof foundPageSchema>;

/** A count that stops at a limit. If `is_more` is true, there are more than `count`. */
export const boundedCountSchema = z.object({ count: z.int(), is_more: z.boolean() });
export type BoundedCount = z.infer<typeof boundedCountSchema>;

export const successSchema = z.object({ success: z.literal(true) });

/** A record's ID, and the name to show for it. */
export const referenceSchema = z.object({ id: idSchema, name: z.string() });

export const userReferenceSchema = z.object({ id: idSchema, username: z.string() });

/** A range of whole days in UTC. Both ends are inclusive, and either can be omitted. */
export const dayRangeShape = { start_date: daySchema.optional(), end_date: daySchema.optional() };

import { z } from 'zod';

/** A database key: a positive integer that JavaScript holds exactly. */
export const idSchema = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
export const idParamsSchema = z.object({ id: z.coerce.number().pipe(idSchema) });

/** Date and time, ISO 8601 in UTC. */
export const dateTimeSchema = z.iso.datetime();
/** A day, `yyyy-mm-dd`, between the years 1900 and 9999. */
export const daySchema = z.iso
  .date('Use a date in the form yyyy-mm-dd')
  .refine((day) => day >= '1900-01-01', 'Use a date from 1900 on');

const tooLong = (max: number) => `Use at most ${max} characters`;

/** Text that every database and every JSON reader can hold: no NUL, no half of a surrogate pair. */
export function text(options: { max: number; required?: string }) {
  const base = z
    .string()
    // Without `abort`, zod runs every later check as well: a pattern would see text of any length.
    .max(options.max, { error: tooLong(options.max), abort: true })
    .refine(
      (value) => !value.includes('\u0000') && value.isWellFormed(),
      'This text has characters that cannot be stored',
    );
  return options.required === undefined ? base : base.refine((value) => value.trim() !== '', options.required);
}

/** Makes of any text one that {@link text} takes. Not for answers, whose schemas only check. */
export function cutText({ max }: { max: number }) {
  return z.string().transform((value) => value.replaceAll('\u0000', '').slice(0, max).toWellFormed());
}

/** How many blanks around a text {@link trimmedText} accepts; a text with many more is refused before it is read. */
const maxBlanksAround = 1000;

/** Like {@link text}, with blanks around it removed. */
export function trimmedText(options: { max: number; required?: string }) {
  return (
    z
      .string()
      // A character takes up to two units of a string's length.
      .refine((value) => value.length <= 2 * options.max + maxBlanksAround, {
        error: tooLong(options.max),
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

/** The pagination most lists answer with. */
export const paginationSchema = z.object({
  currentPage: z.int(),
  totalPages: z.int(),
  totalItems: z.int(),
  itemsPerPage: z.int(),
});
export type Pagination = z.infer<typeof paginationSchema>;

/** The pagination of a list's recipients and of users. */
export const pageOfSchema = z.object({ page: z.int(), limit: z.int(), total: z.int(), pages: z.int() });
export type PageOf = z.infer<typeof pageOfSchema>;

export const successSchema = z.object({ success: z.literal(true) });

/** A range of whole days in UTC, both ends included, either end open. */
export const dayRangeShape = { start_date: daySchema.optional(), end_date: daySchema.optional() };

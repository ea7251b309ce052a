import { z } from 'zod';
import { timezoneSchema } from './account-limits.schema.ts';

/** The file formats for exported tables, with their media types. */
export const tableMediaTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type TableFormat = keyof typeof tableMediaTypes;

export const tableFormatSchema = z.enum(['csv', 'xlsx']).default('csv');
/**
 * The time zone for the times in an exported table. The headers of the columns with times name the time zone. If the server doesn't know
 * the browser's time zone, the times are in UTC.
 */
export const tableTimezoneSchema = z
  .string()
  .regex(/^[A-Za-z][\w/+-]{0,63}$/, 'Enter a time zone such as Europe/Berlin')
  .pipe(timezoneSchema.unwrap().catch('UTC'))
  .default('UTC');
/** The response of an endpoint that exports a table as CSV or XLSX. */
export const tableFile = { file: [tableMediaTypes.csv, tableMediaTypes.xlsx] } as const;

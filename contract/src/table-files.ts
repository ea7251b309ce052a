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
 * The time zone of an exported table's times. The headers of columns with times name it. A browser can have a time zone that the server
 * doesn't know. Times are then in UTC.
 */
export const tableTimezoneSchema = z
  .string()
  .regex(/^[A-Za-z][\w/+-]{0,63}$/, 'Enter a time zone such as Europe/Berlin')
  .pipe(timezoneSchema.unwrap().catch('UTC'))
  .default('UTC');
/** The response of an endpoint that exports a table as CSV or XLSX. */
export const tableFile = { file: [tableMediaTypes.csv, tableMediaTypes.xlsx] } as const;

import type { NewImportRow } from '@sandpiper/contract/imports';
import type { Mapping } from './import-rows.ts';
import type { Corrections, Layout } from './layouts.ts';
import type { OpenedFile } from './open-file.ts';

/* The messages between the page and the worker that reads files. Each worker handles one job. */

export type ReaderJob =
  /** Opens a file and then counts its rows. */
  | { job: 'open'; file: Blob; corrections: Corrections }
  /** Reads a file's rows. After each chunk, the worker waits for a `next` message. */
  | { job: 'read'; file: Blob; layout: Layout; mapping: Mapping };
export type ReaderOrder = ReaderJob | { job: 'next' };

/** What the worker reports. `share` is a fraction from 0 to 1, and `problem` is an error message for the user. */
export type ReaderReport =
  | { type: 'opening'; share: number }
  | { type: 'opened'; opened: OpenedFile }
  | { type: 'counting'; rows: number; share: number }
  /** `firstValues` contains each column's first value below the sample, or an empty string for a column that has none there. */
  | { type: 'counted'; rows: number; firstValues: string[] }
  | { type: 'rows'; rows: NewImportRow[] }
  | { type: 'end' }
  | { type: 'failed'; problem: string };

import type { NewImportRow } from '@sandpiper/contract/imports';
import type { Mapping } from './import-rows.ts';
import type { Corrections, Layout } from './layouts.ts';
import type { OpenedFile } from './open-file.ts';

/* What the page and the worker that reads files say to each other. A worker does one job. */

export type ReaderJob =
  /** Opens a file, then counts its rows. */
  | { job: 'open'; file: Blob; corrections: Corrections }
  /** Reads a file's rows, a chunk each time it is asked. */
  | { job: 'read'; file: Blob; layout: Layout; mapping: Mapping };
export type ReaderOrder = ReaderJob | { job: 'next' };

export type ReaderReport =
  | { type: 'opening'; share: number }
  | { type: 'opened'; opened: OpenedFile }
  | { type: 'counting'; rows: number; share: number }
  | { type: 'counted'; rows: number }
  | { type: 'rows'; rows: NewImportRow[]; share: number }
  | { type: 'end' }
  | { type: 'failed'; problem: string };

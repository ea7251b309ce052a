import { Readable } from 'node:stream';
import { TransformStream } from 'node:stream/web';
import { ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { productName } from '@sandpiper/contract/limits';
import { z } from 'zod';
import type { App } from '../../platform/app-context.ts';
import { shownTime } from '../../platform/files/shown-time.ts';
import { textStream, writeWorkbook } from '../../platform/files/workbook.ts';
import type { Sheet } from '../../platform/files/workbook.ts';
import { findChunkAfter } from './data-export.store.ts';
import type { ExportKey } from './data-export.store.ts';
import { exportKinds } from './export-kinds.ts';
import type { ExportKind } from './export-kind.ts';

/* Packs an export's rows into a ZIP archive during the download. Only one chunk of rows is in memory at a time. */

type Prepared = ExportKey & { created_at: string };

export function streamArchive(app: App, prepared: Prepared): Readable {
  const { readable, writable, fail } = pipe();
  writeArchive(app, prepared, writable).catch((err: unknown) => {
    app.log.debug({ err }, 'the download of an export was aborted');
    // Abort the download, so that nobody mistakes the incomplete archive for a complete one.
    fail(err);
  });
  return Readable.fromWeb(readable);
}

/**
 * Returns a stream that can be read while it is being written. After `fail`, the reader gets the error, even while a writer has the
 * stream locked.
 */
function pipe() {
  const failing = new AbortController();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => failing.signal.addEventListener('abort', () => controller.error(failing.signal.reason)),
  });
  return { readable, writable, fail: (err: unknown) => failing.abort(err) };
}

async function writeArchive(app: App, prepared: Prepared, target: WritableStream<Uint8Array>): Promise<void> {
  const zip = new ZipWriter(target, { useWebWorkers: false });
  await zip.add('README.txt', textStream([readMe(prepared)]));
  for await (const { kind, rows } of kindsOf(app, prepared)) {
    await zip.add(`json/${kind.name}.json`, textStream(jsonOf(rows)));
  }
  const workbook = pipe();
  await Promise.all([
    writeWorkbook(workbook.writable, sheetsOf(app, prepared)).catch(workbook.fail),
    // XLSX files are already compressed.
    zip.add('everything.xlsx', workbook.readable, { level: 0 }),
  ]);
  // An export's chunks are deleted in order, so if the first chunk still exists, no chunk was missing while the archive was written. The
  // first chunk always exists in a complete export, because it contains the user account.
  if ((await findChunkAfter(app.db, prepared, -1))?.position !== 0) throw new Error('the export was deleted');
  await zip.close();
}

function readMe({ created_at }: Prepared): string {
  return [
    `This archive contains the data that ${productName} had stored for you on ${shownTime(created_at)} (UTC).`,
    '',
    'json/            one file for each kind of data',
    'everything.xlsx  the same data as a spreadsheet, with one sheet for each kind',
    '',
    "All times are in UTC. The days of campaigns are in the user's time zone, and the days and sending hours of accounts in each account's.",
    'Passwords, tokens and other secrets are not included.',
    'People you chose to forget appear only as codes that begin with #.',
    '',
  ].join('\n');
}

type KindOfRows = { kind: ExportKind; rows: AsyncIterable<string> };

/**
 * Yields every kind of data with its rows as JSON, in the order in which the kinds were gathered. The caller must read all rows of one kind
 * before it requests the next kind.
 */
async function* kindsOf(app: App, key: ExportKey): AsyncIterable<KindOfRows> {
  let next = await findChunkAfter(app.db, key, -1);
  for (const kind of exportKinds) {
    yield { kind, rows: rowsOf(kind) };
  }

  async function* rowsOf(kind: ExportKind) {
    while (next?.kind === kind.name) {
      yield* next.rows.split('\n');
      next = await findChunkAfter(app.db, key, next.position);
    }
  }
}

async function* jsonOf(rows: AsyncIterable<string>) {
  let separator = '[\n';
  for await (const row of rows) {
    yield separator + row;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* sheetsOf(app: App, key: ExportKey): AsyncIterable<Sheet> {
  for await (const { kind, rows } of kindsOf(app, key)) {
    const columns = [...kind.columns, ...Object.keys(kind.more ?? {})];
    yield { name: wordsOf(kind.name), headers: columns.map(headingOf), rows: cellsOf(columns, rows) };
  }
}

/** Converts a snake_case name to words. For example, `campaign_log` becomes "Campaign log". */
function wordsOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Matches the names of columns that contain times. */
const timeColumn = /(^|_)(at|until|since|login)$/;

function headingOf(column: string): string {
  return timeColumn.test(column) ? `${wordsOf(column)} (UTC)` : wordsOf(column);
}

const rowSchema = z.record(z.string(), z.unknown());
/** The format in which the database writes times as JSON. */
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/;

async function* cellsOf(columns: readonly string[], rows: AsyncIterable<string>) {
  for await (const row of rows) {
    const values = rowSchema.parse(JSON.parse(row));
    yield columns.map((column) => cellOf(values[column]));
  }
}

function isTime(text: string): boolean {
  return timePattern.test(text) && !Number.isNaN(Date.parse(text));
}

function cellOf(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return isTime(value) ? shownTime(new Date(value).toISOString()) : value;
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ');
  return JSON.stringify(value);
}

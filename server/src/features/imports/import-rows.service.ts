import type { NewImportRow } from '@sandpiper/contract/imports';
import { importBytesMax, importRowsMax } from '@sandpiper/contract/limits';
import type { App } from '../../platform/app-context.ts';
import { batchSize } from '../../platform/batches.ts';
import { change } from '../../platform/change.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { daysFromNow } from '../../platform/database/expressions.ts';
import { AppError, fieldError } from '../../platform/http/app-error.ts';
import { deleteChunksFrom, hasChunk, insertChunks, listMatchingChunks, updateChunk } from './import-rows.store.ts';
import { lockOwn, refusal, waitingDays } from './import-state.service.ts';
import type { OwnImport } from './import-state.service.ts';
import { statusOf } from './import-view.ts';
import { updateImport } from './imports.store.ts';
import type { ImportRecord } from './imports.store.ts';
import { replaceInRows, storedRows } from './read-row.ts';

/**
 * Returns how many rows are checked, imported or undone in one transaction. With 100 rows, such a transaction needed up to 73 ms of the
 * embedded database's processor time on a slow machine.
 */
export function rowsPerPiece(app: App): number {
  return batchSize(app, { embedded: 100, server: 500 });
}

type Sent = { from: number; rows: readonly NewImportRow[] };

/**
 * Stores the next rows of an import and returns the import's number of rows. Rows sent for an earlier position replace all rows from
 * that position on, so that a client can retry a request that got no response, or start over.
 */
export async function receiveRows(app: App, own: OwnImport, { from, rows }: Sent): Promise<number> {
  const chunks = chunksOf(rows, { from, size: rowsPerPiece(app) });
  return change(app, async (change) => {
    const { transaction } = change;
    const record = await lockOwn(change, own);
    requireReceiving(record, rows);
    const at = { user_id: own.userId, id: own.id, position: from };
    if (from > record.rows || (from < record.rows && !(await hasChunk(transaction, at)))) {
      throw refusal(`The next row of this import must be row ${record.rows}, counting from 0.`);
    }
    const dropped = from === record.rows ? 0 : await deleteChunksFrom(transaction, at);
    const total = from + rows.length;
    const bytes = record.bytes - dropped + chunks.reduce((sum, chunk) => sum + Buffer.byteLength(chunk.rows), 0);
    requireRoom(total, bytes);
    await insertChunks(transaction, record, chunks);
    await updateImport(transaction, record, { rows: total, bytes, kept_until: daysFromNow(waitingDays) });
    return total;
  });
}

/**
 * In rows that haven't been checked yet, replaces usernames that match a regular expression. A row whose username is replaced also loses
 * its values.
 */
export async function replaceUploadedRows(
  transaction: Transaction,
  userId: number,
  { pattern, by }: { pattern: string; by: string },
): Promise<void> {
  for (const { rows, ...chunk } of await listMatchingChunks(transaction, userId, pattern)) {
    await updateChunk(transaction, chunk, replaceInRows(rows, { pattern: new RegExp(pattern, 'i'), by }));
  }
}

type Chunk = { position: number; rows: string };

function chunksOf(rows: readonly NewImportRow[], { from, size }: { from: number; size: number }): Chunk[] {
  const starts = Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => index * size);
  return starts.map((start) => ({
    position: from + start,
    rows: storedRows(rows.slice(start, start + size)),
  }));
}

function requireReceiving(record: ImportRecord, rows: readonly NewImportRow[]): void {
  if (statusOf(record) !== 'receiving') throw refusal('This import no longer accepts rows.');
  if (rows.every(({ values = [] }) => values.length <= record.variables.length)) return;
  throw fieldError('rows', `A row can't have more values than this import has variables (${record.variables.length}).`);
}

function requireRoom(rows: number, bytes: number): void {
  if (rows > importRowsMax) {
    const most = importRowsMax.toLocaleString('en');
    throw new AppError('payload_too_large', `An import can have up to ${most} rows. Split the file.`);
  }
  if (bytes > importBytesMax) {
    throw new AppError(
      'payload_too_large',
      'This file has too much text for one import. Split it, or leave out some columns.',
    );
  }
}

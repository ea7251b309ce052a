import type { DataExport } from '@sandpiper/contract/data-export';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { App } from '../../platform/app-context.ts';
import { pauseIfEmbedded } from '../../platform/batches.ts';
import { startJob } from '../../platform/background-jobs.ts';
import type { DoPiece } from '../../platform/background-jobs.ts';
import { change } from '../../platform/change.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { recordActOf } from '../audit/audit.service.ts';
import type { Requester } from '../audit/audit.service.ts';
import { notifyExportReady } from '../notices/notices.service.ts';
import { streamArchive } from './archive.service.ts';
import {
  deleteExport,
  deleteSomeChunks,
  findAnyExport,
  findExport,
  insertChunk,
  insertExport,
  listOldExports,
  lockExport,
  markReady,
  readRows,
  renewExport,
} from './data-export.store.ts';
import type { ExportKey } from './data-export.store.ts';
import { exportKinds } from './export-kinds.ts';

export { expireExport } from './data-export.store.ts';

/*
 * Exports a user's data. A background job copies the rows into the export. The archive is built from these rows during the download.
 */

export const exportJobs = 'data-export';
/** Rows per batch. Reading a batch takes a few milliseconds, during which the embedded database can't serve other requests. */
const rowsAtOnce = 200;

export async function exportOf(app: App, userId: number): Promise<DataExport | null> {
  const found = await findExport(app.db, userId);
  if (found === undefined) return null;
  const { created_at, available_until, ready_at } = found;
  return { status: ready_at === null ? 'preparing' : 'ready', created_at, available_until };
}

/** Starts an export of a user's data. An export that is already being prepared continues. An export that is ready is replaced. */
export async function prepareExport(app: App, by: Requester): Promise<DataExport | null> {
  const { user } = by;
  if ((await exportOf(app, user.id))?.status !== 'preparing') await dropExport(app, user.id);
  await change(app, async (change) => {
    const inserted = await insertExport(change.transaction, user.id);
    if (inserted === undefined) return;
    await startJob(change, { userId: user.id, kind: exportJobs, subjectId: inserted.id }, firstProgress);
    await recordActOf(change, by, { action: 'data_export_requested' });
  });
  return exportOf(app, user.id);
}

const progressSchema = z.object({
  /** The index in `exportKinds` of the kind being read. */
  kind: z.int(),
  /** The key values of the last row of this kind that was read, or null before the first row is read. */
  after: z.array(z.string()).nullable(),
  /** The position of the next chunk. */
  position: z.int(),
});
type Progress = z.infer<typeof progressSchema>;
const firstProgress: Progress = { kind: 0, after: null, position: 0 };

/**
 * Copies the next batch of rows into the export. After the last kind of data, marks the export as ready and notifies the user. If the
 * export has expired, deletes what it contains and starts again.
 */
export const gatherNextRows: DoPiece = async (change, { job, progress }) => {
  const { transaction } = change;
  const key = { user_id: job.userId, id: job.subjectId };
  const found = await lockExport(transaction, key);
  if (found === undefined) return 'done';
  if (found.is_expired) {
    if ((await deleteSomeChunks(transaction, key)) === 0) await renewExport(transaction, key);
    return { progress: firstProgress };
  }
  const { kind: index, after, position } = progressSchema.parse(progress);
  const kind = exportKinds[index];
  if (kind === undefined) {
    await markReady(transaction, key);
    await notifyExportReady(change, job.userId);
    return 'done';
  }
  const rows = await readRows(transaction, job.userId, { kind, after, limit: rowsAtOnce });
  const last = rows.at(-1);
  if (last !== undefined) {
    const text = rows.map(({ row }) => row).join('\n');
    await insertChunk(transaction, key, { position, kind: kind.name, rows: text });
  }
  const next: Progress =
    last !== undefined && rows.length === rowsAtOnce
      ? { kind: index, after: last.place, position: position + 1 }
      : { kind: index + 1, after: null, position: position + 1 };
  return { progress: next };
};

export async function downloadExport(app: App, by: Requester): Promise<Readable> {
  const found = await findExport(app.db, by.user.id);
  if (found === undefined || found.ready_at === null) throw notFound('Export');
  await change(app, (change) => recordActOf(change, by, { action: 'data_export_downloaded' }));
  return streamArchive(app, found);
}

export async function dropExport(app: App, userId: number): Promise<void> {
  const key = await findAnyExport(app.db, userId);
  if (key !== undefined) await removeExport(app, key);
}

/** Deletes expired exports, except those that are still being prepared. The periodic sweep calls this function. */
export async function dropOldExports(app: App): Promise<void> {
  for (const key of await listOldExports(app.db)) await removeExport(app, key);
}

async function removeExport(app: App, key: ExportKey): Promise<void> {
  while ((await deleteSomeChunks(app.db, key)) > 0) await pauseIfEmbedded(app);
  await deleteExport(app.db, key);
}

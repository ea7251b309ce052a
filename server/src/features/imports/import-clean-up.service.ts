import type { App } from '../../platform/app-context.ts';
import { startJob } from '../../platform/background-jobs.ts';
import type { DoPiece, Job } from '../../platform/background-jobs.ts';
import { change } from '../../platform/change.ts';
import { deleteSomeRows } from './import-rows.store.ts';
import { moveImport } from './import-state.service.ts';
import type { OwnImport } from './import-state.service.ts';
import { deleteImport, findAnyImport, listOutdatedImports, lockImport, updateImport } from './imports.store.ts';

/* Rows are deleted in the background: of imports that were cancelled or that nobody continued, and after the time to undo. */

export const cleanUpJobs = 'import_clean_up';

/** About 10 ms for the embedded database. */
const rowsPerPiece = 1000;
const importsAtOnce = 20;

export function cleanUpJob({ userId, id }: OwnImport): Job {
  return { userId, kind: cleanUpJobs, subjectId: id };
}

/** Begins to delete the rows of imports whose time is over. The sweep calls it. */
export async function cleanUpImports(app: App): Promise<void> {
  for (const { user_id, id } of await listOutdatedImports(app.db, importsAtOnce)) {
    await change(app, async (change) => {
      const record = await lockImport(change.transaction, { user_id, id });
      const isUnfinished = record !== undefined && ['receiving', 'checked'].includes(record.status);
      if (isUnfinished) await moveImport(change, record, { status: 'dropped' });
      await startJob(change, cleanUpJob({ userId: user_id, id }), {});
    });
  }
}

/** Deletes the next rows, and in the end an import that was dropped. */
export const cleanUpNextRows: DoPiece = async ({ transaction }, { job, progress }) => {
  const key = { user_id: job.userId, id: job.subjectId };
  if ((await deleteSomeRows(transaction, key, rowsPerPiece)) > 0) return { progress };
  const record = await findAnyImport(transaction, key);
  if (record?.status === 'dropped') await deleteImport(transaction, key);
  else await updateImport(transaction, key, { kept_until: null });
  return 'done';
};

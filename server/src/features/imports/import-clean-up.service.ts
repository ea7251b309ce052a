import type { App } from '../../platform/app-context.ts';
import { startJob } from '../../platform/background-jobs.ts';
import type { DoPiece, Job } from '../../platform/background-jobs.ts';
import { attemptEach } from '../../platform/attempt-each.ts';
import { change } from '../../platform/change.ts';
import { deleteSomeRows } from './import-rows.store.ts';
import { moveImport } from './import-state.service.ts';
import type { OwnImport } from './import-state.service.ts';
import { deleteImport, findAnyImport, listOutdatedImports, lockOutdatedImport, updateImport } from './imports.store.ts';

/* Deletes import rows in the background: those of canceled or abandoned imports, and those of imports that can no longer be undone. */

export const cleanUpJobs = 'import_clean_up';

/** Rows per batch. A batch of this size takes the embedded database about 10 ms. */
const rowsPerPiece = 1000;
const importsAtOnce = 20;

export function cleanUpJob({ userId, id }: OwnImport): Job {
  return { userId, kind: cleanUpJobs, subjectId: id };
}

/**
 * Starts deleting the rows of imports whose deadline has passed. If such an import is unfinished, also drops the import. The
 * periodic sweep calls this function.
 */
export async function cleanUpImports(app: App): Promise<void> {
  await attemptEach(app, await listOutdatedImports(app.db, importsAtOnce), {
    work: ({ user_id, id }) =>
      change(app, async (change) => {
        const record = await lockOutdatedImport(change.transaction, { user_id, id });
        if (record === undefined) return;
        if (['receiving', 'checked'].includes(record.status)) await moveImport(change, record, { status: 'dropped' });
        await startJob(change, cleanUpJob({ userId: user_id, id }), {});
      }),
    failure: 'could not start deleting the rows of an expired import',
    identify: ({ id }) => ({ import: id }),
  });
}

/** Deletes the next batch of an import's rows. If none are left, also deletes the import if it was dropped. */
export const cleanUpNextRows: DoPiece = async ({ transaction }, { job, progress }) => {
  const key = { user_id: job.userId, id: job.subjectId };
  if ((await deleteSomeRows(transaction, key, rowsPerPiece)) > 0) return { progress };
  const record = await findAnyImport(transaction, key);
  if (record?.status === 'dropped') await deleteImport(transaction, key);
  else await updateImport(transaction, key, { kept_until: null });
  return 'done';
};

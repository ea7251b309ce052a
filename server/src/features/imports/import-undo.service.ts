import type { Import, UndoPreview } from '@sandpiper/contract/imports';
import { importUndoDays } from '@sandpiper/contract/limits';
import { z } from 'zod';
import type { App } from '../../platform/app-context.ts';
import { startJob } from '../../platform/background-jobs.ts';
import type { DoPiece } from '../../platform/background-jobs.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { lockPeople } from '../../platform/database/people-lock.ts';
import { lockCampaignsReaching, removeLockedRecipients } from '../recipients/recipient-removal.service.ts';
import { dropUsedVariables, removeUnusedVariables } from '../variables/variables.service.ts';
import { nextPositions } from './import-check.service.ts';
import type { Positions } from './import-conditions.store.ts';
import { endImport, findOwn, lockForPiece, lockOwn, moveImport, refusal } from './import-state.service.ts';
import type { ImportWithList, OwnImport } from './import-state.service.ts';
import { deleteOtherwiseUnknown } from './import-undo-people.store.ts';
import { listBeingMessaged, pagesOfContacted, pagesOfSent } from './import-undo-preview.store.ts';
import {
  forgetCreatedVariables,
  listAddedPeople,
  listCreatedVariables,
  listNotContacted,
  restoreValues,
} from './import-undo.store.ts';
import { isUndoable, statusOf } from './import-view.ts';
import { getImport } from './imports.service.ts';
import { updateImport } from './imports.store.ts';
import type { ImportRecord } from './imports.store.ts';

export const undoJobs = 'import_undo';

/** Starts undoing an import in the background. */
export async function undoImport(app: App, own: OwnImport): Promise<Import> {
  await change(app, async (change) => {
    const record = await lockOwn(change, own);
    if (!isUndoable(record)) throw refusal(whyNotUndoable(record));
    // The undo starts at the first row and uses `rows_done` for its own progress.
    await moveImport(change, record, { status: 'undoing', rows_done: 0 });
    await startJob(change, { userId: own.userId, kind: undoJobs, subjectId: own.id }, {});
  });
  return getImport(app, own);
}

function whyNotUndoable(record: ImportRecord): string {
  const status = statusOf(record);
  if (status === 'undoing') return 'This import is already being undone.';
  if (status === 'undone') return 'This import has already been undone.';
  if (status === 'importing') return 'This import is still running. Cancel it first.';
  if (record.list_id === null) return "This import's list was deleted.";
  if (status !== 'done' && status !== 'stopped') return "This import didn't add anyone.";
  return record.is_kept
    ? "This import didn't add anyone."
    : `An import can only be undone within ${importUndoDays} days.`;
}

/**
 * Returns what an undo would do now. `removes` includes people who have already been removed from the list since the import,
 * because only the undo itself detects them.
 */
export async function previewUndo(app: App, own: OwnImport): Promise<UndoPreview> {
  const record = await findOwn(app, own);
  if (!isUndoable(record) || record.list_id === null) throw refusal(whyNotUndoable(record));
  const key = { user_id: own.userId, id: own.id, list_id: record.list_id };
  const kept = new Set(await listBeingMessaged(app.db, key));
  const since = record.started_at ?? record.created_at;
  for (const pages of [pagesOfContacted(app.db, key, since), pagesOfSent(app.db, key)]) {
    for await (const ids of pages) for (const id of ids) kept.add(id);
  }
  return { removes: Math.max(0, record.added - kept.size), keeps: kept.size, restores: record.updated };
}

/** `names` are variables that undone imports created and that have no value for any recipient up to the ID `after`. */
const progressSchema = z.object({ after: z.int().default(0), names: z.array(z.string()).optional() });

/** Processes the next piece of an undo: first the import's rows, then the variables that the import created. */
export const undoNextPiece: DoPiece = async (change, { job, progress }) => {
  const record = await lockForPiece(change, job, 'undoing');
  if (record === undefined) return 'done';
  if (record.rows_done < record.rows) {
    await undoNextRows(change, record);
    return { progress };
  }
  const key = { userId: record.user_id, listId: record.list_id };
  const { after, names } = progressSchema.parse(progress);
  const created = names ?? (await listCreatedVariables(change.transaction, key));
  const next = await dropUsedVariables(change.transaction, key, { names: created, after });
  if (next.after !== null) return { progress: next };
  await endImport(change, record, 'undone');
  await forgetCreatedVariables(
    change.transaction,
    key,
    await removeUnusedVariables(change.transaction, key, next.names),
  );
  return 'done';
};

/** Undoes the next batch of rows. People who have been contacted since the import began stay on the list. */
async function undoNextRows(change: Change, record: ImportWithList): Promise<void> {
  const positions = nextPositions(change.app, record);
  const { removed, kept } = await removeAdded(change, record, positions);
  const restored = await restoreValues(change.transaction, record, positions);
  const counts = {
    removed: record.removed + removed,
    kept: record.kept + kept,
    restored: record.restored + restored,
  };
  await updateImport(change.transaction, record, { ...counts, rows_done: positions.to });
  // Prevent concurrent additions of people until the commit. Otherwise, a person who is being deleted here could be added to
  // another list.
  await lockPeople(change.transaction, record.user_id);
  await deleteOtherwiseUnknown(change.transaction, record, positions);
}

async function removeAdded(change: Change, record: ImportWithList, positions: Positions) {
  const { transaction } = change;
  const { user_id, started_at } = record;
  const added = await listAddedPeople(transaction, record, positions);
  const campaigns = await lockCampaignsReaching(change, user_id, added);
  // While these campaigns are locked, no agent can get the go-ahead to message these recipients.
  const since = started_at ?? record.created_at;
  const ids = await listNotContacted(transaction, record, { ids: added, since });
  const { removed } = await removeLockedRecipients(change, user_id, { ids, campaigns });
  return { removed: removed.length, kept: added.length - removed.length };
}

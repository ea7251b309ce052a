import type { App } from '../../platform/app-context.ts';
import type { Job } from '../../platform/background-jobs.ts';
import type { Change } from '../../platform/change.ts';
import { daysFromNow, now } from '../../platform/database/expressions.ts';
import { lockListForImport } from '../../platform/database/lists.store.ts';
import type { List } from '../../platform/database/lists.store.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { importUndoDays, smallImportRows } from '@sandpiper/contract/limits';
import { notifyImportEnded } from '../notices/notices.service.ts';
import { statusOf } from './import-view.ts';
import { findImport, lockImport, updateImport } from './imports.store.ts';
import type { ImportChange, ImportRecord } from './imports.store.ts';

/*
 * Functions that change imports. Every change of an import's status locks the import. A change that also writes to the list locks the
 * list first. Deleting a list takes the locks in the same order.
 */

export type OwnImport = { userId: number; id: number };

/** For how many days an import waits for the user's next step. */
export const waitingDays = 1;

export async function findOwn(app: App, { userId, id }: OwnImport): Promise<ImportRecord> {
  const found = await findImport(app.db, userId, id);
  if (found === undefined) throw notFound('Import');
  return found;
}

export async function lockOwn({ transaction }: Change, { userId, id }: OwnImport): Promise<ImportRecord> {
  const found = await lockImport(transaction, { user_id: userId, id });
  if (found === undefined) throw notFound('Import');
  return found;
}

export type ImportWithList = ImportRecord & { list_id: number };
type WithLockedList = { record: ImportWithList; list: List };

/** Locks an import and its list. Returns undefined if the import or the list no longer exists. */
export async function lockWithList(
  { transaction }: Change,
  { userId, id }: OwnImport,
): Promise<WithLockedList | undefined> {
  const listId = (await findImport(transaction, userId, id))?.list_id ?? null;
  const list = listId === null ? undefined : await lockListForImport(transaction, userId, listId);
  const record = await lockImport(transaction, { user_id: userId, id });
  if (listId === null || list === undefined || record?.list_id !== listId) return undefined;
  return { record: { ...record, list_id: listId }, list };
}

/**
 * Locks a job's import and the import's list. Returns undefined if the import doesn't have this status anymore, or if the list was deleted.
 * If the list was deleted, also ends the import.
 */
export async function lockForPiece(
  change: Change,
  { userId, subjectId: id }: Job,
  status: ImportRecord['status'],
): Promise<ImportWithList | undefined> {
  const found = await lockWithList(change, { userId, id });
  if (found !== undefined) return found.record.status === status ? found.record : undefined;
  const record = await lockImport(change.transaction, { user_id: userId, id });
  if (record?.status === status) await endImport(change, record, status === 'undoing' ? 'undone' : 'failed');
  return undefined;
}

export function refusal(text: string): AppError {
  return new AppError('invalid_state', text);
}

type Moved = Pick<ImportRecord, 'user_id' | 'id' | 'list_id' | 'status'>;
type NextStatus = 'checking' | 'checked' | 'importing' | 'undoing' | 'dropped';

/** Changes an import's status and, unless an undo starts, resets the import's deadline. Use `endImport` to end an import or its undo. */
export async function moveImport(
  change: Change,
  record: Moved,
  values: ImportChange & { status: NextStatus },
): Promise<void> {
  // An undo doesn't extend the deadline, so the import's rows are deleted at the same time as without an undo.
  const kept = values.status === 'undoing' ? {} : { kept_until: daysFromNow(waitingDays) };
  await updateImport(change.transaction, record, { ...kept, ...values });
  announce(change, { ...record, status: values.status });
}

type End = 'done' | 'stopped' | 'failed' | 'undone';

/** Ends an import or its undo. Notifies the user, unless the user stopped the import or a small import was completed. */
export async function endImport(change: Change, record: ImportRecord, status: End): Promise<void> {
  const isImport = status !== 'undone';
  await updateImport(change.transaction, record, {
    status,
    ...(isImport ? { ended_at: now, kept_until: daysFromNow(importUndoDays) } : {}),
  });
  const isSmall = status === 'done' && record.rows <= smallImportRows;
  if (status !== 'stopped' && !isSmall) {
    const { user_id, list_id, file_name, added, updated, removed, kept, restored } = record;
    const list_name = record.current_list_name ?? record.list_name;
    const counts = { added, updated, removed, kept, restored };
    await notifyImportEnded(change, { user_id, list_id, list_name, file_name, status, ...counts });
  }
  announce(change, { ...record, status });
}

function announce({ app, afterCommit }: Change, record: Moved): void {
  const { user_id, id, list_id } = record;
  afterCommit(() => app.events.toUser(user_id, 'import_update', { import_id: id, list_id, status: statusOf(record) }));
}

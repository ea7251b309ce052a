import type { Import } from '@sandpiper/contract/imports';
import type { ImportFate } from '@sandpiper/contract/import-fates';
import { openImportsMax, smallImportRows } from '@sandpiper/contract/limits';
import { listVariablesMax, tooManyVariablesRule } from '@sandpiper/contract/list-variables';
import type { Person } from '../../platform/access/person.ts';
import { lockUserRow } from '../../platform/access/access.store.ts';
import type { App } from '../../platform/app-context.ts';
import { jobToEnd, startJob } from '../../platform/background-jobs.ts';
import { change } from '../../platform/change.ts';
import { findList } from '../../platform/database/lists.store.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/database/postgres-errors.ts';
import { fieldError, notFound } from '../../platform/http/app-error.ts';
import { boundsOf, paginationOf } from '../../platform/http/answers.ts';
import type { PageRequest } from '../../platform/http/answers.ts';
import { cleanUpJob } from './import-clean-up.service.ts';
import { listRows } from './import-rows.store.ts';
import { endImport, findOwn, lockOwn, moveImport, refusal, waitingDays } from './import-state.service.ts';
import type { OwnImport } from './import-state.service.ts';
import { fatesOf, isUndoable, rowViewOf, viewOf } from './import-view.ts';
import { countOpenImports, insertImport, listImports } from './imports.store.ts';

export async function getImport(app: App, own: OwnImport): Promise<Import> {
  return viewOf(await findOwn(app, own));
}

/** Waits up to three seconds for the work on a small import, so that the page can show its result immediately. */
export async function importAfterWork(app: App, own: OwnImport, work: { kind: string; rows: number }): Promise<Import> {
  const job = { userId: own.userId, kind: work.kind, subjectId: own.id };
  if (work.rows <= smallImportRows) await jobToEnd(app, job);
  return getImport(app, own);
}

export async function importsOf(app: App, userId: number, query: PageRequest & { list_id?: number | undefined }) {
  const { imports, total } = await listImports(app.db, { userId, listId: query.list_id }, boundsOf(query));
  return { imports: imports.map(viewOf), pagination: paginationOf(query, total) };
}

type NewImport = { list_id: number; file_name: string; variables: string[] };

/** Creates an import that is waiting for its rows. */
export async function createImport(app: App, { id: userId, username }: Person, input: NewImport): Promise<Import> {
  const id = await change(app, async ({ transaction }) => {
    const list = await findList(transaction, userId, input.list_id);
    if (list === undefined) throw notFound('List');
    requireRoom(list.variables, input.variables);
    await lockUserRow(transaction, userId);
    if ((await countOpenImports(transaction, userId)) >= openImportsMax) {
      throw refusal('You have several unfinished imports. Finish or cancel one of them first.');
    }
    const values = { ...input, list_name: list.name, username, keptDays: waitingDays };
    return insertImport(transaction, userId, values);
  }).catch((error: unknown) => {
    if (isUniqueViolation(error, 'imports_unfinished')) {
      throw refusal("Another import into this list isn't finished. Finish or cancel it first.");
    }
    throw isForeignKeyViolation(error) ? notFound('List') : error;
  });
  return getImport(app, { userId, id });
}

/** Returns all variables that a list would have after an import. Throws if there would be too many. */
export function requireRoom(present: readonly string[], added: readonly string[]): string[] {
  const all = [...new Set([...present, ...added])];
  if (all.length <= listVariablesMax) return all;
  throw fieldError('variables', `${tooManyVariablesRule}. With this file, the list would have ${all.length}.`);
}

/**
 * Cancels an import. An import that is already adding people stops, and the people added so far stay on the list. Any other unfinished
 * import is dropped. Throws `invalid_state` if the import has already ended.
 */
export async function cancelImport(app: App, own: OwnImport): Promise<void> {
  await change(app, async (change) => {
    const record = await lockOwn(change, own);
    if (record.status === 'importing') return endImport(change, record, 'stopped');
    if (!['receiving', 'checking', 'checked'].includes(record.status)) {
      throw refusal(`This import has already ended.${isUndoable(record) ? ' You can undo it.' : ''}`);
    }
    await moveImport(change, record, { status: 'dropped' });
    await startJob(change, cleanUpJob(own), {});
  });
}

type RowsQuery = PageRequest & { fate?: ImportFate | undefined };

export async function pageOfRows(app: App, own: OwnImport, query: RowsQuery) {
  const record = await findOwn(app, own);
  if (!record.is_kept) return { rows: [], pagination: paginationOf(query, 0) };
  const fates = fatesOf(record);
  const total =
    query.fate === undefined ? Object.values(fates).reduce((sum, rows) => sum + rows, 0) : fates[query.fate];
  const rows = await listRows(app.db, record, { fate: query.fate, ...boundsOf(query) });
  return { rows: rows.map(rowViewOf), pagination: paginationOf(query, total) };
}

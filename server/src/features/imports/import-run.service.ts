import type { ImportFate, OptionalFate } from '@sandpiper/contract/import-fates';
import type { Import } from '@sandpiper/contract/imports';
import type { App } from '../../platform/app-context.ts';
import { startJob } from '../../platform/background-jobs.ts';
import type { DoPiece } from '../../platform/background-jobs.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { now } from '../../platform/database/expressions.ts';
import { updateList } from '../../platform/database/lists.store.ts';
import { lockPeopleShared } from '../../platform/database/people-lock.ts';
import { fieldError } from '../../platform/http/app-error.ts';
import { relinkRecipients } from '../deliveries/withdrawal.service.ts';
import { linkReturningPeople } from '../people/people.service.ts';
import { refuseWhileChanging } from '../variables/variables.service.ts';
import { judgeAgain, nextPositions } from './import-check.service.ts';
import { insertPeople, updateFates, updateValues } from './import-fates.store.ts';
import type { JudgedRow } from './import-fates.store.ts';
import { endImport, lockForPiece, lockOwn, lockWithList, moveImport, refusal } from './import-state.service.ts';
import type { ImportWithList, OwnImport } from './import-state.service.ts';
import { fatesOf, includeOf } from './import-view.ts';
import { importAfterWork, requireRoom } from './imports.service.ts';
import { updateImport } from './imports.store.ts';
import type { ImportRecord } from './imports.store.ts';

export const importJobs = 'import';

type StartInput = { include: OptionalFate[]; update_values: boolean; source?: string | undefined };

/** Starts a background job that adds the people from a checked import to its list. */
export async function startImport(app: App, own: OwnImport, input: StartInput): Promise<Import> {
  const { include, update_values, source = '' } = input;
  const rows = await change(app, async (change) => {
    const found = await lockWithList(change, own);
    if (found === undefined) {
      await lockOwn(change, own);
      throw refusal("This import's list was deleted.");
    }
    const { record, list } = found;
    if (record.status !== 'checked') throw refusal(notNow[record.status] ?? 'This import has already started.');
    if (source === '' && list.source === null) {
      throw fieldError('source', 'Enter where you found these people');
    }
    await refuseWhileChanging(change.transaction, own.userId, record.list_id);
    const variables = requireRoom(list.variables, record.variables);
    const ofList = { source: source === '' ? list.source : source, variables };
    await updateList(change.transaction, own.userId, list.id, ofList);
    const created_variables = variables.filter((name) => !list.variables.includes(name));
    const values = { include, update_values, created_variables, rows_done: 0, started_at: now };
    await moveImport(change, record, { status: 'importing', ...values });
    await startJob(change, { userId: own.userId, kind: importJobs, subjectId: own.id }, {});
    return record.rows;
  });
  return importAfterWork(app, own, { kind: importJobs, rows });
}

const notNow: Readonly<Partial<Record<ImportWithList['status'], string>>> = {
  receiving: 'Check this import first.',
  checking: 'This import is still being checked.',
};

/** Imports the next batch of rows. Decides the rows' fates again, because the lists may have changed since the check. */
export const importNextRows: DoPiece = async (change, { job, progress }) => {
  const record = await lockForPiece(change, job, 'importing');
  if (record === undefined) return 'done';
  const { transaction } = change;
  const positions = nextPositions(change.app, record);
  // Keep people from being forgotten between the decision about their rows and the import of those rows.
  await lockPeopleShared(transaction, record.user_id);
  const rows = await addPeople(change, record, await judgeAgain(change, record, positions));
  await updateFates(transaction, record, rows);
  const updated = record.update_values ? await updateValues(transaction, record, positions) : 0;
  const next = { ...record, ...countsAfter(record, rows), updated: record.updated + updated };
  const { added, fates } = next;
  await updateImport(transaction, record, { added, fates, updated: next.updated, rows_done: positions.to });
  if (positions.to < record.rows) return { progress };
  await endImport(change, next, 'done');
  return 'done';
};

function isImported(record: ImportRecord, fate: ImportFate): boolean {
  return fate === 'new' || includeOf(record).some((one) => one === fate);
}

/** Adds the people in these rows to the list, except where a row's fate rules that out. Returns the rows with their final fates. */
async function addPeople(
  { app, transaction }: Change,
  record: ImportWithList,
  rows: readonly JudgedRow[],
): Promise<JudgedRow[]> {
  const wanted = rows.filter(({ fate }) => isImported(record, fate));
  const added = new Set(await insertPeople(transaction, record, wanted));
  await linkReturningPeople(app, transaction, { userId: record.user_id, usernames: [...added] });
  await relinkRecipients(
    transaction,
    record.user_id,
    [...added].map((recipient) => ({ list_id: record.list_id, recipient })),
  );
  // A concurrent request may have just added the same person to the list.
  const isLate = ({ fate, username }: JudgedRow) => isImported(record, fate) && !added.has(username);
  return rows.map((row) => (isLate(row) ? { ...row, fate: 'on_this_list' } : row));
}

function countsAfter(record: ImportRecord, rows: readonly JudgedRow[]) {
  const fates = fatesOf(record);
  let { added } = record;
  for (const { before, fate } of rows) {
    fates[before] -= 1;
    fates[fate] += 1;
    if (isImported(record, fate)) added += 1;
  }
  return { fates: JSON.stringify(fates), added };
}

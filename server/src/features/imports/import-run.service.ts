import type { OptionalFate } from '@sandpiper/contract/import-fates';
import type { Import } from '@sandpiper/contract/imports';
import type { App } from '../../platform/app-context.ts';
import { startJob } from '../../platform/background-jobs.ts';
import type { DoPiece } from '../../platform/background-jobs.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { secondsFromNow } from '../../platform/database/expressions.ts';
import { lockPeopleShared } from '../../platform/database/people-lock.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { linkReturningPeople } from '../people/people.service.ts';
import { nextPositions, questionOf } from './import-check.service.ts';
import { addPeople, listAdded, listUsernames, updateValues } from './import-fates.store.ts';
import type { FateMove, FateQuestion } from './import-fates.store.ts';
import { endImport, lockForPiece, lockOwn, lockWithList, moveImport, refusal } from './import-state.service.ts';
import type { ImportWithList, OwnImport } from './import-state.service.ts';
import { fatesOf, includeOf } from './import-view.ts';
import { getImport, requireRoom } from './imports.service.ts';
import { updateImport, updateList } from './imports.store.ts';

export const importJobs = 'import';

type StartInput = { include: OptionalFate[]; update_values: boolean; source?: string | undefined };

/** Begins to import a checked import in the background. */
export async function startImport(app: App, own: OwnImport, input: StartInput): Promise<Import> {
  const { include, update_values, source = '' } = input;
  await change(app, async (change) => {
    const found = await lockWithList(change, own);
    if (found === undefined) {
      await lockOwn(change, own);
      throw refusal('The list of this import was deleted.');
    }
    const { record, list } = found;
    if (record.status !== 'checked') throw refusal(notNow[record.status] ?? 'This import has already started.');
    if (source === '' && list.source === null) {
      const text = 'Say where these people come from';
      throw new AppError('validation_failed', text, { fields: { source: text } });
    }
    const ofList = { userId: own.userId, listId: record.list_id };
    const variables = requireRoom(list.variables, record.variables);
    await updateList(change.transaction, ofList, { source: source === '' ? list.source : source, variables });
    const values = { include, update_values, rows_done: 0, started_at: secondsFromNow(0) };
    await moveImport(change, record, { status: 'importing', ...values });
    await startJob(change, { userId: own.userId, kind: importJobs, subjectId: own.id }, {});
  });
  return getImport(app, own);
}

const notNow: Readonly<Partial<Record<ImportWithList['status'], string>>> = {
  receiving: 'Check this import first.',
  checking: 'This import is still being checked.',
};

/** Adds the next people. Their fates are decided again, because the lists may have changed since the check. */
export const importNextRows: DoPiece = async (change, { job, progress }) => {
  const record = await lockForPiece(change, job, 'importing');
  if (record === undefined) return 'done';
  const { transaction } = change;
  const positions = nextPositions(record);
  // Nobody is forgotten between the decision about a person and its effect.
  await lockPeopleShared(transaction, record.user_id);
  const question = await questionOf(change, record, await listUsernames(transaction, record, positions));
  const include = includeOf(record);
  const moves = await addPeople(transaction, { ...question, include }, positions);
  await linkReturned(change, question);
  const updated = record.update_values ? await updateValues(transaction, question, positions) : 0;
  const counts = countsAfter(record, moves, include);
  const next = { ...record, added: counts.added, updated: record.updated + updated };
  const values = { added: next.added, updated: next.updated, rows_done: positions.to };
  await updateImport(transaction, record, { ...values, fates: JSON.stringify(counts.fates) });
  if (positions.to < record.rows) return { progress };
  await endImport(change, next, 'done');
  return 'done';
};

/** Connects those who were forgotten and added now with what is kept about them. */
async function linkReturned({ app, transaction }: Change, question: FateQuestion): Promise<void> {
  if (question.formerKeys.size === 0) return;
  const usernames = await listAdded(transaction, question, [...question.formerKeys.keys()]);
  await linkReturningPeople(app, transaction, { userId: question.user_id, usernames });
}

function countsAfter(record: ImportWithList, moves: readonly FateMove[], include: readonly OptionalFate[]) {
  const isAdded = (fate: FateMove['after']) => fate === 'new' || include.some((one) => one === fate);
  const fates = fatesOf(record);
  let { added } = record;
  for (const { before, after, rows } of moves) {
    fates[before] -= rows;
    fates[after] += rows;
    if (isAdded(after)) added += rows;
  }
  return { fates, added };
}

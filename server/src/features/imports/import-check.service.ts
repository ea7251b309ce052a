import type { Import } from '@sandpiper/contract/imports';
import type { App } from '../../platform/app-context.ts';
import { startJob } from '../../platform/background-jobs.ts';
import type { DoPiece } from '../../platform/background-jobs.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { scaledSeconds } from '../../platform/time-scale.ts';
import { formerKeysOf } from '../people/people.service.ts';
import { insertRowsWithFates, judgeRows, listUsernames, updateFates } from './import-fates.store.ts';
import type { Positions } from './import-conditions.store.ts';
import type { FateCount, FateQuestion, JudgedRow } from './import-fates.store.ts';
import { rowsPerPiece } from './import-rows.service.ts';
import { takeChunk } from './import-rows.store.ts';
import { lockForPiece, lockOwn, moveImport, refusal } from './import-state.service.ts';
import type { ImportWithList, OwnImport } from './import-state.service.ts';
import { fatesOf, statusOf } from './import-view.ts';
import { importAfterWork } from './imports.service.ts';
import { updateImport } from './imports.store.ts';
import { readRows } from './read-row.ts';

export const checkJobs = 'import_check';

type CheckInput = { rows: number; contacted_days: number | null };

/** Starts checking an import's rows in the background. */
export async function checkImport(app: App, own: OwnImport, { rows, contacted_days }: CheckInput): Promise<Import> {
  await change(app, async (change) => {
    const record = await lockOwn(change, own);
    const status = statusOf(record);
    // The client sends the same request again if it got no response.
    const isRepeated = status === 'checking' && record.rows === rows && record.contacted_days === contacted_days;
    if (isRepeated) return;
    if (status !== 'receiving' && status !== 'checked')
      throw refusal('This import is already being checked or has already started.');
    if (record.rows < rows) throw refusal(`${record.rows} of ${rows} rows have arrived. Send the rest first.`);
    if (record.rows > rows) throw refusal(`${record.rows} rows have arrived, but the import should have only ${rows}.`);
    await moveImport(change, record, { status: 'checking', contacted_days, rows_done: 0 });
    await startJob(change, { userId: own.userId, kind: checkJobs, subjectId: own.id }, {});
  });
  return importAfterWork(app, own, { kind: checkJobs, rows });
}

/** Checks the next batch of an import's rows. The import's `rows_done` stores the progress. */
export const checkNextRows: DoPiece = async (change, { job, progress }) => {
  const record = await lockForPiece(change, job, 'checking');
  if (record === undefined) return 'done';
  const { counted, to } = await checkRows(change, record);
  const fates = fatesOf(record);
  for (const { fate, rows } of counted) fates[fate] += rows;
  const isDone = to >= record.rows;
  const values = { rows_done: to, fates: JSON.stringify(fates) };
  if (isDone) await moveImport(change, record, { status: 'checked', ...values });
  else await updateImport(change.transaction, record, values);
  return isDone ? 'done' : { progress };
};

export function nextPositions(app: App, { rows, rows_done: from }: ImportWithList): Positions {
  return { from, to: Math.min(from + rowsPerPiece(app), rows) };
}

type Checked = { counted: FateCount[]; to: number };

/**
 * Checks the next batch of rows. During the first check, the rows are still in the chunks in which they arrived. Later checks
 * only decide the rows' fates again.
 */
async function checkRows(change: Change, record: ImportWithList): Promise<Checked> {
  const { transaction } = change;
  const { from, to } = nextPositions(change.app, record);
  const chunk = await takeChunk(transaction, { ...record, position: from });
  if (chunk === undefined) {
    const rows = await judgeAgain(change, record, { from, to });
    await updateFates(transaction, record, rows);
    return {
      counted: rows.flatMap(({ before, fate }) => [
        { fate: before, rows: -1 },
        { fate, rows: 1 },
      ]),
      to,
    };
  }
  const rows = readRows(chunk, from, record.variables);
  const usernames = rows.flatMap(({ username }) => (username === null ? [] : [username]));
  const question = await questionOf(change, record, usernames);
  return { counted: await insertRowsWithFates(transaction, question, rows), to: from + rows.length };
}

/** Decides the rows' fates again, except for rows with the fate `invalid` or `repeated`, because these fates never change. */
export async function judgeAgain(change: Change, record: ImportWithList, positions: Positions): Promise<JudgedRow[]> {
  const usernames = await listUsernames(change.transaction, record, positions);
  return judgeRows(change.transaction, await questionOf(change, record, usernames), positions);
}

const daySeconds = 86_400;

async function questionOf(
  { app, transaction }: Change,
  { user_id, id, list_id, contacted_days }: ImportWithList,
  usernames: readonly string[],
): Promise<FateQuestion> {
  return {
    user_id,
    id,
    list_id,
    contactedSeconds: scaledSeconds(app.config, (contacted_days ?? 0) * daySeconds),
    formerKeys: await formerKeysOf(app, transaction, { userId: user_id, usernames }),
  };
}

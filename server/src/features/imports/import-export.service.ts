import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { importProblems } from '@sandpiper/contract/import-fates';
import type { ImportFate } from '@sandpiper/contract/import-fates';
import { writeXlsxStream } from 'hucre/xlsx';
import type { App } from '../../platform/app-context.ts';
import { listRows } from './import-rows.store.ts';
import { findOwn } from './import-state.service.ts';
import type { OwnImport } from './import-state.service.ts';
import { rowViewOf } from './import-view.ts';
import type { ImportRecord } from './imports.store.ts';

const batchSize = 500;

const fateTexts: Readonly<Record<ImportFate, string>> = {
  invalid: 'Not a person',
  repeated: 'Repeated in the file',
  do_not_contact: 'Do not contact',
  on_this_list: 'Already on this list',
  contacted: 'Contacted lately',
  on_other_list: 'On another list',
  new: 'New',
};

const columns = [
  { header: 'Line', key: 'line', width: 10 },
  { header: 'In the file', key: 'given', width: 32 },
  { header: 'Username', key: 'username', width: 32 },
  { header: 'Fate', key: 'fate', width: 24 },
  { header: 'Reason', key: 'reason', width: 48 },
];

/** All rows with their fates as a spreadsheet, read and written in batches while the browser downloads it. */
export async function exportRows(app: App, own: OwnImport): Promise<Readable> {
  const record = await findOwn(app, own);
  const ofVariables = record.variables.map((name) => ({ header: name, key: `variable ${name}`, width: 20 }));
  const sheet = { name: 'Rows', columns: [...columns, ...ofVariables], freezePane: { rows: 1 } };
  return Readable.from(writeXlsxStream(cellsOf(app, record), sheet));
}

async function* cellsOf(app: App, record: ImportRecord) {
  for (let offset = 0; ; offset += batchSize) {
    const rows = await listRows(app.db, record, { fate: undefined, limit: batchSize, offset });
    for (const row of rows) {
      const { line, given, username, fate, problem, values } = rowViewOf(row);
      const reason = problem === null ? '' : importProblems[problem];
      // Every other cell is text, so a value that begins like a formula is never evaluated.
      yield [
        line,
        given,
        username ?? '',
        fateTexts[fate],
        reason,
        ...record.variables.map((name) => values[name] ?? ''),
      ];
    }
    if (rows.length < batchSize) return;
    await setImmediate();
  }
}

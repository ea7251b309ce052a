import type { ImportFate } from '@sandpiper/contract/import-fates';
import { valueOfVariable } from '@sandpiper/contract/list-variables';
import type { App } from '../../platform/app-context.ts';
import type { Table } from '../../platform/files/table-file.ts';
import { listRows } from './import-rows.store.ts';
import { findOwn, refusal } from './import-state.service.ts';
import type { OwnImport } from './import-state.service.ts';
import { rowViewOf } from './import-view.ts';
import type { ImportRecord } from './imports.store.ts';

const rowsPerBatch = 500;

const fateTexts: Readonly<Record<ImportFate, string>> = {
  invalid: "Can't be imported",
  repeated: 'Duplicate',
  do_not_contact: 'Do not contact',
  on_this_list: 'Already on this list',
  contacted: 'Contacted recently',
  on_other_list: 'On another list',
  new: 'New',
};

const columns = [
  { header: 'Row', width: 10 },
  { header: 'Original', width: 32 },
  { header: 'Username', width: 32 },
  { header: 'Status', width: 24 },
  { header: 'Reason', width: 48 },
];

/**
 * Exports all rows of an import with their fates. Reads the rows in batches during the download. Throws `invalid_state` if the rows haven't
 * been checked yet or are no longer kept.
 */
export async function tableOfRows(app: App, own: OwnImport): Promise<Table> {
  const record = await findWithRows(app, own);
  if (record.status === 'receiving' || record.status === 'checking') {
    throw refusal("The rows of this import haven't been checked yet. Try again once they have been.");
  }
  const ofVariables = record.variables.map((header) => ({ header, width: 20 }));
  return { name: 'Rows', columns: [...columns, ...ofVariables], batches: batchesOf(app, own, record) };
}

async function findWithRows(app: App, own: OwnImport): Promise<ImportRecord> {
  const record = await findOwn(app, own);
  if (!record.is_kept) throw refusal('The rows of this import are no longer available.');
  return record;
}

async function* batchesOf(app: App, own: OwnImport, record: ImportRecord) {
  for (let offset = 0; ; offset += rowsPerBatch) {
    const rows = await listRows(app.db, record, { fate: undefined, limit: rowsPerBatch, offset });
    yield rows
      .map(rowViewOf)
      .map(({ line, given, username, fate, reason, values }) => [
        line,
        given,
        username,
        fateTexts[fate],
        reason,
        ...record.variables.map((name) => valueOfVariable(values, name) ?? null),
      ]);
    if (rows.length < rowsPerBatch) break;
  }
  // If the import was canceled or its rows were deleted during the export, rows may be missing. This call then throws an error, which
  // aborts the download, so that nobody mistakes the file for complete.
  await findWithRows(app, own);
}

import { importFates, importProblems, optionalFates } from '@sandpiper/contract/import-fates';
import type { ImportFate, OptionalFate } from '@sandpiper/contract/import-fates';
import type { Import, ImportRow, ImportStatus } from '@sandpiper/contract/imports';
import { z } from 'zod';
import type { listRows } from './import-rows.store.ts';
import type { ImportRecord } from './imports.store.ts';

const countsSchema = z.partialRecord(z.enum(importFates), z.int());

export type Fates = Record<ImportFate, number>;

/** Returns an import's number of rows per fate. */
export function fatesOf(record: Pick<ImportRecord, 'fates'>): Fates {
  const counts = countsSchema.parse(record.fates);
  const { invalid = 0, repeated = 0, do_not_contact = 0, on_this_list = 0, contacted = 0, on_other_list = 0 } = counts;
  return { invalid, repeated, do_not_contact, on_this_list, contacted, on_other_list, new: counts.new ?? 0 };
}

export function includeOf({ include }: Pick<ImportRecord, 'include'>): OptionalFate[] {
  return optionalFates.filter((fate) => include.includes(fate));
}

const openWithoutList: ReadonlySet<string> = new Set(['receiving', 'checking', 'checked', 'importing']);

/** Returns the status to show. A dropped import is shown as failed, and so is an unfinished import whose list was deleted. */
export function statusOf({ status, list_id }: Pick<ImportRecord, 'status' | 'list_id'>): ImportStatus {
  if (status === 'dropped' || (list_id === null && openWithoutList.has(status))) return 'failed';
  return status;
}

export function isUndoable(record: ImportRecord): boolean {
  const { status, list_id, is_kept, added, updated } = record;
  return (status === 'done' || status === 'stopped') && list_id !== null && is_kept && added + updated > 0;
}

export function viewOf(record: ImportRecord): Import {
  const { list_id, current_list_name: name, source, kept_until, ...rest } = record;
  const hasList = list_id !== null && name !== null;
  return {
    id: rest.id,
    list: hasList ? { id: list_id, name, source } : null,
    list_name: name ?? rest.list_name,
    file_name: rest.file_name,
    username: rest.username,
    status: statusOf(record),
    variables: rest.variables,
    rows: rest.rows,
    rows_done: rest.rows_done,
    contacted_days: rest.contacted_days,
    include: includeOf(record),
    update_values: rest.update_values,
    fates: fatesOf(record),
    added: rest.added,
    updated: rest.updated,
    removed: rest.removed,
    kept: rest.kept,
    restored: rest.restored,
    created_at: rest.created_at,
    started_at: rest.started_at,
    ended_at: rest.ended_at,
    undo_until: isUndoable(record) ? kept_until : null,
    rows_until: kept_until,
  };
}

type StoredRow = Awaited<ReturnType<typeof listRows>>[number];

const valuesSchema = z.record(z.string(), z.string());

export function rowViewOf({ line, given, username, variables, problem, fate }: StoredRow): ImportRow {
  const reason = problem === null ? null : importProblems[problem];
  return { line, given, username, values: valuesSchema.parse(variables ?? {}), fate, problem, reason };
}

import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { importFates, importProblemCodes, optionalFates, readerProblems } from './import-fates.ts';
import {
  defaultPageSize,
  importCellMaxLength,
  importChunkBytes,
  importChunkRows,
  importFileNameMaxLength,
  importRowsMax,
  listSourceMaxLength,
} from './limits.ts';
import {
  listVariablesMax,
  tooManyVariablesRule,
  usernameVariable,
  usernameVariableRule,
  variableNamePattern,
  variableNameRule,
} from './list-variables.ts';
import {
  dateTimeSchema,
  idParamsSchema,
  idSchema,
  limitSchema,
  pageSchema,
  paginationSchema,
  successSchema,
  trimmedText,
} from './primitives.ts';
import { tableFile, tableFormatSchema } from './table-files.ts';

/*
 * The endpoints for importing a file: create an import, send the rows, check them, start the import, and possibly undo it. The server
 * checks and imports the rows in the background. `GET /api/imports/:id` and the event `import_update` report the progress.
 */

/**
 * The statuses of an import: `receiving` → `checking` → `checked` → `importing` → `done`. The import ends as `stopped` if the
 * user cancels it while it is adding people, or as `failed` if its list is deleted. If the user cancels the import earlier,
 * `import_update` reports `failed`, and the import is deleted. An undo goes through `undoing` to `undone`.
 */
export const importStatuses = [
  'receiving',
  'checking',
  'checked',
  'importing',
  'done',
  'stopped',
  'failed',
  'undoing',
  'undone',
] as const;
export type ImportStatus = (typeof importStatuses)[number];

const optionalFateSchema = z.enum(optionalFates);

/** The list that an import adds people to. */
export const importedListSchema = z.object({ id: idSchema, name: z.string(), source: z.string().nullable() });

export const importSchema = z.object({
  id: idSchema,
  /** Null if the list was deleted. */
  list: importedListSchema.nullable(),
  list_name: z.string(),
  file_name: z.string(),
  /** The user who created the import. */
  username: z.string(),
  status: z.enum(importStatuses),
  /** The variables that the file's columns fill, in column order. */
  variables: z.array(z.string()),
  /** How many rows the server has received. */
  rows: z.int(),
  /** How many of the rows have been checked, imported or undone, depending on the status. */
  rows_done: z.int(),
  contacted_days: z.int().nullable(),
  include: z.array(optionalFateSchema),
  update_values: z.boolean(),
  /** How many rows have each fate. */
  fates: z.record(z.enum(importFates), z.int()),
  /** People added to the list. */
  added: z.int(),
  /** People already on the list whose values were changed. */
  updated: z.int(),
  /** Since an undo began: how many people were removed from the list, kept because they were contacted, or given their old values back. */
  removed: z.int(),
  kept: z.int(),
  restored: z.int(),
  created_at: dateTimeSchema,
  started_at: dateTimeSchema.nullable(),
  ended_at: dateTimeSchema.nullable(),
  /** The deadline for undoing the import. Null if there is nothing to undo, or if it is too late. */
  undo_until: dateTimeSchema.nullable(),
  /** When the import's rows are deleted. An unfinished import is deleted along with them. Null if the rows have already been deleted. */
  rows_until: dateTimeSchema.nullable(),
});
export type Import = z.infer<typeof importSchema>;

export const undoPreviewSchema = z.object({
  /**
   * How many people would be removed from the list. Includes people who have already been removed since the import, because only the undo
   * itself detects them.
   */
  removes: z.int(),
  /** People who would stay on the list because they have been contacted, or because a message to them may be on its way. */
  keeps: z.int(),
  /** People whose earlier values would be restored, unless someone has changed them since. */
  restores: z.int(),
});
export type UndoPreview = z.infer<typeof undoPreviewSchema>;

const cell = z.string().max(importCellMaxLength, `Use at most ${importCellMaxLength} characters in a cell`);

export const newImportRowSchema = z.object({
  /** The line in the file, starting at 1. */
  line: z.int().min(1).max(1_000_000_000),
  /** The person as named in the file. */
  username: cell,
  /** The row's values, in the order of the import's variables. */
  values: z.array(cell).max(listVariablesMax).optional(),
  problem: z.enum(readerProblems).optional(),
});
export type NewImportRow = z.infer<typeof newImportRowSchema>;

export const importRowSchema = z.object({
  line: z.int(),
  /** The person as named in the file. */
  given: z.string(),
  /** The normalized username. Null if the row is invalid. */
  username: z.string().nullable(),
  values: z.record(z.string(), z.string()),
  fate: z.enum(importFates),
  problem: z.enum(importProblemCodes).nullable(),
  /** A description of the problem for the user. */
  reason: z.string().nullable(),
});
export type ImportRow = z.infer<typeof importRowSchema>;

const variableNames = z
  .array(z.string().regex(variableNamePattern, { error: variableNameRule, abort: true }))
  .max(listVariablesMax, tooManyVariablesRule)
  .refine((names) => !names.includes(usernameVariable), usernameVariableRule)
  .refine((names) => new Set(names).size === names.length, 'Two columns have the same name');

export const importAnswerSchema = z.object({ import: importSchema });
const page = { page: pageSchema.default(1), limit: limitSchema(defaultPageSize) };

export const importsApi = {
  'GET /api/imports': {
    summary: 'List imports, newest first',
    access: 'user',
    query: z.object({ list_id: z.coerce.number().pipe(idSchema).optional(), ...page }),
    response: z.object({ imports: z.array(importSchema), pagination: paginationSchema }),
  },
  'POST /api/imports': {
    summary: 'Create an import into a list. A list can have only one import at a time',
    access: 'user',
    quota: 'imports',
    needsSubscription: true,
    body: z.object({
      list_id: idSchema,
      file_name: trimmedText({ max: importFileNameMaxLength, required: 'File name is required' }),
      variables: variableNames,
    }),
    response: importAnswerSchema,
  },
  'GET /api/imports/:id': {
    summary: 'Get an import',
    access: 'user',
    params: idParamsSchema,
    response: importAnswerSchema,
  },
  'DELETE /api/imports/:id': {
    summary:
      'Cancel an import. An import that is already adding people stops, and the people added so far stay on the list unless the import is undone. Any other unfinished import is deleted',
    access: 'user',
    params: idParamsSchema,
    response: successSchema,
  },
  'PUT /api/imports/:id/rows': {
    summary: 'Send the next rows of an import. Sending rows again replaces them and deletes all rows after them',
    access: 'user',
    quota: 'importRows',
    needsSubscription: true,
    maxBodyBytes: importChunkBytes,
    params: idParamsSchema,
    body: z.object({
      /** The index of the first of these rows, starting at 0. */
      from: z.int().min(0).max(importRowsMax),
      rows: z
        .array(newImportRowSchema)
        .min(1)
        .max(importChunkRows, {
          error: `Send at most ${importChunkRows.toLocaleString('en')} rows in one request`,
          abort: true,
        }),
    }),
    response: z.object({ /** How many rows the server has received so far. */ rows: z.int() }),
  },
  'GET /api/imports/:id/rows': {
    summary: 'List the rows of an import and what happens to each, in file order',
    access: 'user',
    params: idParamsSchema,
    query: z.object({ fate: z.enum(importFates).optional(), ...page }),
    response: z.object({ rows: z.array(importRowSchema), pagination: paginationSchema }),
  },
  'GET /api/imports/:id/rows/export': {
    summary: 'Export all rows of an import, with what happened to each',
    access: 'user',
    quota: 'exports',
    params: idParamsSchema,
    query: z.object({ format: tableFormatSchema.unwrap().default('xlsx') }),
    response: tableFile,
  },
  'POST /api/imports/:id/check': {
    summary: 'Check the rows of an import before anything is added to the list. Can be repeated',
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    body: z.object({
      /** How many rows the client has sent. The call is rejected if the server has received a different number. */
      rows: z.int().min(1, 'There are no rows in this file').max(importRowsMax),
      /** People contacted within this many days get the fate `contacted`. If null, nobody gets that fate. */
      contacted_days: z.int().min(1).max(3650).nullable(),
    }),
    response: importAnswerSchema,
  },
  'POST /api/imports/:id/start': {
    summary: 'Add the new people from a checked import to its list, in the background',
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    body: z.object({
      /** Rows with these fates are imported in addition to rows with the fate `new`. */
      include: z.array(optionalFateSchema).max(optionalFates.length),
      /** Whether people already on this list get the values from the file. */
      update_values: z.boolean(),
      /** Where these people come from. Required if the list has no source yet. */
      source: trimmedText({ max: listSourceMaxLength }).optional(),
    }),
    response: importAnswerSchema,
  },
  'GET /api/imports/:id/undo': {
    summary: 'Preview what undoing an import would do',
    access: 'user',
    params: idParamsSchema,
    response: undoPreviewSchema,
  },
  'POST /api/imports/:id/undo': {
    summary:
      "Undo an import in the background. Removes the people the import added who haven't been contacted, and restores the values the import changed",
    access: 'user',
    needsSubscription: true,
    params: idParamsSchema,
    response: importAnswerSchema,
  },
} satisfies ApiPart;

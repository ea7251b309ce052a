import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { dateTimeSchema, successSchema } from './primitives.ts';

/** An archive of all the user's data. */
export const dataExportSchema = z.object({
  status: z.enum(['preparing', 'ready']),
  created_at: dateTimeSchema,
  /** When the archive can no longer be downloaded. */
  available_until: dateTimeSchema,
});
export type DataExport = z.infer<typeof dataExportSchema>;

export const dataExportAnswerSchema = z.object({ export: dataExportSchema.nullable() });

export const dataExportApi = {
  'GET /api/data-export': {
    summary: "Get the export of all of the user's data, or null if there is none",
    access: 'user',
    whileDeletionPending: true,
    response: dataExportAnswerSchema,
  },
  'POST /api/data-export': {
    summary:
      "Prepare an export of all of the user's data in the background. It replaces the previous export. If an export is already being prepared, nothing changes",
    access: 'user',
    quota: 'dataExports',
    needsRecentSignIn: true,
    whileDeletionPending: true,
    response: dataExportAnswerSchema,
  },
  'GET /api/data-export/file': {
    summary:
      'Download the export: a ZIP that contains a JSON file for each kind of data and one spreadsheet with a sheet for each kind',
    access: 'user',
    quota: 'exports',
    needsRecentSignIn: true,
    whileDeletionPending: true,
    response: { file: 'application/zip' },
  },
  'DELETE /api/data-export': {
    summary: 'Delete the export from the server',
    access: 'user',
    whileDeletionPending: true,
    response: successSchema,
  },
} satisfies ApiPart;

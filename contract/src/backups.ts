import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { dateTimeSchema, successSchema } from './primitives.ts';

export const backupFileSchema = z.object({
  name: z.string(),
  made_at: dateTimeSchema,
  size_bytes: z.number(),
});

export const backupFailureSchema = z.object({ at: dateTimeSchema, error: z.string() });

export const backupsSchema = z.object({
  /** With `server`, the database server's operator makes the backups, and the other fields have no meaning. */
  database: z.enum(['embedded', 'server']),
  /** Hours between automatic backups. 0 means never. */
  every_hours: z.number(),
  /** The number of backup files to keep. */
  keep: z.number(),
  /** The backup files, newest first. */
  files: z.array(backupFileSchema),
  is_under_way: z.boolean(),
  /**
   * The last failed backup since the server started. Null once a later backup has succeeded. While the backup folder can't be read, this
   * is the reason for that instead.
   */
  last_failure: backupFailureSchema.nullable(),
});
export type Backups = z.infer<typeof backupsSchema>;

export const restoreSchema = z.object({
  /** When the backup was made. Null if the backup file doesn't say. */
  backup_made_at: dateTimeSchema.nullable(),
  restored_at: dateTimeSchema,
});
export type Restore = z.infer<typeof restoreSchema>;

/** A backup's file name. It can't contain path separators, so it can't point outside the backup folder. */
const nameSchema = z.string().regex(/^sandpiper-[0-9TZ-]{10,40}\.sql\.gz$/, "This isn't the name of a backup");

export const backupsApi = {
  'GET /api/backups': {
    summary: 'List backups of the embedded database, and report whether the last backup succeeded',
    access: 'admin',
    response: backupsSchema,
  },
  'POST /api/backups': {
    summary: 'Start a backup now',
    access: 'admin',
    response: backupsSchema,
  },
  'GET /api/backups/:name': {
    summary: 'Download a backup',
    access: 'admin',
    quota: 'exports',
    needsRecentSignIn: true,
    params: z.object({ name: nameSchema }),
    response: { file: 'application/octet-stream' },
  },
  'GET /api/restore': {
    summary: 'Get the restored backup that is waiting for confirmation',
    access: 'admin',
    response: z.object({ restore: restoreSchema.nullable() }),
  },
  'POST /api/restore/confirm': {
    summary: 'Let agents work again after a backup has been restored',
    access: 'admin',
    response: successSchema,
  },
} satisfies ApiPart;

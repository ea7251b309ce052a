import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Config } from './platform/config.ts';
import { BackupError } from './platform/database/backup/backup-error.ts';
import { orderBackup } from './platform/database/backup/backup-order.ts';
import { backUp } from './platform/database/backup/backup.ts';
import { markRestored, restore, restoreToServer } from './platform/database/backup/restore.ts';
import { openDatabase } from './platform/database/database.ts';
import { DirectoryLockedError } from './platform/database/directory-lock.ts';
import { migrate } from './platform/database/migrations.ts';

/* The operator's commands for backups. */

export async function writeBackup({ databaseUrl, dataDir }: Config, argument: string): Promise<void> {
  if (databaseUrl !== null) throw new BackupError('This database is on a PostgreSQL server. Back it up with pg_dump.');
  const file = resolve(argument);
  await backUp(dataDir, file).catch((error: unknown) => {
    if (error instanceof DirectoryLockedError) return orderBackup(dataDir, file);
    throw error;
  });
  const { size } = await stat(file);
  console.log(`Wrote ${argument} (${size} bytes). Keep a copy of ${dataDir}/secret.key too, but in a separate place.`);
}

const whatNext = 'Agents get no work until an administrator has signed in and confirmed the restore.';

export async function readBackup({ databaseUrl, dataDir }: Config, backup: string): Promise<void> {
  if (databaseUrl === null) await restore(dataDir, resolve(backup));
  else await restoreToServer(databaseUrl, resolve(backup));
  console.log(
    `Restored the backup to ${databaseUrl === null ? dataDir : 'the database in DATABASE_URL'}. ` +
      `Put the secret.key from the time of the backup into ${dataDir}, or set SECRET_KEY to the key used then. Then start the server. ${whatNext}`,
  );
}

export async function markAsRestored({ databaseUrl, dataDir }: Config): Promise<void> {
  const { pool, close } = await openDatabase(databaseUrl === null ? { dataDir } : { databaseUrl });
  try {
    await migrate(pool);
    await markRestored(pool);
  } finally {
    await close();
  }
  console.log(`Marked the database as restored. Start the server. ${whatNext}`);
}

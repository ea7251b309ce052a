import { access, constants, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { Config } from './platform/config.ts';
import { orderBackup } from './platform/database/backup/backup-order.ts';
import { backUp } from './platform/database/backup/backup.ts';
import { migrateEmbedded } from './platform/database/backup/copy-before-migration.ts';
import { isDump } from './platform/database/backup/load-dump.ts';
import { markRestored, restore, restoreToServer } from './platform/database/backup/restore.ts';
import { DirectoryLockedError } from './platform/database/directory-lock.ts';
import { openExisting } from './platform/database/configured-database.ts';
import { migrate } from './platform/database/migrations.ts';
import { OperatorError } from './platform/operator-error.ts';

/* The commands that back up and restore the database. */

export async function writeBackup({ databaseUrl, dataDir }: Config, argument: string): Promise<void> {
  if (databaseUrl !== null)
    throw new OperatorError('This database is on a PostgreSQL server. Back it up with pg_dump.');
  const file = resolve(argument);
  await requireWritable(file, dataDir);
  await backUp(dataDir, file).catch((error: unknown) => {
    if (error instanceof DirectoryLockedError) return orderBackup(dataDir, file);
    throw error;
  });
  const { size } = await stat(file);
  console.log(`Wrote ${argument} (${size} bytes). Keep a copy of ${dataDir}/secret.key too, but in a separate place.`);
}

/** The names of the server's own files and folders in DATA_DIR. Some of them don't always exist. */
const ownName = /^(secret\.key|lock|page-pack\.json|postgres(\.unfinished)?|backups|backup-(copy|order-.*|answer-.*))$/;

/**
 * Throws if the backup can't be written to `file`, or would replace something other than an earlier backup. Call this function before
 * making the backup, so that a wrong path is reported immediately.
 */
async function requireWritable(file: string, dataDir: string): Promise<void> {
  const present = await stat(file).catch(() => undefined);
  if (present?.isDirectory() === true) throw new OperatorError(`${file} is a folder. Add a file name.`);
  if (dirname(file) === dataDir && ownName.test(basename(file)))
    throw new OperatorError(`The server keeps its own data in ${file}. Choose another name.`);
  if (present?.isFile() === true && !(await isDump(file)))
    throw new OperatorError(`${file} exists and isn't a backup. Choose another name, or delete the file first.`);
  await access(dirname(file), constants.W_OK).catch((cause: unknown) => {
    throw new OperatorError(`The folder ${dirname(file)} doesn't exist or isn't writable. Choose another one.`, {
      cause,
    });
  });
}

const whatNext = 'Agents get no work until an administrator has signed in and confirmed the restore.';

export async function readBackup({ databaseUrl, dataDir }: Config, backup: string): Promise<void> {
  if (databaseUrl === null) await restore(dataDir, resolve(backup));
  else await restoreToServer(databaseUrl, resolve(backup));
  console.log(
    `Restored the backup to ${databaseUrl === null ? dataDir : 'the database in DATABASE_URL'}. ` +
      `Put the secret.key from the time of the backup into ${dataDir}, or set SECRET_KEY to the key from that time. Then start the server. ${whatNext}`,
  );
}

export async function markAsRestored(config: Config): Promise<void> {
  const { pool, close } = await openExisting(config);
  try {
    if (config.databaseUrl === null) await migrateEmbedded(config.dataDir, pool);
    else await migrate(pool);
    await markRestored(pool);
  } finally {
    await close();
  }
  console.log(`Marked the database as restored. Start the server. ${whatNext}`);
}

import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { onlyRow } from '../only-row.ts';

/** Starts backup mode, in which the files can be copied. The same database session must end backup mode. */
export async function startFileCopy(db: Database): Promise<void> {
  await sql`SELECT pg_backup_start('backup', true)`.execute(db);
}

type End = { label: string; firstLog: string; lastLog: string };

/**
 * Ends backup mode. Returns what makes the copy consistent: the text of its label file, and the names of the first and last log file to
 * copy.
 */
export async function endFileCopy(db: Database): Promise<End> {
  const { rows } = await sql<{ label: string; last: string }>`
    SELECT labelfile AS label, pg_walfile_name(lsn) AS last FROM pg_backup_stop(false)`.execute(db);
  const { label, last: lastLog } = onlyRow(rows);
  const firstLog = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1];
  if (firstLog === undefined) throw new Error("The database didn't report where the copy of its files starts");
  return { label, firstLog, lastLog };
}

import { setPriority } from 'node:os';
import { errorCodeOf } from '../../error-code.ts';
import { openFolder } from '../embedded.ts';
import { keepAwake } from '../keep-awake.ts';
import { writeDump } from './dump.ts';

/*
 * Writes a backup from a copy of the database's files. Arguments: the copy's folder, the backup file, and the time of the backup. Runs in a
 * separate process, because reading a whole database would block all requests in the server's process.
 */

/** The process's nice value. It gives the process a lower priority than the server, but not the lowest one. */
const behindServer = 10;

async function dumpCopy([folder, file, madeAt]: string[]): Promise<void> {
  if (folder === undefined || file === undefined || madeAt === undefined) throw new Error('Too few arguments');
  setPriority(behindServer);
  const database = await openFolder(folder);
  try {
    await writeDump(database.pool, file, new Date(madeAt));
  } finally {
    await database.close();
  }
}

/** Returns one line, because the server shows it to administrators. */
function failureText(error: unknown): string {
  if (errorCodeOf(error) === 'ENOSPC') return 'The disk is full. Free some space and try again.';
  return error instanceof Error ? error.message : String(error);
}

await keepAwake(dumpCopy(process.argv.slice(2))).catch((error: unknown) => {
  console.error(failureText(error));
  process.exitCode = 1;
});

import { access } from 'node:fs/promises';
import { BackupError } from './backup-error.ts';
import { databaseFolder, openEmbedded } from '../embedded.ts';
import { keepAwake } from '../keep-awake.ts';
import { writeDump } from './dump.ts';

/**
 * Writes the embedded database of a stopped server to one file. Until the file is complete, a lock on the folder keeps the server from
 * starting.
 */
export function backUp(dataDir: string, file: string): Promise<void> {
  return keepAwake(backUpStopped(dataDir, file));
}

async function backUpStopped(dataDir: string, file: string): Promise<void> {
  if (!(await isThere(databaseFolder(dataDir))))
    throw new BackupError(`No embedded database was found in ${dataDir}. Check DATA_DIR.`);
  const embedded = await openEmbedded(dataDir);
  try {
    await writeDump(embedded.pool, file, new Date());
  } finally {
    await embedded.close();
  }
}

export function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

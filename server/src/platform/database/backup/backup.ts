import { openEmbedded } from '../embedded.ts';
import { requireEmbedded } from '../configured-database.ts';
import { keepAwake } from '../keep-awake.ts';
import { writeDump } from './dump.ts';

/**
 * Writes the embedded database of a stopped server to one file. Until the file is complete, a lock on the folder keeps the server from
 * starting. Throws if there is no database or a process is using it.
 */
export function backUp(dataDir: string, file: string): Promise<void> {
  return keepAwake(backUpStopped(dataDir, file));
}

async function backUpStopped(dataDir: string, file: string): Promise<void> {
  requireEmbedded(dataDir);
  const embedded = await openEmbedded(dataDir);
  try {
    await writeDump(embedded.pool, file, new Date());
  } finally {
    await embedded.close();
  }
}

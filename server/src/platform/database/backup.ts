import { access, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openEmbedded } from './embedded.ts';
import { keepAwake } from './keep-awake.ts';

/** Says what is wrong in a sentence for the person at the keyboard. */
export class BackupError extends Error {}

/** Writes the embedded database to one file. The server must be stopped: the folder's lock says so. */
export function backUp(dataDir: string, file: string): Promise<number> {
  return keepAwake(writeBackup(dataDir, file));
}

async function writeBackup(dataDir: string, file: string): Promise<number> {
  await access(join(dataDir, 'postgres')).catch(() => {
    throw new BackupError(`There is no embedded database in ${dataDir}.`);
  });
  const embedded = await openEmbedded(dataDir);
  try {
    const archive = Buffer.from(await (await embedded.dump()).arrayBuffer());
    // Written beside and renamed: a backup that broke off must not look like one.
    const unfinished = join(dirname(file), `.${Date.now()}.unfinished`);
    const handle = await open(unfinished, 'wx', 0o600);
    try {
      await handle.writeFile(archive);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
    return archive.length;
  } finally {
    await embedded.close();
  }
}

/** Makes an embedded database from a backup, in a folder that has none. */
export function restore(dataDir: string, file: string): Promise<void> {
  return keepAwake(readBackup(dataDir, file));
}

async function readBackup(dataDir: string, file: string): Promise<void> {
  const isThere = await access(join(dataDir, 'postgres')).then(
    () => true,
    () => false,
  );
  if (isThere) throw new BackupError(`${dataDir} holds a database already. Restore into another DATA_DIR.`);
  const embedded = await openEmbedded(dataDir, new Blob([await readFile(file)]));
  await embedded.pool.query('SELECT 1 FROM schema_migrations');
  await embedded.close();
}

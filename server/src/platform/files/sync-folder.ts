import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Syncs the folder of a file to disk, so that the file's name survives a power failure. Windows neither needs nor allows this. */
export async function syncFolderOf(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

import { chmod, mkdir, open, rename, type FileHandle } from 'node:fs/promises';
import { platform } from 'node:os';
import { dirname } from 'node:path';
import { systemCodeOf, UserError } from './errors.ts';

/** Creates a folder that only this user can read, unless the folder already exists. */
export async function ensurePrivateFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new UserError(
      `Couldn't create the folder ${folder} (${systemCodeOf(error) ?? 'unknown cause'}). Choose another one with --data-dir.`,
    );
  }
}

const notPermitted: ReadonlySet<string | null> = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Opens a file for writing. Throws a {@link UserError} if the folder is read-only. */
async function openForWriting(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'w', 0o600);
  } catch (error) {
    const code = systemCodeOf(error);
    if (!notPermitted.has(code)) throw error;
    throw new UserError(
      `The agent can't write to the folder ${dirname(file)} (${code}). Make it writable, or choose another one with --data-dir.`,
    );
  }
}

/** Syncs a folder to disk, so that a rename in it survives a power failure. Windows neither needs nor allows this. */
async function syncFolder(folder: string): Promise<void> {
  if (platform() === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a file, or replaces it atomically. Only this user can read the new file. */
export async function writePrivateFile(file: string, content: string): Promise<void> {
  await ensurePrivateFolder(dirname(file));
  const temporary = `${file}.new`;
  const handle = await openForWriting(temporary);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await chmod(temporary, 0o600);
  await rename(temporary, file);
  await syncFolder(dirname(file));
}

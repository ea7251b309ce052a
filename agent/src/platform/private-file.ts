import { chmod, mkdir, open, rename, stat, type FileHandle } from 'node:fs/promises';
import { platform } from 'node:os';
import { dirname } from 'node:path';
import { systemCodeOf, TryLater, UserError } from './errors.ts';

/** Creates a folder that only this user can read, and its parents, unless they already exist. Throws a {@link UserError} if that fails. */
export async function ensurePrivateFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
  } catch (error) {
    throw new UserError(
      `Couldn't create the folder ${folder} (${systemCodeOf(error) ?? 'unknown cause'}). Choose another folder with --data-dir.`,
    );
  }
}

/**
 * Creates a folder and its parents. The `recursive` option of Node's `mkdir` isn't used, because with this option, `mkdir` retries forever
 * where no folder can be created, such as in `/proc`.
 */
async function makeFolder(folder: string): Promise<void> {
  try {
    await makeOne(folder);
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await makeOne(folder);
  }
}

async function makeOne(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    // If the folder exists, the error is not always EEXIST. For the root of a drive, Windows reports EPERM.
    const found = await stat(folder).catch(() => null);
    if (found?.isDirectory() !== true) throw error;
  }
}

const notPermitted: ReadonlySet<string | null> = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Opens a file for writing. Throws a {@link UserError} if this user isn't allowed to write there. */
async function openForWriting(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'w', 0o600);
  } catch (error) {
    const code = systemCodeOf(error);
    if (!notPermitted.has(code)) throw error;
    throw new UserError(
      `The agent can't write to the folder ${dirname(file)} (${code}). Make it writable, or choose another folder with --data-dir.`,
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

const diskFull: ReadonlySet<string | null> = new Set(['ENOSPC', 'EDQUOT']);

async function writeSynced(file: string, content: string): Promise<void> {
  const handle = await openForWriting(file);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Creates a file and its folder, or replaces the file atomically. Only this user can read the new file. Throws a {@link TryLater} if the
 * disk is full, because space may become free again, and a {@link UserError} if this user isn't allowed to write there.
 */
export async function writePrivateFile(file: string, content: string): Promise<void> {
  await ensurePrivateFolder(dirname(file));
  const temporary = `${file}.new`;
  await writeSynced(temporary, content).catch((error: unknown) => {
    if (!diskFull.has(systemCodeOf(error))) throw error;
    throw new TryLater(
      `The disk is full, so the agent can't save its files in ${dirname(file)}. Free some space, then try again.`,
    );
  });
  await chmod(temporary, 0o600);
  await rename(temporary, file);
  await syncFolder(dirname(file));
}

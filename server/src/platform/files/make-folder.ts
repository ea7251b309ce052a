import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCodeOf } from '../error-code.ts';

/**
 * Creates a folder that only this user can read, and its parents, unless they already exist. Doesn't use the `recursive` option of Node's
 * `mkdir`, which retries forever where no folder can be created, as in `/proc`.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeOne(folder);
  } catch (error) {
    const isParentMissing = errorCodeOf(error) === 'ENOENT';
    if (!isParentMissing || dirname(folder) === folder) throw error;
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

/** Makes an existing folder accessible only to this user, where the file system has permissions and the folder belongs to this user. */
export async function restrictFolder(folder: string): Promise<void> {
  // Some network drives and Windows refuse this. The folder can still be used.
  await chmod(folder, 0o700).catch(() => {});
}

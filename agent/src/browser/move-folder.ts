import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCodeOf, UserError } from '../platform/errors.ts';

function whyNotMoved(error: unknown, from: string): Error {
  const code = systemCodeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new UserError("The disk is full, so the Firefox profile wasn't moved. Free some space, then try again.");
  }
  if (['EBUSY', 'EPERM', 'EACCES', 'EROFS'].includes(code ?? '')) {
    return new UserError(
      `Couldn't move ${from}, because another program is using it or you don't have permission. Close that program or get permission, then try again.`,
    );
  }
  return error instanceof Error ? error : new Error(String(error));
}

type Move = (from: string, to: string) => Promise<void>;

/**
 * Copies the folder to a temporary name first, so that the target folder is either complete or missing. Renames the original before
 * deleting it, so that the original, too, is either complete or missing. If the renamed original can't be deleted, it stays behind under a
 * name that ends in `.moved`.
 */
async function copyAndDelete(from: string, to: string, move: Move): Promise<void> {
  const [unfinished, moved] = [`${to}.copying`, `${from}.moved`];
  try {
    await rm(moved, { recursive: true, force: true });
    await rm(unfinished, { recursive: true, force: true });
    await cp(from, unfinished, {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      errorOnExist: true,
      force: false,
    });
    await rename(unfinished, to);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 3 });
    throw error;
  }
  try {
    await move(from, moved);
  } catch (error) {
    await rm(to, { recursive: true, maxRetries: 3 });
    throw error;
  }
  await rm(moved, { recursive: true, maxRetries: 3 }).catch(() => undefined);
}

/**
 * Moves a folder, even to another file system. If this fails, the folder stays where it was. To simulate a second file system,
 * tests pass a `move` that fails.
 */
export async function moveFolder(from: string, to: string, move: Move = rename): Promise<void> {
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await move(from, to).catch((error: unknown) => {
      if (systemCodeOf(error) !== 'EXDEV') throw error;
      return copyAndDelete(from, to, move);
    });
  } catch (error) {
    throw whyNotMoved(error, from);
  }
}

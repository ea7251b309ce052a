import { statfs } from 'node:fs/promises';
import { OperatorError } from '../operator-error.ts';

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);

/** Throws if a folder's disk has less free space than `purpose` needs. `purpose` is a noun with an article, such as `a backup`. */
export async function requireFreeSpace(folder: string, bytes: number, purpose: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes) return;
  throw new OperatorError(
    `The disk is too full for ${purpose}, which needs ${megabytes(bytes)} MB of free space. ${folder} has only ${megabytes(free)} MB left.`,
  );
}

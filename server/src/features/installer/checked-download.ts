import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { InstallerFile } from './installer-files.ts';

/**
 * Cached digests by file path. The stamp (inode, size and modification time) shows whether a file has changed since its digest was
 * computed.
 */
const digests = new Map<string, { stamp: string; digest: Promise<string> }>();

async function digestOf(file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(file.createReadStream({ start: 0, autoClose: false }), hash);
  return hash.digest('hex');
}

/** Returns an open file's digest. Computes it only if the file is new or has changed since the last call. */
async function knownDigest(path: string, file: FileHandle): Promise<string> {
  const { ino, size, mtimeMs } = await file.stat();
  const stamp = [ino, size, mtimeMs].join(' ');
  const known = digests.get(path);
  if (known?.stamp === stamp) return known.digest;
  const digest = digestOf(file);
  digests.set(path, { stamp, digest });
  digest.catch(() => digests.delete(path));
  return digest;
}

type Opened = { handle: FileHandle; isIntact: boolean; digest: string };

/**
 * Opens a download and compares its digest with the digest that the build recorded. The caller must close the handle, which keeps referring
 * to the compared file even if that file is replaced on disk.
 */
export async function openCompared({ path, sha256 }: InstallerFile): Promise<Opened> {
  const handle = await open(path);
  try {
    const digest = await knownDigest(path, handle);
    return { handle, isIntact: digest === sha256, digest };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

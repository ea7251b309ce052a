import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { App } from '../../platform/app-context.ts';
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

/** Returns the digest of an open file. Computes it only if the file is new or has changed since the last call. */
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

/**
 * Opens a download and compares its digest with the one recorded by the build. Returns null if they differ. The caller must close the
 * returned handle, which keeps referring to the verified file even if another one replaces it on disk.
 */
export async function openChecked(app: Pick<App, 'log'>, { path, sha256 }: InstallerFile): Promise<FileHandle | null> {
  const file = await open(path);
  try {
    const digest = await knownDigest(path, file);
    if (digest === sha256) return file;
    app.log.error({ path, expected: sha256, found: digest }, 'a download is damaged: build the downloads again');
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return null;
}

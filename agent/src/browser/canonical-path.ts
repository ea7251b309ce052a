import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';

/**
 * Returns a folder's canonical path. Resolves symbolic links if the folder exists. On Windows and macOS, converts the path to lower case.
 */
export async function canonicalPath(path: string): Promise<string> {
  const found = await realpath(path).catch(() => resolve(path));
  return process.platform === 'linux' ? found : found.toLowerCase();
}

export async function samePath(one: string, other: string): Promise<boolean> {
  return (await canonicalPath(one)) === (await canonicalPath(other));
}

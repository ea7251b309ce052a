import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';

/** Returns a folder's absolute path. Resolves symbolic links if the folder exists. */
export function resolvedPath(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

/** Returns a folder's canonical path: its resolved path, converted to lower case on Windows and macOS. */
export async function canonicalPath(path: string): Promise<string> {
  const found = await resolvedPath(path);
  return process.platform === 'linux' ? found : found.toLowerCase();
}

export async function samePath(one: string, other: string): Promise<boolean> {
  return (await canonicalPath(one)) === (await canonicalPath(other));
}

import { readdir, stat } from 'node:fs/promises';
import { isMissing } from '../platform/errors.ts';
import { isPrepared } from './profile.preferences.ts';

/** Returns an empty array if the folder can't be read. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

export function unreadableText({ name, path }: { name: string; path: string }): string {
  return `Can't read the Firefox profile ${name} at ${path}. Make sure you have permission to read and write this folder.`;
}

export async function isReadable(folder: string): Promise<boolean> {
  return readdir(folder).then(
    () => true,
    () => false,
  );
}

/**
 * Whether this is a profile folder: a folder that Firefox has used or the agent has prepared. The folder with `profiles.ini` isn't a
 * profile folder, because it contains all of Firefox's profiles.
 */
export async function isProfileFolder(folder: string): Promise<boolean> {
  const names = await namesIn(folder);
  if (names.includes('profiles.ini')) return false;
  return names.includes('times.json') || names.includes('prefs.js') || isPrepared(folder);
}

export async function isEmptyFolder(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => null);
  return names !== null && names.length === 0;
}

/** Whether the folder exists. Also returns true if this can't be determined, for example because of missing permissions. */
export async function exists(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    return !isMissing(error);
  }
}

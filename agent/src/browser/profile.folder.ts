import { readdir } from 'node:fs/promises';
import { isPrepared } from './profile.preferences.ts';

/** What is in a folder; nothing where it cannot be looked into. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** Said of a listed one that is not {@link isReadable}. */
export function unreadableText({ name, path }: { name: string; path: string }): string {
  return `The browser profile ${name} cannot be read: ${path}. See to it that the folder is yours to read and write.`;
}

export async function isReadable(folder: string): Promise<boolean> {
  return readdir(folder).then(
    () => true,
    () => false,
  );
}

/** Firefox has been in it, or it was made ready for one here. Anybody's other folder is neither shown nor touched. */
export async function isProfileFolder(folder: string): Promise<boolean> {
  const names = await namesIn(folder);
  if (names.includes('profiles.ini')) return false;
  return names.includes('times.json') || names.includes('prefs.js') || isPrepared(folder);
}

/** Nothing is lost when Firefox fills it, or when it goes. */
export async function isEmptyFolder(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => null);
  return names !== null && names.length === 0;
}

import { readdir } from 'node:fs/promises';
import { isPrepared } from './profile.preferences.ts';

/** What is in a folder; nothing where it cannot be looked into. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
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

import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { UserError, unlessMissing } from '../platform/errors.ts';
import type { ListedProfile } from './profile.list.ts';
import { holderOf } from './profile.lock.ts';
import type { ProfileRoot } from './profile.roots.ts';
import { formatIni, parseIni, type IniSection } from './profiles.ini.ts';

/** Throws if a profile in this root's list is open in Firefox, because Firefox keeps the list in memory and would overwrite any change. */
export async function refuseWhileFirefoxRuns(profiles: readonly ListedProfile[], root: ProfileRoot): Promise<void> {
  for (const profile of profiles.filter((each) => each.root?.folder === root.folder)) {
    if ((await holderOf(profile.path)) !== null) {
      throw new UserError(
        'Firefox is running and would undo the change to its list of profiles. Quit Firefox, then try again.',
      );
    }
  }
}

type ListFile = 'profiles.ini' | 'installs.ini';

async function changeList(
  root: ProfileRoot,
  name: ListFile,
  change: (sections: IniSection[]) => IniSection[],
): Promise<void> {
  const file = join(root.folder, name);
  const sections = change(parseIni(await readFile(file, 'utf8')));
  await writeFile(`${file}.sandpiper`, formatIni(sections));
  await rename(`${file}.sandpiper`, file);
}

/** Firefox reads `[Profile0]`, `[Profile1]` and so on, and stops at the first gap. */
function renumbered(sections: readonly IniSection[]): IniSection[] {
  let next = 0;
  return sections.map((section) =>
    /^Profile\d+$/u.test(section.name) ? { ...section, name: `Profile${next++}` } : section,
  );
}

function isAt(root: ProfileRoot, section: IniSection, folder: string): boolean {
  return resolve(root.folder, section.values.get('Path') ?? '.') === folder;
}

/** Returns the keys and values of a profile's entry, or an empty array if it has no entry. */
export async function entryOf(root: ProfileRoot, folder: string): Promise<[string, string][]> {
  const sections = parseIni(await readFile(join(root.folder, 'profiles.ini'), 'utf8'));
  return [...(sections.find((section) => isAt(root, section, folder))?.values ?? [])];
}

export function removeEntry(root: ProfileRoot, folder: string): Promise<void> {
  return changeList(root, 'profiles.ini', (sections) =>
    renumbered(sections.filter((section) => !isAt(root, section, folder))),
  );
}

/** Adds a profile's entry to `profiles.ini`, replacing any existing entry for the same folder. */
export function addEntry(root: ProfileRoot, folder: string, entry: Iterable<[string, string]>): Promise<void> {
  return changeList(root, 'profiles.ini', (sections) =>
    renumbered([
      ...sections.filter((section) => !isAt(root, section, folder)),
      { name: 'Profile0', values: new Map(entry) },
    ]),
  );
}

/** Makes Firefox start with this profile. */
export async function makeDefault(root: ProfileRoot, folder: string): Promise<void> {
  let path: string | undefined;
  await changeList(root, 'profiles.ini', (sections) => {
    path = sections.find((section) => isAt(root, section, folder))?.values.get('Path');
    for (const section of sections) {
      if (/^Profile\d+$/u.test(section.name)) section.values.delete('Default');
      if (isAt(root, section, folder)) section.values.set('Default', '1');
      if (section.name.startsWith('Install') && path !== undefined) section.values.set('Default', path);
    }
    return sections;
  });
  // Firefox also stores each installation's default profile in installs.ini.
  const repeat = changeList(root, 'installs.ini', (sections) => {
    for (const section of sections) if (path !== undefined) section.values.set('Default', path);
    return sections;
  });
  await unlessMissing(repeat, undefined);
}

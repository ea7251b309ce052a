import { readFile, rm, rename, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { browserProfileNamePattern } from '@sandpiper/contract/limits';
import type { Machine } from '../platform/config.ts';
import { UserError, unlessMissing } from '../platform/errors.ts';
import { runProgram } from '../platform/run-program.ts';
import type { CreatedProfiles } from './created-profiles.ts';
import { isEmptyFolder, isProfileFolder } from './profile.folder.ts';
import { listedProfileAt } from './profile.access.ts';
import { listProfiles, type ListedProfile } from './profile.list.ts';
import { holderOf } from './profile.lock.ts';
import { prepareProfile } from './profile.preferences.ts';
import { mainRoot, type ProfileRoot } from './profile.roots.ts';
import { formatIni, parseIni, type IniSection } from './profiles.ini.ts';

export type ProfilePlace = { machine: Machine; profilesDir: string; created: CreatedProfiles };

/** A running Firefox keeps its list in memory and would overwrite the change. */
async function refuseWhileFirefoxRuns(profiles: readonly ListedProfile[], root: ProfileRoot): Promise<void> {
  for (const profile of profiles.filter((each) => each.root?.folder === root.folder)) {
    if ((await holderOf(profile.path)) !== null) {
      throw new UserError(
        'Firefox is running. Close all its windows first: it would undo the change to its list of profiles.',
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

async function makeDefault(root: ProfileRoot, folder: string): Promise<void> {
  let path: string | undefined;
  await changeList(root, 'profiles.ini', (sections) => {
    const isIt = (section: IniSection): boolean => resolve(root.folder, section.values.get('Path') ?? '') === folder;
    path = sections.find(isIt)?.values.get('Path');
    for (const section of sections) {
      if (/^Profile\d+$/u.test(section.name)) section.values.delete('Default');
      if (isIt(section)) section.values.set('Default', '1');
      if (section.name.startsWith('Install') && path !== undefined) section.values.set('Default', path);
    }
    return sections;
  });
  // Firefox stores the default of each installation here as well.
  const repeat = changeList(root, 'installs.ini', (sections) => {
    for (const section of sections) if (path !== undefined) section.values.set('Default', path);
    return sections;
  });
  await unlessMissing(repeat, undefined);
}

/** Creates a profile in Firefox's own list. */
export async function createProfile(
  place: ProfilePlace,
  firefox: string,
  wanted: { name: string; isDefault: boolean },
): Promise<ListedProfile> {
  const { machine, profilesDir } = place;
  // Firefox reads what follows a space as a folder, and would open a window.
  if (!browserProfileNamePattern.test(wanted.name))
    throw new UserError('Use only letters, digits, - and _ in the name.');
  const before = await listProfiles(machine, profilesDir);
  if (before.some((profile) => profile.name.toLowerCase() === wanted.name.toLowerCase())) {
    throw new UserError(`A Firefox profile named ${wanted.name} already exists.`);
  }
  if (wanted.isDefault) await refuseWhileFirefoxRuns(before, await mainRoot(machine));
  const done = await runProgram(firefox, ['--headless', '--no-remote', '-CreateProfile', wanted.name], {
    timeoutMs: 30_000,
  });
  const made = (await listProfiles(machine, profilesDir)).find((profile) => profile.name === wanted.name);
  if (made === undefined) {
    throw new UserError(
      `Firefox did not create the profile${done.code === null ? ' in time' : ''}. Try again, or create it in Firefox at about:profiles.`,
    );
  }
  // A default that the user asked for is theirs.
  if (!wanted.isDefault) await place.created.add(made.path);
  if (wanted.isDefault && made.root !== null) await makeDefault(made.root, made.path);
  await prepareProfile(made.path);
  return made;
}

async function refuseToDelete(profile: ListedProfile, created: CreatedProfiles): Promise<void> {
  // Anyone may have edited the list, so only folders that look like a profile are deleted.
  if (!(await isProfileFolder(profile.path)) && !(await isEmptyFolder(profile.path))) {
    throw new UserError(`${profile.path} is not a Firefox profile. Nothing was deleted.`);
  }
  const isMarked = (profile.isDefault || profile.isFallback) && !(await created.has(profile.path));
  if (isMarked || profile.isInstallDefault) {
    throw new UserError(`Firefox starts with ${profile.name}. Make another profile the default first.`);
  }
  if (profile.root !== null && !profile.isClassic) {
    throw new UserError(`${profile.name} was made in Firefox's profile manager. Delete it there.`);
  }
  if ((await holderOf(profile.path)) !== null) {
    throw new UserError(`${profile.name} is open in Firefox. Close its window first.`);
  }
}

/** Firefox reads `[Profile0]`, `[Profile1]` and so on, and stops at the first gap. */
function renumbered(sections: readonly IniSection[]): IniSection[] {
  let next = 0;
  return sections.map((section) =>
    /^Profile\d+$/u.test(section.name) ? { ...section, name: `Profile${next++}` } : section,
  );
}

/** Deletes a listed profile with its folder and cache. */
export async function deleteProfile(place: ProfilePlace, path: string): Promise<void> {
  const { machine, profilesDir } = place;
  const profile = await listedProfileAt(machine, profilesDir, path);
  if (profile === null) throw new UserError('That Firefox profile is no longer on this computer.');
  await refuseToDelete(profile, place.created);
  const { root } = profile;
  if (root !== null) {
    await refuseWhileFirefoxRuns(await listProfiles(machine, profilesDir), root);
    await changeList(root, 'profiles.ini', (sections) =>
      renumbered(
        sections.filter((section) => resolve(root.folder, section.values.get('Path') ?? '.') !== profile.path),
      ),
    );
    const inside = relative(root.folder, profile.path);
    if (!inside.startsWith('..')) await rm(join(root.cache, inside), { recursive: true, force: true });
  }
  // Before the folder goes, because a path without links exists only as long as the folder does.
  await place.created.remove(profile.path);
  await unlessMissing(rm(profile.path, { recursive: true, maxRetries: 3 }), undefined);
}

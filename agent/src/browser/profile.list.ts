import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { BrowserProfile } from '@sandpiper/contract/browser-profiles';
import { unlessMissing } from '../platform/errors.ts';
import type { Machine } from '../platform/config.ts';
import { exists, isProfileFolder } from './profile.folder.ts';
import type { CreatedProfiles } from './created-profiles.ts';
import { profileGroups } from './profile.group.ts';
import { profileRoots, type ProfileRoot } from './profile.roots.ts';
import { classicProfiles, parseIni, type ClassicProfile } from './profiles.ini.ts';

/** A Firefox profile on this computer. */
export type ListedProfile = ClassicProfile & {
  /** The root of the Firefox profile list that contains the profile, or null if the profile is only in the agent's own folder. */
  root: ProfileRoot | null;
  /** Whether the profile belongs to a Firefox profile group with other profiles, or is listed only in a group. */
  isGrouped: boolean;
};

/** The fields that have the same value for every profile that isn't in `profiles.ini`. */
const unlisted = { isDefault: false, isInstallDefault: false, isFallback: false };

async function listedIn(root: ProfileRoot): Promise<ListedProfile[]> {
  const text = await unlessMissing(readFile(join(root.folder, 'profiles.ini'), 'utf8'), '');
  const installs = await unlessMissing(readFile(join(root.folder, 'installs.ini'), 'utf8'), '');
  const fromInstalls = parseIni(installs).map((section) => ({ ...section, name: `Install${section.name}` }));
  const groups = (await profileGroups(root.folder)).map((group) =>
    group.map(({ name, path }) => ({ name, path: resolve(root.folder, path) })),
  );
  const shared = new Set(groups.flatMap((group) => (group.length > 1 ? group.map(({ path }) => path) : [])));
  const classic = classicProfiles([...parseIni(text), ...fromInstalls]).map((profile) => {
    const path = resolve(root.folder, profile.path);
    return { ...profile, path, root, isGrouped: shared.has(path) };
  });
  const known = new Set(classic.map((profile) => profile.path));
  const grouped = groups
    .flat()
    .filter(({ path }) => !known.has(path))
    .map((profile) => ({ ...unlisted, ...profile, root, isGrouped: true }));
  return [...classic, ...grouped];
}

async function ownProfiles(folder: string): Promise<ListedProfile[]> {
  const entries = await unlessMissing(readdir(folder, { withFileTypes: true }), []);
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const areProfiles = await Promise.all(names.map((name) => isProfileFolder(join(folder, name))));
  return names
    .filter((_, index) => areProfiles[index] === true)
    .map((name) => ({ ...unlisted, name, path: join(folder, name), root: null, isGrouped: false }));
}

/** `profiles` are the profiles in the lists that could be read. `problems` are the errors from the other lists. */
export type FoundProfiles = { profiles: ListedProfile[]; problems: readonly unknown[] };

/** Lists every profile whose folder exists: those in `profiles.ini`, in Firefox's profile groups and in the agent's own folder. */
export async function listReadable(machine: Machine, profilesDir: string): Promise<FoundProfiles> {
  const roots = await profileRoots(machine);
  const lists = await Promise.allSettled([...roots.map(listedIn), ownProfiles(profilesDir)]);
  const all = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
  const problems = lists.flatMap((list): unknown[] => (list.status === 'rejected' ? [list.reason] : []));
  const present = await Promise.all(all.map((profile) => exists(profile.path)));
  const seen = new Set<string>();
  const profiles = all.filter((profile, index) => {
    if (present[index] !== true || seen.has(profile.path)) return false;
    seen.add(profile.path);
    return true;
  });
  return { profiles, problems };
}

/** Lists every profile. Throws if one of the lists can't be read. */
export async function listProfiles(machine: Machine, profilesDir: string): Promise<ListedProfile[]> {
  const { profiles, problems } = await listReadable(machine, profilesDir);
  if (problems.length > 0) throw problems[0];
  return profiles;
}

export function unlistedText(problem: string): string {
  return `Couldn't list some of the Firefox profiles on this computer (${problem}).`;
}

/** Returns a folder's size in bytes. Counts a file or folder as empty if it can't be read, for example because it was just deleted. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await sizeOf(path);
    if (entry.isFile()) bytes += (await stat(path).catch(() => null))?.size ?? 0;
  }
  return bytes;
}

export async function describeProfile(profile: ListedProfile, created: CreatedProfiles): Promise<BrowserProfile> {
  return {
    name: profile.name,
    directory_name: basename(profile.path),
    path: profile.path,
    size_mb: Math.round(((await sizeOf(profile.path)) / 1024 / 1024) * 1000) / 1000,
    is_default: profile.isDefault && !(await created.has(profile.path)),
  };
}

import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { browserProfileNamePattern } from '@sandpiper/contract/limits';
import type { Machine } from '../platform/config.ts';
import { messageOf, UserError } from '../platform/errors.ts';
import { runProgram } from '../platform/run-program.ts';
import type { CreatedProfiles } from './created-profiles.ts';
import { moveFolder } from './move-folder.ts';
import { exists, isEmptyFolder, isProfileFolder } from './profile.folder.ts';
import { listedProfileAt } from './profile.access.ts';
import { listProfiles, type ListedProfile } from './profile.list.ts';
import { holderOf } from './profile.lock.ts';
import { prepareProfile } from './profile.preferences.ts';
import { mainRoot } from './profile.roots.ts';
import type { DeletedProfile, ProfileTrash } from './profile.trash.ts';
import { entryOf, makeDefault, refuseWhileFirefoxRuns, removeEntry } from './profiles.list-file.ts';

export type ProfilePlace = { machine: Machine; profilesDir: string; created: CreatedProfiles; trash: ProfileTrash };

/** Creates a profile in Firefox's own list. */
export async function createProfile(
  place: ProfilePlace,
  firefox: string,
  wanted: { name: string; isDefault: boolean },
): Promise<ListedProfile> {
  const { machine, profilesDir } = place;
  // If the name contained a space, Firefox would treat the part after the space as a folder, and would open a window.
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
      `Firefox didn't create the profile${done.code === null ? ' in time' : ''}. Try again, or create it in Firefox at about:profiles.`,
    );
  }
  // A new default profile is for the user, not for an account, so don't record it as one that the agent created.
  if (!wanted.isDefault) await place.created.add(made.path);
  if (wanted.isDefault && made.root !== null) await makeDefault(made.root, made.path);
  await prepareProfile(made.path);
  return made;
}

async function refuseToDelete(profile: ListedProfile, created: CreatedProfiles): Promise<void> {
  // The profile list may have been edited by hand, so only delete folders that look like profiles or are empty.
  if (!(await isProfileFolder(profile.path)) && !(await isEmptyFolder(profile.path))) {
    throw new UserError(`${profile.path} isn't a Firefox profile. Nothing was deleted.`);
  }
  const isMarked = (profile.isDefault || profile.isFallback) && !(await created.has(profile.path));
  if (isMarked || profile.isInstallDefault) {
    throw new UserError(`${profile.name} is the profile Firefox starts with. Make another profile the default first.`);
  }
  if (profile.isGrouped) {
    throw new UserError(`${profile.name} belongs to a Firefox profile group. Delete it in Firefox's profile menu.`);
  }
  if ((await holderOf(profile.path)) !== null) {
    throw new UserError(`${profile.name} is open in Firefox. Close its window first.`);
  }
}

/**
 * Moves the folder first and removes the list entry afterward. An entry without a folder does no harm, and restoring the profile replaces
 * the entry.
 */
async function moveToTrash({ created, trash }: ProfilePlace, profile: ListedProfile): Promise<DeletedProfile> {
  const { name, path, root } = profile;
  const isCreated = await created.has(path);
  const entry = root === null ? [] : await entryOf(root, path);
  const deleted = await trash.begin({ name, path, root, entry, is_created: isCreated });
  // Remove the path from the list of created profiles first, because symlinks in the path can't be resolved once the folder has moved.
  await created.remove(path);
  try {
    await moveFolder(path, deleted.folder);
    if (root !== null) await removeEntry(root, path);
    return deleted;
  } catch (error) {
    const isMoved = await exists(deleted.folder);
    if (isMoved) await moveFolder(deleted.folder, path);
    if (isCreated) await created.add(path);
    await trash.remove(deleted.id);
    throw error;
  }
}

/** Deletes the profile's cache if Firefox keeps it in a separate folder. Returns what went wrong, or null. */
async function deleteCache({ path, root }: ListedProfile): Promise<string | null> {
  const inside = root === null ? '..' : relative(root.folder, path);
  if (root === null || inside.startsWith('..')) return null;
  return rm(join(root.cache, inside), { recursive: true, force: true, maxRetries: 3 }).then(() => null, messageOf);
}

/** `cacheProblem`: why the profile's cache couldn't be deleted, or null. */
export type RemovedProfile = DeletedProfile & { cacheProblem: string | null };

/** Moves a listed profile to the agent's trash and deletes its cache. If only the cache can't be deleted, the profile is deleted anyway. */
export async function deleteProfile(place: ProfilePlace, path: string): Promise<RemovedProfile> {
  const { machine, profilesDir } = place;
  const profile = await listedProfileAt(machine, profilesDir, path);
  if (profile === null) throw new UserError('That Firefox profile is no longer on this computer.');
  await refuseToDelete(profile, place.created);
  const { root } = profile;
  // This throws if a list can't be read, because the profile could be in that list too.
  const all = await listProfiles(machine, profilesDir);
  if (root !== null) await refuseWhileFirefoxRuns(all, root);
  return { ...(await moveToTrash(place, profile)), cacheProblem: await deleteCache(profile) };
}

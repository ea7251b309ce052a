import { dirname, join } from 'node:path';
import { browserProfileNamePattern } from '@sandpiper/contract/limits';
import { UserError } from '../platform/errors.ts';
import { moveFolder } from './move-folder.ts';
import type { ProfilePlace } from './profile.editor.ts';
import { exists } from './profile.folder.ts';
import { listProfiles } from './profile.list.ts';
import type { ProfileRoot } from './profile.roots.ts';
import type { DeletedProfile } from './profile.trash.ts';
import { addEntry, refuseWhileFirefoxRuns, removeEntry } from './profiles.list-file.ts';

/** Returns the folder to restore to. In the agent's own folder, each profile folder is named after its profile. */
function targetOf({ root, path }: DeletedProfile, newName: string | null): string {
  return root === null && newName !== null ? join(dirname(path), newName) : path;
}

async function refuseNameClash(place: ProfilePlace, profile: DeletedProfile, name: string): Promise<void> {
  const present = await listProfiles(place.machine, place.profilesDir);
  if (!present.some((each) => each.root !== null && each.name.toLowerCase() === name.toLowerCase())) return;
  throw new UserError(
    `Firefox now has another profile named ${name}. Restore the deleted profile under another name: sandpiper-agent profiles restore ${profile.id} --as new-name`,
  );
}

async function refuseToRestore(place: ProfilePlace, profile: DeletedProfile, newName: string | null): Promise<void> {
  if (newName !== null && !browserProfileNamePattern.test(newName))
    throw new UserError('Use only letters, digits, - and _ in the name after --as.');
  const target = targetOf(profile, newName);
  if (await exists(target)) {
    const advice =
      profile.root === null
        ? `Restore the profile under another name: sandpiper-agent profiles restore ${profile.id} --as new-name`
        : 'Move that folder somewhere else, then try again.';
    throw new UserError(`There is now another folder at ${target}. ${advice}`);
  }
  if (profile.root === null) return;
  if (!(await exists(profile.root.folder)))
    throw new UserError(
      `Firefox's folder ${profile.root.folder} no longer exists. Start Firefox once, then try again.`,
    );
  await refuseNameClash(place, profile, newName ?? profile.name);
  await refuseWhileFirefoxRuns(await listProfiles(place.machine, place.profilesDir), profile.root);
}

/** Adds the list entry before moving the folder. An entry without a folder does no harm, and the next attempt replaces the entry. */
async function moveBack(root: ProfileRoot, profile: DeletedProfile, name: string): Promise<void> {
  // Omit the `Default` key, because another profile may have become the default since this profile was deleted.
  const entry = new Map([...profile.entry.filter(([key]) => key !== 'Default'), ['Name', name]]);
  await addEntry(root, profile.path, entry);
  try {
    await moveFolder(profile.folder, profile.path);
  } catch (error) {
    await removeEntry(root, profile.path);
    throw error;
  }
}

/** Restores a deleted profile, under another name if `newName` isn't null. Returns the profile's folder. */
export async function restoreProfile(
  place: ProfilePlace,
  profile: DeletedProfile,
  newName: string | null,
): Promise<string> {
  await refuseToRestore(place, profile, newName);
  const target = targetOf(profile, newName);
  if (profile.root === null) await moveFolder(profile.folder, target);
  else await moveBack(profile.root, profile, newName ?? profile.name);
  if (profile.is_created) await place.created.add(target);
  await place.trash.remove(profile.id);
  return target;
}

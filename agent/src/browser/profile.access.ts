import { lstat, mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { Machine } from '../platform/config.ts';
import { messageOf, UserError, unlessMissing } from '../platform/errors.ts';
import { isEmptyFolder, isReadable, unreadableText } from './profile.folder.ts';
import { canonicalPath, samePath } from '../platform/canonical-path.ts';
import { listReadable, type ListedProfile } from './profile.list.ts';

/** Thrown if the account's Firefox profile isn't on this computer and can't be created here. */
export class ProfileNotHere extends UserError {
  readonly path: string;
  constructor(path: string, profilesDir: string) {
    super(
      `The Firefox profile ${path} isn't on this computer. Choose one from Profiles management, or a folder in ${profilesDir}.`,
    );
    this.name = 'ProfileNotHere';
    this.path = path;
  }
}

type FindListed = (path: string) => Promise<ListedProfile | null>;

/**
 * Lists this computer's profiles. Returns a function that finds the profile at a path that the server sent. The path is only compared with
 * the listed profiles, so a compromised server can't make the agent use any other folder.
 */
async function listedProfiles(machine: Machine, profilesDir: string): Promise<FindListed> {
  const { profiles, problems } = await listReadable(machine, profilesDir);
  const listed = new Map<string, ListedProfile>();
  for (const profile of profiles) {
    const path = await canonicalPath(profile.path);
    if (!listed.has(path)) listed.set(path, profile);
  }
  return async (path) => {
    if (!isAbsolute(path) || path.includes('\0')) return null;
    const found = listed.get(await canonicalPath(path));
    // The profile may be in a list that can't be read, so the agent can't tell whether it's on this computer.
    if (found === undefined && problems.length > 0) throw problems[0];
    return found ?? null;
  };
}

/** Finds the listed profile at a path that the server sent. Throws if the profile may be in a list that can't be read. */
export async function listedProfileAt(
  machine: Machine,
  profilesDir: string,
  path: string,
): Promise<ListedProfile | null> {
  return (await listedProfiles(machine, profilesDir))(path);
}

/**
 * Returns the folder for a new profile if the path is directly inside the agent's profiles folder, has a valid name, and doesn't exist or
 * is an empty folder. Otherwise, returns null.
 */
async function newOwnProfile(profilesDir: string, path: string): Promise<string | null> {
  const wanted = resolve(path);
  const name = basename(wanted);
  if (!isAbsolute(path) || path.includes('\0') || !/^[\w][\w.@ -]{0,99}$/u.test(name)) return null;
  if (!(await samePath(dirname(wanted), profilesDir))) return null;
  const folder = join(await realpath(profilesDir).catch(() => resolve(profilesDir)), name);
  // Don't follow a symlink, because it could lead to any other folder.
  const present = await unlessMissing(lstat(folder), null);
  const isFree = present?.isDirectory() === true && (await isEmptyFolder(folder));
  return present === null || isFree ? folder : null;
}

/** `problem` says why the agent can't tell whether the profile is on this computer. */
export type FoundProfile = { isMine: boolean; folder: string } | { problem: string };

/**
 * Finds out whether accounts' profiles exist on this computer or can be created here (`isMine`). `folder` is the profile's canonical
 * path, or the given path if `isMine` is false. The results are in the same order as the paths.
 */
export async function findProfilesAt(
  machine: Machine,
  profilesDir: string,
  paths: readonly string[],
): Promise<FoundProfile[]> {
  const findListed = await listedProfiles(machine, profilesDir);
  const findOne = async (path: string): Promise<FoundProfile> => {
    const found = (await findListed(path))?.path ?? (await newOwnProfile(profilesDir, path));
    return found === null ? { isMine: false, folder: path } : { isMine: true, folder: await canonicalPath(found) };
  };
  return Promise.all(paths.map((path) => findOne(path).catch((error: unknown) => ({ problem: messageOf(error) }))));
}

/**
 * Returns the profile folder for an account. If the path isn't listed, creates the agent's profiles folder if needed. Throws a
 * {@link ProfileNotHere} if the profile isn't on this computer and can't be created, or another error if the profile or a list of profiles
 * can't be read.
 */
export async function profileFolderFor(machine: Machine, profilesDir: string, path: string): Promise<string> {
  const listed = await listedProfileAt(machine, profilesDir, path);
  if (listed !== null) {
    if (!(await isReadable(listed.path))) throw new UserError(unreadableText(listed));
    return listed.path;
  }
  await mkdir(profilesDir, { recursive: true, mode: 0o700 });
  const own = await newOwnProfile(profilesDir, path);
  if (own === null) throw new ProfileNotHere(path, profilesDir);
  return own;
}

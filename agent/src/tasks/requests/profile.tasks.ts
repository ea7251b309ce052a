import type { BrowserProfileList } from '@sandpiper/contract/browser-profiles';
import pLimit from 'p-limit';
import type { BrowserRecords } from '../../browser/browser.records.ts';
import { findFirefox, requireFirefox, whyNoFirefox } from '../../browser/firefox.finder.ts';
import { openFirefox } from '../../browser/firefox.session.ts';
import { listedProfileAt } from '../../browser/profile.access.ts';
import { createProfile, deleteProfile, type ProfilePlace, type RemovedProfile } from '../../browser/profile.editor.ts';
import { isReadable, unreadableText } from '../../browser/profile.folder.ts';
import { describeProfile, listReadable, unlistedText } from '../../browser/profile.list.ts';
import { holderOf } from '../../browser/profile.lock.ts';
import { mainRoot } from '../../browser/profile.roots.ts';
import { messageOf } from '../../platform/errors.ts';

export type ProfileTasks = {
  list: () => Promise<BrowserProfileList>;
  create: (name: string, isDefault: boolean) => Promise<unknown>;
  /** Moves a profile to the agent's trash. */
  remove: (path: string) => Promise<RemovedProfile>;
  test: (path: string) => Promise<{ valid: boolean; message: string | null; error: string | null }>;
};

export type ProfileTaskOptions = ProfilePlace & {
  firefox: string | null;
  records: BrowserRecords;
};

async function list(options: ProfileTaskOptions): Promise<BrowserProfileList> {
  const { machine, profilesDir } = options;
  const firefox = await findFirefox(machine, options.firefox);
  const { profiles, problems } = await listReadable(machine, profilesDir);
  const unlisted = problems.length === 0 ? null : unlistedText(messageOf(problems[0]));
  return {
    profiles: await Promise.all(profiles.map((profile) => describeProfile(profile, options.created))),
    profiles_dir: (await mainRoot(machine)).folder,
    firefox_executable: firefox?.executable ?? null,
    detected: firefox !== null,
    error: firefox === null ? await whyNoFirefox(machine, options.firefox) : unlisted,
  };
}

function invalid(error: string) {
  return { valid: false, message: null, error };
}

/**
 * Starts Firefox and closes it again. Records the process, so that the next run can terminate it if the agent crashes. Otherwise, an
 * invisible Firefox window would keep the profile locked.
 */
async function startAndEnd(options: ProfileTaskOptions, profile: string): Promise<void> {
  const { executable } = await requireFirefox(options.machine, options.firefox);
  const trace = await options.records.begin(profile);
  try {
    const session = await openFirefox({ executable, profile, headless: true, onSpawn: trace.started });
    await session.close();
  } finally {
    await trace.ended();
  }
}

/** Tests whether Firefox starts with the profile. Treats a profile that is open in Firefox as working. */
async function test(options: ProfileTaskOptions, path: string) {
  const { machine, profilesDir } = options;
  const profile = await listedProfileAt(machine, profilesDir, path);
  if (profile === null) return invalid("This Firefox profile isn't on this computer.");
  if (!(await isReadable(profile.path))) return invalid(unreadableText(profile));
  if ((await holderOf(profile.path)) !== null) {
    return {
      valid: true,
      message: `The profile "${profile.name}" works. It is open in Firefox right now.`,
      error: null,
    };
  }
  try {
    await startAndEnd(options, profile.path);
    return { valid: true, message: `The profile "${profile.name}" works. Firefox started with it.`, error: null };
  } catch (error) {
    return invalid(messageOf(error));
  }
}

export function createProfileTasks(options: ProfileTaskOptions): ProfileTasks {
  // Make changes one at a time. Otherwise, two changes to the same list of profiles could undo each other.
  const inTurn = pLimit(1);
  const create = async (name: string, isDefault: boolean): Promise<unknown> => {
    const { executable } = await requireFirefox(options.machine, options.firefox);
    const made = await createProfile(options, executable, { name, isDefault });
    return { name: made.name, path: made.path };
  };
  return {
    list: () => list(options),
    create: (name, isDefault) => inTurn(() => create(name, isDefault)),
    remove: (path) => inTurn(() => deleteProfile(options, path)),
    test: (path) => test(options, path),
  };
}

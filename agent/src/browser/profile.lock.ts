import { lstat, open, readlink } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { systemCodeOf, unlessMissing } from '../platform/errors.ts';
import { commandLineOf, isAlive, startTimeOf } from '../platform/processes.ts';
import { runProgram } from '../platform/run-program.ts';
import { locksOn } from './kernel.locks.ts';

/** The process that has the profile open. `pid` is null if the system doesn't reveal the process ID. */
export type ProfileHolder = { pid: number | null };

/** Whether this is Firefox's main process. Its many child processes, such as those for pages, never hold a profile. */
async function isFirefox(pid: number): Promise<boolean> {
  const commandLine = await commandLineOf(pid);
  return (
    commandLine !== null && /firefox|iceweasel|librewolf/iu.test(commandLine) && !/ -contentproc /u.test(commandLine)
  );
}

type LockLink = { target: string; madeAt: number };

/**
 * Reads the profile's `lock` symlink, whose target is, for example, `127.0.0.1:+1234`, where 1234 is the process ID. Returns null if
 * there is no link.
 */
async function readLink(folder: string): Promise<LockLink | null> {
  const file = join(folder, 'lock');
  const read = async (): Promise<LockLink> => ({ target: await readlink(file), madeAt: (await lstat(file)).mtimeMs });
  const link = read().catch((error: unknown) => {
    if (systemCodeOf(error) === 'EINVAL') return null;
    throw error;
  });
  return unlessMissing(link, null);
}

/**
 * How long after the link was made the process may seem to have started, in milliseconds. Firefox makes the link when it starts, but
 * the start time is calculated from the current clock, which may have been adjusted since.
 */
const clockToleranceMs = 60_000;

/**
 * Finds the process by the lock link. Firefox may leave the link behind, and the process ID may since have been given to another
 * account's Firefox. Therefore, this checks that the process is Firefox and did not start after the link was made.
 */
async function holderByLink(link: LockLink | null): Promise<ProfileHolder | null> {
  const pid = Number(/:\+?(\d+)$/u.exec(link?.target ?? '')?.[1] ?? 0);
  if (link === null || pid === 0 || !isAlive(pid) || !(await isFirefox(pid))) return null;
  const startedAt = await startTimeOf(pid);
  return startedAt !== null && startedAt > link.madeAt + clockToleranceMs ? null : { pid };
}

/** Matches the paths of Flatpak's Firefox profiles. The process IDs in their lock links are from another PID namespace. */
const confinedPlace = /\/\.var\/app\//u;

async function linuxHolder(folder: string, list?: string): Promise<ProfileHolder | null> {
  const link = await readLink(folder);
  const byLink = await holderByLink(link);
  if (byLink !== null) return byLink;
  const locks = await locksOn(join(folder, '.parentlock'), list);
  // If the system doesn't list locks, a Flatpak profile is considered open for as long as its lock link exists.
  if (locks === null) return confinedPlace.test(folder) && link !== null ? { pid: null } : null;
  for (const { pid, isSameDevice } of locks) {
    if (isSameDevice || (pid !== null && (await isFirefox(pid)))) return { pid };
  }
  return null;
}

async function macHolder(folder: string): Promise<ProfileHolder | null> {
  const result = await runProgram('/usr/sbin/lsof', ['-t', '--', join(folder, '.parentlock')]);
  const pid = Number.parseInt(result.stdout, 10);
  return Number.isNaN(pid) ? null : { pid };
}

async function windowsHolder(folder: string): Promise<ProfileHolder | null> {
  try {
    const handle = await open(join(folder, 'parent.lock'), 'r+');
    await handle.close();
    return null;
  } catch (error) {
    return ['EBUSY', 'EPERM', 'EACCES'].includes(systemCodeOf(error) ?? '') ? { pid: null } : null;
  }
}

/** Returns the process that has this profile open, or null if there is none. `locks` replaces `/proc/locks` in tests. */
export function holderOf(folder: string, locks?: string): Promise<ProfileHolder | null> {
  if (platform() === 'win32') return windowsHolder(folder);
  return platform() === 'darwin' ? macHolder(folder) : linuxHolder(folder, locks);
}

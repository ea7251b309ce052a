import { open, readlink } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { systemCodeOf, unlessMissing } from '../platform/errors.ts';
import { commandLineOf, isAlive } from '../platform/processes.ts';
import { runProgram } from '../platform/run-program.ts';
import { locksOn } from './kernel.locks.ts';

/** The process that has the profile open. `pid` is null if the system doesn't reveal it. */
export type ProfileHolder = { pid: number | null };

/** Whether this is Firefox's main process. Its many child processes, such as those for pages, never hold a profile. */
async function isFirefox(pid: number): Promise<boolean> {
  const commandLine = await commandLineOf(pid);
  return (
    commandLine !== null && /firefox|iceweasel|librewolf/iu.test(commandLine) && !/ -contentproc /u.test(commandLine)
  );
}

/**
 * Reads the target of the profile's `lock` symlink, such as `127.0.0.1:+1234`, where 1234 is the process ID. Returns null if there
 * is no link.
 */
async function linkTarget(folder: string): Promise<string | null> {
  const target = readlink(join(folder, 'lock')).catch((error: unknown) => {
    if (systemCodeOf(error) === 'EINVAL') return null;
    throw error;
  });
  return unlessMissing(target, null);
}

/** Finds the process by the lock link. Firefox may leave the link behind, so this checks that the process with this ID is Firefox. */
async function holderByLink(target: string | null): Promise<ProfileHolder | null> {
  const pid = Number(/:\+?(\d+)$/u.exec(target ?? '')?.[1] ?? 0);
  return pid !== 0 && isAlive(pid) && (await isFirefox(pid)) ? { pid } : null;
}

/** Matches the paths of Flatpak's Firefox profiles. The process IDs in their lock links are from another PID namespace. */
const confinedPlace = /\/\.var\/app\//u;

async function linuxHolder(folder: string, list?: string): Promise<ProfileHolder | null> {
  const target = await linkTarget(folder);
  const byLink = await holderByLink(target);
  if (byLink !== null) return byLink;
  const locks = await locksOn(join(folder, '.parentlock'), list);
  // If the system doesn't list locks, a Flatpak profile is considered open for as long as its lock link exists.
  if (locks === null) return confinedPlace.test(folder) && target !== null ? { pid: null } : null;
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

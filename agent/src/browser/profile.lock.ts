import { open, readlink } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { systemCodeOf, unlessMissing } from '../platform/errors.ts';
import { commandLineOf, isAlive } from '../platform/processes.ts';
import { runProgram } from '../platform/run-program.ts';

/** Who has the profile open. `pid` is null where the system does not tell. */
export type ProfileHolder = { pid: number | null };

/** The link stays behind after a clean end and after a kill: it proves something only while its process is a Firefox. */
async function linuxHolder(folder: string): Promise<ProfileHolder | null> {
  const target = await unlessMissing(
    readlink(join(folder, 'lock')).catch((error: unknown) => {
      // Something that is no link holds nothing.
      if (systemCodeOf(error) === 'EINVAL') return null;
      throw error;
    }),
    null,
  );
  const pid = Number(/:\+?(\d+)$/u.exec(target ?? '')?.[1] ?? 0);
  if (pid === 0 || !isAlive(pid)) return null;
  const commandLine = await commandLineOf(pid);
  return commandLine !== null && /firefox|iceweasel|librewolf/iu.test(commandLine) ? { pid } : null;
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

/** The Firefox that has this profile open now; null when it is free. */
export function holderOf(folder: string): Promise<ProfileHolder | null> {
  if (platform() === 'win32') return windowsHolder(folder);
  return platform() === 'darwin' ? macHolder(folder) : linuxHolder(folder);
}

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig, type Config } from '../platform/config.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The address of a server that is down, which doesn't keep the agent from being installed. */
export const offline = 'http://127.0.0.1:1';

/**
 * Puts fake system programs first in PATH, so that the tests never touch the real session. Each one, except `secret-tool`, which always
 * fails, records its arguments and then runs the shell script `answer`.
 */
export async function withPrograms(answer: string, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await temporaryFolder();
  const names = ['PATH', 'HOME', 'XDG_DATA_HOME'];
  const before = names.map((name) => [name, process.env[name]] as const);
  try {
    const script = `#!/bin/sh\ncd "${folder.path}"\necho "$@" >> asked\n${answer}\n`;
    for (const name of ['systemctl', 'launchctl', 'reg.exe'])
      await writeFile(join(folder.path, name), script, { mode: 0o700 });
    await writeFile(join(folder.path, 'secret-tool'), '#!/bin/sh\nexit 1\n', { mode: 0o700 });
    const PATH = `${folder.path}:${process.env['PATH'] ?? ''}`;
    Object.assign(process.env, { PATH, HOME: folder.path, XDG_DATA_HOME: join(folder.path, 'share') });
    await work(folder.path);
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await folder.remove();
  }
}

/** Lists the commands that the fake programs got. */
export const askedIn = async (folder: string): Promise<string[]> =>
  (await readFile(join(folder, 'asked'), 'utf8')).trim().split('\n');

/** Runs a test on Linux with a fake systemctl. */
export function withSystemctl(answer: string, work: (folder: string, config: Config) => Promise<void>): Promise<void> {
  return withPrograms(answer, async (folder) => {
    const args = ['--data-dir', join(folder, 'data'), '--server', offline, '--headless'];
    const config = readConfig(args, { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') });
    await work(folder, { ...config, machine: { ...config.machine, platform: 'linux' } });
  });
}

/** A fake launchctl, whose file `loaded` exists while the agent is loaded. `loading` is what its `load` command runs. */
const launchctl = (loading: string): string => `case "$1" in
  list) [ -e loaded ] && cat loaded || exit 113;;
  unload) [ -e loaded ] && rm loaded || exit 1;;
  load) ${loading};;
esac`;

/** Runs a test on a Mac with a fake launchctl. */
export function withLaunchctl(loading: string, work: (folder: string, config: Config) => Promise<void>): Promise<void> {
  return withPrograms(launchctl(loading), async (folder) => {
    const config = readConfig(['--data-dir', join(folder, 'data'), '--server', offline, '--token', 't']);
    await work(folder, { ...config, machine: { ...config.machine, platform: 'darwin' } });
  });
}

import { join } from 'node:path';
import { poll } from '../platform/clock.ts';
import { usualInstagram, usualProfilesDir, type Config } from '../platform/config.ts';

/** How this very program is started: its Node and its first file. */
export type Program = Config['program'];

/** What a start without a person at the terminal has to know; the token is in the store, the number of windows in the settings. */
export function keptArguments(config: Config): string[] {
  return [
    ...(config.server === null ? [] : ['--server', config.server]),
    ...(config.firefox === null ? [] : ['--firefox', config.firefox]),
    ...(config.headless ? ['--headless'] : []),
    ...(config.instagramUrl === usualInstagram ? [] : ['--instagram-url', config.instagramUrl]),
    ...(config.profilesDir === usualProfilesDir(config.dataDir) ? [] : ['--profiles-dir', config.profilesDir]),
    '--data-dir',
    config.dataDir,
  ];
}

/** Whether it runs each time it is looked at for so long: an agent that refuses to work ends within moments. */
export async function staysUp(isUp: () => Promise<boolean>, watchMs: number): Promise<boolean> {
  const down = await poll(async () => ((await isUp()) ? null : true), { timeoutMs: watchMs, intervalMs: 500 });
  return down === null;
}

/** What is said of an agent that the system starts from now on, and has just been asked to start. */
export function startedText(config: Config, isUp: boolean): string {
  if (isUp) return 'The agent starts whenever you sign in, and has been started now.';
  const log = join(config.dataDir, 'logs', 'agent.log');
  return `The agent is set to start when you sign in, but it stopped right after it started. Run "sandpiper-agent doctor" to see what is missing, or look in its log: ${log}. Then run: sandpiper-agent install`;
}

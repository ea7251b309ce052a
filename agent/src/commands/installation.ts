import { join } from 'node:path';
import { poll } from '../platform/clock.ts';
import { defaultInstagramUrl, defaultProfilesDir, type Config } from '../platform/config.ts';
import { messageOf } from '../platform/errors.ts';

export type Program = Config['program'];

/** Returns the options that tell the agent which data folder to use. The system's files contain them as written here. */
export function dataDirArguments({ dataDir }: Config): string[] {
  return ['--data-dir', dataDir];
}

/** Returns the options with which the system starts the agent. They omit the token and the window limit, which the agent has stored. */
export function keptArguments(config: Config): string[] {
  return [
    ...(config.server === null ? [] : ['--server', config.server]),
    ...(config.firefox === null ? [] : ['--firefox', config.firefox]),
    ...(config.headless ? ['--headless'] : []),
    ...(config.isVerbose ? ['--verbose'] : []),
    ...(config.instagramUrl === defaultInstagramUrl ? [] : ['--instagram-url', config.instagramUrl]),
    ...(config.profilesDir === defaultProfilesDir(config.dataDir) ? [] : ['--profiles-dir', config.profilesDir]),
    ...dataDirArguments(config),
  ];
}

/** Checks whether the agent keeps running for `watchMs`. If something that it needs is missing, it exits within moments. */
export async function staysUp(isUp: () => Promise<boolean>, watchMs: number): Promise<boolean> {
  const down = await poll(async () => ((await isUp()) ? null : true), { timeoutMs: watchMs, intervalMs: 500 });
  return down === null;
}

/** Returns what to tell the user after the system was asked to start the agent. */
export function startedText(config: Config, isUp: boolean): string {
  return isUp ? 'The agent is running, and will start whenever you sign in.' : notRunningText(config);
}

/** Returns the first line of a program's error output in parentheses, after a space. Returns an empty string if there is no output. */
export function inParentheses(output: string): string {
  const text = output.trim();
  return text === '' ? '' : ` (${messageOf(text)})`;
}

/** Returns the text for an agent that is installed but isn't running. `output` is the system's error output. It can be empty. */
export function notRunningText(config: Config, output = ''): string {
  const log = join(config.dataDir, 'logs', 'agent.log');
  return `The agent is set to start when you sign in, but it isn't running${inParentheses(output)}. To find out why, run "sandpiper-agent doctor" or look in the agent's log (${log}). Then run: sandpiper-agent install`;
}

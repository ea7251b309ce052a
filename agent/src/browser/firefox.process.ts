import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { poll } from '../platform/clock.ts';
import { UserError } from '../platform/errors.ts';
import { endProcess, isAlive } from '../platform/processes.ts';
import { FirefoxUnusable } from './firefox.finder.ts';
import { holderOf } from './profile.lock.ts';
import { prepareProfile } from './profile.preferences.ts';

export type FirefoxProcess = {
  pid: number;
  /** The WebDriver BiDi URL. */
  address: string;
  /** Resolves when the process has exited. */
  ended: Promise<void>;
  isRunning: () => boolean;
  kill: () => Promise<void>;
};

export type StartOptions = {
  executable: string;
  profile: string;
  headless: boolean;
  /** How long Firefox may take to accept connections, and then to answer the agent's connection. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Called with the process ID as soon as the process exists. */
  onSpawn?: (pid: number) => Promise<void>;
};

export const defaultStartMs = 90_000;

/** Thrown if another Firefox process has the profile open. */
export class ProfileHeld extends UserError {}

/** Thrown if Firefox didn't start, or if the agent couldn't connect to it. */
export class StartFailed extends UserError {}

const serverFileSchema = z.object({ ws_host: z.string(), ws_port: z.int() });

/**
 * Reads the WebDriver BiDi URL from a file in the profile. Returns null until Firefox has written the file. Firefox also prints the URL to
 * stderr, but the agent can't always read that output.
 */
async function addressFromFile(profile: string): Promise<string | null> {
  try {
    const said = serverFileSchema.parse(JSON.parse(await readFile(join(profile, 'WebDriverBiDiServer.json'), 'utf8')));
    return `ws://${said.ws_host}:${said.ws_port}`;
  } catch {
    return null;
  }
}

function argumentsFor(options: StartOptions): string[] {
  return [
    '--profile',
    options.profile,
    '--no-remote',
    '--remote-debugging-port',
    '0',
    ...(options.headless ? ['--headless'] : []),
    ...(platform() === 'win32' ? ['--wait-for-browser'] : []),
    'about:blank',
  ];
}

/**
 * Whether Firefox exited because the profile is in use. The agent only recognizes Firefox's error message in English. In other languages,
 * exit code 0 together with a held lock means that the profile is in use.
 */
async function foundProfileHeld(profile: string, output: string, code: number | null): Promise<boolean> {
  return /already running/iu.test(output) || (code === 0 && (await holderOf(profile)) !== null);
}

async function whyItEnded(profile: string, output: string, code: number | null): Promise<UserError> {
  if (await foundProfileHeld(profile, output, code))
    return new ProfileHeld('This Firefox profile is open in another Firefox window. Close that window.');
  if (/no DISPLAY|cannot open display|could not connect to display/iu.test(output)) {
    return new UserError(
      'There is no display for Firefox windows. Start the agent in a desktop session, or use --headless.',
    );
  }
  const last = output.trim().split('\n').at(-1) ?? '';
  return new StartFailed(`Firefox closed right after it started${last === '' ? '' : ` (${last.slice(0, 200)})`}.`);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Collects the process's stderr until `enough` is called. Keeps only the last 20,000 characters. */
function listenTo(child: ChildProcess): { said: () => string; enough: () => void } {
  let output = '';
  const keep = (piece: Buffer): void => {
    output = (output + piece.toString()).slice(-20_000);
  };
  child.stderr?.on('data', keep);
  return {
    said: () => output,
    enough: () => {
      child.stderr?.off('data', keep);
      child.stderr?.resume();
    },
  };
}

/**
 * Returns the WebDriver BiDi URL once Firefox accepts connections. On Windows and macOS, Firefox may exit to install an update, and the
 * updater then starts Firefox again with the same arguments. So if Firefox exits with code 0, and nobody has the profile open, this waits
 * for the other process.
 */
async function listeningAddress(child: ChildProcess, said: () => string, options: StartOptions): Promise<string> {
  const { profile, timeoutMs = defaultStartMs, signal } = options;
  let mayReturn: boolean | null = null;
  const answer = await poll(
    async () => {
      const told = /WebDriver BiDi listening on (ws:\/\/\S+)/u.exec(said())?.[1];
      if (told !== undefined) return { address: told };
      if (hasEnded(child)) {
        mayReturn ??= child.exitCode === 0 && !(await foundProfileHeld(profile, said(), 0));
        if (!mayReturn) return { address: null };
      }
      const written = await addressFromFile(profile);
      return written === null ? null : { address: written };
    },
    { timeoutMs, intervalMs: 50, ...(signal === undefined ? {} : { signal }) },
  );
  if (answer !== null && answer.address !== null) return answer.address;
  if (hasEnded(child)) throw await whyItEnded(profile, said(), child.exitCode);
  throw new StartFailed("Firefox didn't start in time.");
}

/** Starts Firefox and waits until it accepts WebDriver BiDi connections. Throws a {@link UserError} if it can't start. */
export async function startFirefox(options: StartOptions): Promise<FirefoxProcess> {
  await prepareProfile(options.profile);
  const child = spawn(options.executable, argumentsFor(options), {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Give Firefox its own process group, so that Ctrl+C in the terminal doesn't kill it before it has saved its cookies.
    detached: platform() !== 'win32',
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  // Start listening right after the spawn, because Firefox may exit immediately.
  const output = listenTo(child);
  const pid = child.pid;
  if (pid === undefined)
    throw new FirefoxUnusable(`Couldn't start Firefox at ${options.executable}. Check that you can start it yourself.`);
  const kill = async (): Promise<void> => {
    if (!hasEnded(child) && isAlive(pid)) await endProcess(pid);
    await ended;
  };
  try {
    await options.onSpawn?.(pid);
    const address = await listeningAddress(child, output.said, options);
    output.enough();
    return { pid, address, ended, kill, isRunning: () => !hasEnded(child) };
  } catch (error) {
    await kill();
    throw error;
  }
}

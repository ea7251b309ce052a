import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { availableParallelism, homedir, platform, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { isProtected, readAddress } from './address.ts';
import { readCommandLine, type CommandLine, type CommandName } from './command-line.ts';
import { UserError } from './errors.ts';

/** This computer's operating system, folders and display. */
export type Machine = {
  platform: NodeJS.Platform;
  home: string;
  /** The folders in `PATH`. */
  path: string[];
  /** Windows: `%APPDATA%`. */
  appData: string;
  /** Windows: `%LOCALAPPDATA%`. */
  localAppData: string;
  /** Windows: the folders in which Firefox may be installed. */
  programFolders: string[];
  /** Linux: `$XDG_CONFIG_HOME` or `~/.config`. */
  configHome: string;
  /** Whether `MOZ_LEGACY_HOME` is 1. If so, Firefox uses `~/.mozilla` instead of `~/.config/mozilla`. */
  legacyFirefoxHome: boolean;
  /** Whether windows can be shown. On Linux, this needs an X or Wayland display. */
  hasDisplay: boolean;
};

export type Config = {
  command: CommandName;
  /** The text that `help` and `completion` print. */
  text: string;
  /** Whether `--back` was given. Only the command `pages` uses it. */
  goesBack: boolean;
  /** The arguments of the command `profiles`, such as `restore` and an ID. */
  words: readonly string[];
  /** The new name for a restored Firefox profile, from `--as`, or null if the profile keeps its name. */
  newName: string | null;
  /** Whether to show every step on the terminal and in the log. */
  isVerbose: boolean;
  /** The server's URL without a trailing slash, or null if no server has been chosen. */
  server: string | null;
  token: string | null;
  instagramUrl: string;
  /** The absolute path to Firefox, or null to look for it. */
  firefox: string | null;
  headless: boolean;
  dataDir: string;
  /** The folder for Firefox profiles that aren't in Firefox's own list. */
  profilesDir: string;
  /** How many accounts can work at the same time. */
  maxWindows: number;
  /** Whether the agent was started in a terminal, where a person can respond. */
  hasTerminal: boolean;
  /** Whether launchd started the agent. launchd restarts it after every exit code except 0. */
  isUnderLaunchd: boolean;
  /** Whether console.cmd runs the command. This script is part of the Windows installer, and starts the agent after pairing. */
  isInConsole: boolean;
  machine: Machine;
  /** The Node binary, its options and the script that run this agent. */
  program: { node: string; options: readonly string[]; script: string };
};

export const defaultInstagramUrl = 'https://www.instagram.com';

export function defaultProfilesDir(dataDir: string): string {
  return join(dataDir, 'profiles');
}

const gigabyte = 1024 ** 3;
/** The memory to reserve for each Firefox window, in bytes. Firefox 140 with one page used 380 to 560 MB (proportional set size). */
export const windowBytes = 0.6 * gigabyte;

const savedSchema = z.object({
  server: z.string().optional(),
  instagram_url: z.string().optional(),
  max_windows: z.int().min(1).max(50).optional(),
});
type Saved = z.infer<typeof savedSchema>;

function readMachine(env: NodeJS.ProcessEnv): Machine {
  const home = env['HOME'] !== undefined && env['HOME'] !== '' && platform() !== 'win32' ? env['HOME'] : homedir();
  const separator = platform() === 'win32' ? ';' : ':';
  const programFolders = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']];
  return {
    platform: platform(),
    home,
    path: (env['PATH'] ?? env['Path'] ?? '').split(separator).filter((folder) => folder !== ''),
    appData: env['APPDATA'] ?? join(home, 'AppData', 'Roaming'),
    localAppData: env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'),
    programFolders: programFolders.filter((folder) => folder !== undefined),
    configHome: env['XDG_CONFIG_HOME'] || join(home, '.config'),
    legacyFirefoxHome: env['MOZ_LEGACY_HOME'] === '1',
    hasDisplay: platform() !== 'linux' || (env['DISPLAY'] ?? '') !== '' || (env['WAYLAND_DISPLAY'] ?? '') !== '',
  };
}

function defaultDataDir(machine: Machine, env: NodeJS.ProcessEnv): string {
  if (machine.platform === 'win32') return join(machine.localAppData, 'Sandpiper Agent');
  if (machine.platform === 'darwin') return join(machine.home, 'Library', 'Application Support', 'Sandpiper Agent');
  return join(env['XDG_DATA_HOME'] || join(machine.home, '.local', 'share'), 'sandpiper-agent');
}

/** `repair` tells the user what to do if the file is damaged. */
function readSaved(file: string, repair: string): Saved {
  if (!existsSync(file)) return {};
  try {
    return savedSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new UserError(`Couldn't read the settings file ${file}. ${repair}`);
  }
}

/** Returns the default window limit: one per core, but at most as many as fit into half of the memory, and at least one. */
export function windowsThatFit(cores: number, memoryBytes: number): number {
  return Math.max(1, Math.min(cores, Math.floor(memoryBytes / 2 / windowBytes)));
}

function readMaxWindows(value: string | undefined, saved: number | undefined): number {
  if (value === undefined) return saved ?? windowsThatFit(availableParallelism(), totalmem());
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1 || count > 50)
    throw new UserError('--max-windows must be a number from 1 to 50.');
  return count;
}

/** Returns this program's folder. Resolves the symlink that npm uses to start the program. */
function programFolder(): string {
  const script = process.argv[1] ?? '';
  return dirname(existsSync(script) ? realpathSync(script) : script);
}

function readInstagramAddress(value: string): string {
  const address = readAddress(value, 'The Instagram address');
  if (!isProtected(address))
    throw new UserError(`The Instagram address "${address}" must begin with https://, unless it is on this computer.`);
  return address;
}

function addressFrom(
  line: CommandLine,
  env: NodeJS.ProcessEnv,
  saved: Saved,
): { server: string | null; instagramUrl: string } {
  const shipped = readSaved(join(programFolder(), 'sandpiper-agent.json'), 'Download the agent again.');
  const server = line.server ?? env['SANDPIPER_SERVER'] ?? saved.server ?? shipped.server ?? null;
  const instagram = line.instagramUrl ?? saved.instagram_url ?? shipped.instagram_url ?? defaultInstagramUrl;
  return {
    server: server === null ? null : readAddress(server, 'The server address'),
    instagramUrl: readInstagramAddress(instagram),
  };
}

/** Reads the token and deletes it from the environment, so that Firefox and other programs don't inherit it. */
function takeToken(env: NodeJS.ProcessEnv): string | null {
  const token = env['SANDPIPER_AGENT_TOKEN'] ?? null;
  delete env['SANDPIPER_AGENT_TOKEN'];
  return token;
}

/**
 * Reads the command line, the environment and the saved settings. Nothing else in the program reads the command line or the environment.
 */
export function readConfig(
  args: readonly string[] = process.argv.slice(2),
  env: NodeJS.ProcessEnv = process.env,
): Config {
  const line = readCommandLine(args);
  const token = takeToken(env);
  const machine = readMachine(env);
  const firefox = line.firefox ?? env['FIREFOX'] ?? '';
  const dataDir = resolve(line.dataDir ?? defaultDataDir(machine, env));
  const saved = readSaved(join(dataDir, 'agent.json'), 'Delete the file and pair the agent again.');
  return {
    command: line.command,
    text: line.text,
    goesBack: line.back,
    words: line.words,
    newName: line.as ?? null,
    isVerbose: line.verbose,
    ...addressFrom(line, env, saved),
    token: line.token ?? token,
    firefox: firefox === '' ? null : resolve(firefox),
    headless: line.headless,
    dataDir,
    profilesDir: resolve(line.profilesDir ?? defaultProfilesDir(dataDir)),
    maxWindows: readMaxWindows(line.maxWindows, saved.max_windows),
    hasTerminal: [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY),
    isUnderLaunchd: line.launchd,
    isInConsole: line.console,
    machine,
    program: { node: process.execPath, options: process.execArgv, script: resolve(process.argv[1] ?? '') },
  };
}

import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, posix, win32 } from 'node:path';
import { capture } from './processes.ts';
import { Failure } from '../bootstrap/project.mjs';

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Lists the paths at which to look for a program: for a name, its path in each folder, and for a path, only that path. On Windows, lists
 * each path with and without `.exe`.
 */
export function placesOf(
  program: string,
  folders: readonly string[],
  system: NodeJS.Platform = process.platform,
): string[] {
  const { basename, join } = system === 'win32' ? win32 : posix;
  const places = basename(program) === program ? folders.map((folder) => join(folder, program)) : [program];
  return system === 'win32' ? places.flatMap((place) => [`${place}.exe`, place]) : places;
}

/** Returns the path to the first of these programs that is installed. */
export function findProgram(candidates: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return candidates.flatMap((candidate) => placesOf(candidate, folders)).find(isExecutable);
}

export function canInstallDebianPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && findProgram(['apt-get']) !== undefined;
}

/** Installs Debian packages. Waits if another apt process holds the lock. Returns apt's output if the installation fails. */
export async function installDebianPackages(names: readonly string[]): Promise<string | undefined> {
  console.log(`Installing ${names.join(', ')} (apt-get)…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = ['-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::Retries=3', '-q', '-y'];
  await capture('apt-get', [...apt, 'update'], { env });
  const result = await capture('apt-get', [...apt, 'install', '--no-install-recommends', ...names], { env });
  return result.code === 0 ? undefined : result.output;
}

/** The names of programs, keyed by the Debian package that contains them. */
export type Tools = Record<string, readonly string[]>;

/**
 * Makes sure that at least one program from each list is installed. Installs missing ones if installing is allowed. If any are still
 * missing, throws an error whose message begins with `wantedBy`.
 */
export async function ensureTools(tools: Tools, wantedBy: string): Promise<void> {
  const missingOf = () =>
    Object.entries(tools)
      .filter(([, programs]) => findProgram(programs) === undefined)
      .map(([name]) => name);
  const missing = missingOf();
  if (missing.length > 0 && canInstallDebianPackages()) await installDebianPackages(missing);
  const names = missingOf();
  if (names.length === 0) return;
  throw new Failure(
    `${wantedBy} ${names.join(', ')}. Install what is missing (Debian: apt-get install ${names.join(' ')}) and try again.`,
  );
}

/** Returns the numeric ID of a user (or, with `-g`, of the user's group), or `undefined` if there is no such user. */
export function idOfUser(name: string, kind: '-u' | '-g' = '-u'): number | undefined {
  try {
    return Number(execFileSync('id', [kind, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return undefined;
  }
}

import { existsSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { withLock } from './lock.mjs';
import { Failure, pinnedNode, readJson, root } from './project.mjs';
import { runHere } from './terminal.mjs';

/** @typedef {{ name?: string, resolved?: string, version?: string, link?: boolean, optional?: boolean, dev?: boolean }} LockEntry */
/** @typedef {Record<string, LockEntry>} LockEntries */

/**
 * @param {unknown} lock
 * @returns {lock is { packages: LockEntries }}
 */
function hasPackages(lock) {
  return typeof lock === 'object' && lock !== null && 'packages' in lock && typeof lock.packages === 'object';
}

/** @param {string[]} segments the lock file's path from the project's root */
function packagesIn(...segments) {
  const lock = existsSync(join(root, ...segments)) ? readJson(...segments) : undefined;
  return hasPackages(lock) ? lock.packages : {};
}

/**
 * Returns the packages in the lock file that aren't installed in the required version. Ignores optional packages that are missing, such as
 * those for other platforms.
 * @param {LockEntries} wanted
 * @param {LockEntries} installed
 * @param {(path: string) => boolean} isPresent
 */
export function missingPackages(wanted, installed, isPresent) {
  return Object.entries(wanted)
    .filter(([path, entry]) => {
      if (!path.includes('node_modules/')) return false;
      const found = installed[path];
      if (found === undefined) return entry.optional !== true;
      return found.version !== entry.version || found.link !== entry.link || !isPresent(path);
    })
    .map(([path]) => path);
}

/**
 * Returns the packages that the server needs after everything has been built.
 * @param {LockEntries} wanted
 */
export function withoutDevelopment(wanted) {
  return Object.fromEntries(Object.entries(wanted).filter(([, entry]) => entry.dev !== true));
}

/** @param {boolean} isBuilt */
function isInstalled(isBuilt) {
  const isPresent = (/** @type {string} */ path) => existsSync(join(root, path, 'package.json'));
  const installed = packagesIn('node_modules', '.package-lock.json');
  const all = packagesIn('package-lock.json');
  const wanted = isBuilt ? withoutDevelopment(all) : all;
  return existsSync(pinnedNode) && missingPackages(wanted, installed, isPresent).length === 0;
}

/**
 * @param {string} name
 * @param {string} path
 */
function findOnPath(name, path) {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  return path.split(delimiter).find((folder) => existsSync(join(folder, file)));
}

/** Returns the command that starts npm. Uses the machine's own Node, because npm may replace the folder that the pinned Node is in. */
function npmCommand() {
  const path = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes(`node_modules${sep}`))
    .join(delimiter);
  const env = { ...process.env, PATH: path };
  const folder = findOnPath('node', path);
  const npm = process.env['npm_execpath'];
  if (folder !== undefined && npm?.endsWith('npm-cli.js') === true) {
    return { command: join(folder, process.platform === 'win32' ? 'node.exe' : 'node'), before: [npm], env };
  }
  return { command: 'npm', before: [], env };
}

async function install() {
  console.log('Installing dependencies (npm ci). This takes about a minute…');
  const { command, before, env } = npmCommand();
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const code = await runHere(command, [...before, ...args], env);
  if (code !== 0) throw new Failure('npm ci failed: see above.');
}

/**
 * Installs all packages if any are missing. If several scripts start at the same time, only one of them installs packages.
 * @param {boolean} isBuilt whether a build exists, in which case development dependencies may be missing
 */
export async function ensureInstalled(isBuilt = false) {
  if (!existsSync(join(root, 'package-lock.json'))) {
    throw new Failure('package-lock.json is missing. Check out the whole project and try again.');
  }
  if (isInstalled(isBuilt)) return;
  await withLock('install', async () => {
    if (isInstalled(isBuilt)) return;
    await install();
    if (!isInstalled(isBuilt)) {
      throw new Failure(
        'npm ci succeeded, but packages or the pinned Node are missing. Run `npm config list` and look for a setting that skips scripts or packages.',
      );
    }
  });
}

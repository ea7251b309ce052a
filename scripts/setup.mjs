import { accessSync, existsSync, readFileSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { withLock } from './lock.mjs';
import { capture } from './processes.mjs';
import { Failure, pinnedNode, readJson, root } from './project.mjs';

function installedPackages() {
  const file = join(root, 'node_modules', '.package-lock.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

/** The packages that the lock file asks for and that are not there as asked. Those for other platforms do not count. */
export function missingPackages(wanted, installed, isThere) {
  return Object.entries(wanted)
    .filter(([path, entry]) => {
      if (!path.includes('node_modules/')) return false;
      const found = installed[path];
      if (found === undefined) return entry.optional !== true;
      return found.version !== entry.version || found.link !== entry.link || !isThere(path);
    })
    .map(([path]) => path);
}

function isInstalled() {
  const isThere = (path) => existsSync(join(root, path, 'package.json'));
  return (
    existsSync(pinnedNode) &&
    missingPackages(readJson('package-lock.json').packages, installedPackages(), isThere).length === 0
  );
}

function findOnPath(name, path) {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  return path.split(delimiter).find((folder) => existsSync(join(folder, file)));
}

/** npm must run on the machine's Node: the pinned one lies in the folder that npm is about to replace. */
function npmCommand() {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes(`node_modules${sep}`))
    .join(delimiter);
  const env = { ...process.env, PATH: path };
  const folder = findOnPath('node', path);
  const npm = process.env.npm_execpath;
  if (folder !== undefined && npm?.endsWith('npm-cli.js') === true) {
    return { command: join(folder, process.platform === 'win32' ? 'node.exe' : 'node'), before: [npm], env };
  }
  return { command: 'npm', before: [], env };
}

async function install() {
  console.log('Installing what the project needs (npm ci), about a minute…');
  const { command, before, env } = npmCommand();
  const args = [...before, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const result = await capture(command, args, { env, shell: process.platform === 'win32' });
  if (result.code !== 0) throw new Failure(`${result.output.trimEnd()}\nnpm ci failed: see above.`);
}

/** Installs what is missing, once, also when several scripts start together. */
export async function ensureInstalled() {
  try {
    accessSync(join(root, 'package-lock.json'));
  } catch {
    throw new Failure('package-lock.json is missing: is this the whole project?');
  }
  if (isInstalled()) return;
  await withLock('install', async () => {
    if (isInstalled()) return;
    await install();
    if (!isInstalled()) {
      throw new Failure(
        'npm ci ended well, but packages are missing or the pinned Node is: does an npm setting leave out scripts or packages? Look at `npm config list`.',
      );
    }
  });
}

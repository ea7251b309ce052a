import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './ports.mjs';
import { canInstallDebianPackages, findProgram, idOfUser, installDebianPackages } from './programs.mjs';
import { Failure } from './project.mjs';
import { onStop } from './stopping.mjs';

const debianFolder = '/usr/lib/postgresql';
const stopWithinMs = 20_000;

/** The folder with PostgreSQL's server programs, the newest where there are several. */
function findPrograms() {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  const folders = versions
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(debianFolder, version, 'bin'))
    .filter((folder) => existsSync(join(folder, 'initdb')));
  if (folders[0] !== undefined) return folders[0];
  return findProgram(['initdb'])?.replace(/\/initdb$/, '');
}

async function ensurePrograms() {
  let said;
  if (findPrograms() === undefined && canInstallDebianPackages()) said = await installDebianPackages(['postgresql']);
  const folder = findPrograms();
  if (folder !== undefined) return folder;
  throw new Failure(
    `${said ?? ''}The tests need a PostgreSQL server's programs: install them (Debian: apt-get install postgresql).`,
  );
}

/** PostgreSQL refuses to run as root: then it runs as the user that its package makes. */
function owner() {
  if (process.getuid?.() !== 0) return {};
  const uid = idOfUser('postgres');
  const gid = idOfUser('postgres', '-g');
  if (uid === undefined || gid === undefined) {
    throw new Failure('PostgreSQL does not run as root, and there is no user "postgres" to run it as.');
  }
  return { uid, gid };
}

function makeFolder({ uid, gid }) {
  // A folder for temporary files may be closed to other users; the system's own is not.
  const folder = mkdtempSync(join(uid === undefined ? tmpdir() : '/tmp', 'sandpiper-postgres-'));
  if (uid !== undefined) chownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
  return folder;
}

async function run(command, args, options) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Failure(`${output.trimEnd()}\n${command} failed: see above.`);
}

/** Waits until the server says that it is ready; `undefined` when it ended instead, as when its port was just taken. */
async function serve(folder, port, programs, options) {
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=200',
    'logging_collector=off',
  ];
  const place = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'log_destination=stderr',
  ];
  const args = [
    '-D',
    join(folder, 'data'),
    ...[...settings, ...place, 'lc_messages=C'].flatMap((setting) => ['-c', setting]),
  ];
  const child = spawn(join(programs, 'postgres'), args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const lines = [];
  for await (const line of createInterface({ input: child.stderr })) {
    lines.push(line);
    if (line.includes('ready to accept connections')) return child;
  }
  return lines;
}

async function serveOnFreePort(folder, programs, options) {
  let said = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const port = await freePort();
    const result = await serve(folder, port, programs, options);
    if (!Array.isArray(result)) return { child: result, port };
    said = result;
  }
  throw new Failure(`${said.join('\n')}\nPostgreSQL did not start: see above.`);
}

/** Starts a PostgreSQL server of its own, empty and for this run alone. Answers its address and how to end it. */
export async function startPostgres() {
  const programs = await ensurePrograms();
  const user = owner();
  const folder = makeFolder(user);
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const initdb = [
      '-D',
      join(folder, 'data'),
      '-U',
      'sandpiper',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ];
    await run(join(programs, 'initdb'), initdb, options);
    const { child, port } = await serveOnFreePort(folder, programs, options);
    child.stderr.resume();
    const unregister = onStop(() => {
      child.kill('SIGQUIT');
      remove();
    });
    return {
      url: `postgresql://sandpiper@127.0.0.1:${port}/postgres`,
      stop: () => stopPostgres(child, remove, unregister),
    };
  } catch (error) {
    remove();
    throw error;
  }
}

async function stopPostgres(child, remove, unregister) {
  const ended = child.exitCode === null ? once(child, 'exit') : undefined;
  // PostgreSQL's "fast" shutdown: it ends the sessions that are still open.
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
  await ended;
  clearTimeout(timer);
  unregister();
  remove();
}

import { spawn, type ChildProcess, type ChildProcessByStdio, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@sandpiper/testkit/ports';
import { Failure } from '../bootstrap/project.mjs';
import { canInstallDebianPackages, findProgram, idOfUser, installDebianPackages } from './programs.ts';
import { onStop } from './stopping.ts';

const debianFolder = '/usr/lib/postgresql';
const stopWithinMs = 20_000;

/** Returns the folder with the newest installed version of PostgreSQL's server programs, or undefined if there is none. */
function findPrograms(): string | undefined {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  const folders = versions
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(debianFolder, version, 'bin'))
    .filter((folder) => existsSync(join(folder, 'initdb')));
  if (folders[0] !== undefined) return folders[0];
  return findProgram(['initdb'])?.replace(/\/initdb$/, '');
}

async function ensurePrograms(): Promise<string> {
  let output: string | undefined;
  if (findPrograms() === undefined && canInstallDebianPackages()) output = await installDebianPackages(['postgresql']);
  const folder = findPrograms();
  if (folder !== undefined) return folder;
  throw new Failure(
    `${output ?? ''}PostgreSQL's server programs are missing. Install them (Debian: apt-get install postgresql) and try again.`,
  );
}

/** The user that PostgreSQL runs as. PostgreSQL refuses to run as root, so root runs it as the user that the Debian package creates. */
type Owner = { uid: number; gid: number };

function owner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const uid = idOfUser('postgres');
  const gid = idOfUser('postgres', '-g');
  if (uid === undefined || gid === undefined) {
    throw new Failure(
      'PostgreSQL can\'t run as root, and there is no user "postgres" to run it as. Run this command as another user.',
    );
  }
  return { uid, gid };
}

function makeFolder(user: Owner | undefined, parent?: string): string {
  // The user that PostgreSQL runs as might not have access to TMPDIR, but always has access to /tmp.
  const place = parent ?? (user === undefined ? tmpdir() : '/tmp');
  const folder = mkdtempSync(join(place, 'sandpiper-postgres-'));
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  return folder;
}

type Place = Pick<SpawnOptions, 'uid' | 'gid' | 'env'> & { cwd: string };

async function run(command: string, args: string[], options: Place): Promise<void> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Failure(`${output.trimEnd()}\n${command} failed: see above.`);
}

type Server = ChildProcessByStdio<null, null, Readable>;

const usualSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
  'logging_collector=off',
];

type Setting = { folder: string; programs: string; options: Place; settings: readonly string[] };

/**
 * Starts the server and waits until it is ready. If the server exits instead, for example because its port was just taken, returns its
 * lines of output.
 */
async function serve(port: number, { folder, programs, options, settings }: Setting): Promise<Server | string[]> {
  const place = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'log_destination=stderr',
  ];
  const args = [
    '-D',
    join(folder, 'data'),
    ...[...usualSettings, ...settings, ...place, 'lc_messages=C'].flatMap((setting) => ['-c', setting]),
  ];
  const child = spawn(join(programs, 'postgres'), args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    lines.push(line);
    if (line.includes('ready to accept connections')) return child;
  }
  return lines;
}

async function serveOnFreePort(setting: Setting) {
  let lines: string[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const port = await freePort();
    const result = await serve(port, setting);
    if (!Array.isArray(result)) return { child: result, port };
    lines = result;
  }
  throw new Failure(`${lines.join('\n')}\nPostgreSQL did not start: see above.`);
}

export type Postgres = {
  url: string;
  /** Shuts the server down as if its machine were shutting down: open sessions end, but the data is kept. */
  end: () => Promise<void>;
  /** Starts the server again at the same URL after `end`. */
  begin: () => Promise<void>;
  hasEnded: () => boolean;
  /** Stops the server and deletes its data. */
  stop: () => Promise<void>;
};

export type PostgresOptions = {
  /** The parent of the data folder. The user that PostgreSQL runs as must be able to enter it. */
  parent?: string;
  /** Additional settings, such as `max_connections=40`. */
  settings?: readonly string[];
};

/** Starts a PostgreSQL server with an empty database for this run. */
export async function startPostgres({ parent, settings = [] }: PostgresOptions = {}): Promise<Postgres> {
  const programs = await ensurePrograms();
  const user = owner();
  const folder = makeFolder(user, parent);
  const options = { ...user, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' } };
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    await run(join(programs, 'initdb'), initdbArgs(folder), options);
    const setting = { folder, programs, options, settings };
    const { child, port } = await serveOnFreePort(setting);
    return postgresOver({ child, port, setting, remove });
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Sorts texts as PostgreSQL does in the usual locale en_US.UTF-8, which many machines lack: first without punctuation and case. The
 * embedded database sorts by code point, so queries must not depend on the order of texts.
 */
const sorting = ['--locale-provider=icu', '--icu-locale=en-u-ka-shifted'];

function initdbArgs(folder: string): string[] {
  const where = ['-D', join(folder, 'data'), '-U', 'sandpiper', '-A', 'trust'];
  return [...where, '-E', 'UTF8', '--locale=C.UTF-8', ...sorting, '--no-sync'];
}

type Running = { child: Server; port: number; setting: Setting; remove: () => void };

function postgresOver({ child: first, port, setting, remove }: Running): Postgres {
  let child = first;
  child.stderr.resume();
  const unregister = onStop(() => {
    child.kill('SIGQUIT');
    remove();
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    url: `postgresql://sandpiper@127.0.0.1:${port}/postgres`,
    end: () => endOf(child, hasEnded),
    begin: async () => {
      const result = await serve(port, setting);
      if (Array.isArray(result)) throw new Failure(`${result.join('\n')}\nPostgreSQL did not start again: see above.`);
      child = result;
      child.stderr.resume();
    },
    hasEnded,
    stop: async () => {
      await endOf(child, hasEnded);
      unregister();
      remove();
    },
  };
}

async function endOf(child: ChildProcess, hasEnded: () => boolean): Promise<void> {
  if (hasEnded()) return;
  const ended = once(child, 'exit');
  // SIGINT requests PostgreSQL's "fast" shutdown, which ends open sessions.
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
  await ended;
  clearTimeout(timer);
}

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, mock } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ensureServerBundle } from '../../scripts/system/build.ts';
import { serverBundle } from '../../scripts/system/server-bundle.ts';
import { findCommand } from './commands.cli.ts';
import { startFailureText } from './start-failure.ts';
import { compileCache } from './testing/config.ts';
import { readConfig } from './platform/config.ts';
import { openDatabase } from './platform/database/database.ts';
import { newSecret } from './platform/secrets/key-file.ts';

const folder = await mkdtemp(join(tmpdir(), 'sandpiper-main-'));
const running = new Set<ChildProcess>();
after(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

type Started = { child: ChildProcess; output: () => string; ended: Promise<number | null> };

// Starts the bundle that `npm start` runs, because it starts faster than the server's modules.
function start(environment: Record<string, string>, ...args: string[]): Started {
  const child = spawn(process.execPath, [serverBundle, ...args], {
    env: { ...compileCache, LOG_LEVEL: 'error', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (text += data.toString()));
  const ended = once(child, 'close').then(() => {
    running.delete(child);
    return child.exitCode;
  });
  return { child, output: () => text, ended };
}

/** Waits until the process prints something that matches the pattern. Returns the match. */
async function waitFor(started: Started, pattern: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const match = pattern.exec(started.output());
    if (match !== null) return match;
    const ended = await Promise.race([
      started.ended.then(() => true),
      once(started.child.stdout ?? started.child, 'data'),
    ]);
    if (ended === true) throw new Error(`The server ended: ${started.output()}`);
  }
}

/** Waits for the URL that the server prints when it is ready. */
async function addressOf(started: Started): Promise<string> {
  const [, address = ''] = await waitFor(started, /ready at (http\S+)/);
  return address;
}

async function signIn(address: string, username: string, password: string): Promise<number> {
  const response = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return response.status;
}

async function stopServer({ child, ended }: Started): Promise<void> {
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
}

const newData = join(folder, 'new');
let firstOutput = '';
// Creating a database takes seconds, so most tests use a copy of this server's database.
before(async () => {
  await ensureServerBundle();
  await mkdir(newData, { mode: 0o755 });
  const server = start({ DATA_DIR: newData });
  await addressOf(server);
  await stopServer(server);
  firstOutput = server.output();
});

/** Copies the data folder of a server that was started once. Returns the path to the copy. */
async function copyData(name: string): Promise<string> {
  await cp(newData, join(folder, name), { recursive: true });
  return join(folder, name);
}

describe('the server process', () => {
  it('prints the administrator’s password once, keeps its data when it is killed, and exits cleanly', async () => {
    const password = /Password: +(\S+)/.exec(firstOutput)?.[1] ?? '';
    const dataDir = await copyData('one');
    const key = await stat(join(dataDir, 'secret.key'));
    assert.equal(key.mode & 0o777, 0o600);
    const first = start({ DATA_DIR: dataDir });
    assert.equal(await signIn(await addressOf(first), 'admin', password), 200);
    assert.doesNotMatch(first.output(), /Password/);

    const second = start({ DATA_DIR: dataDir });
    assert.equal(await second.ended, 1);
    const which = process.platform === 'linux' ? ` \\(its ID is ${first.child.pid}\\)` : '';
    assert.match(second.output(), new RegExp(`^Another process is using .*one${which}\\. Stop it first.*\n$`));

    first.child.kill('SIGKILL');
    await first.ended;
    const third = start({ DATA_DIR: dataDir });
    assert.equal(await signIn(await addressOf(third), 'admin', password), 200);
    await stopServer(third);
  });

  it('keeps other users out of everything that it creates in a folder that they can read', async () => {
    const names = await readdir(newData);
    assert.ok(names.includes('postgres'));
    for (const name of names) assert.equal((await stat(join(newData, name))).mode & 0o077, 0, name);
  });

  it('exits with a one-line error about an invalid setting', async () => {
    const started = start({ DATA_DIR: join(folder, 'never'), PORT: 'eighty' });
    assert.equal(await started.ended, 1);
    assert.equal(started.output(), 'PORT must be a whole number from 0 to 65535\n');
  });

  it('exits with a one-line error if the port is taken', async () => {
    const first = start({ DATA_DIR: await copyData('two') });
    const { port } = new URL(await addressOf(first));
    const second = start({ DATA_DIR: await copyData('three'), PORT: port });
    assert.equal(await second.ended, 1);
    assert.match(second.output(), /Port \d+ is already in use\. Set PORT to another port\.\n$/);
    await stopServer(first);
  });

  it('exits with a one-line error if the database cannot be opened', async () => {
    const dataDir = join(folder, 'damaged');
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '18');
    const started = start({ DATA_DIR: dataDir });
    assert.equal(await started.ended, 1);
    assert.match(started.output(), /^Couldn't open the database in .*postgres\. Check .* restore a backup\.\n$/);
  });

  it(
    'leaves no incomplete database behind if it cannot create one',
    { skip: process.platform === 'win32' },
    async () => {
      const dataDir = join(folder, 'too small');
      // The limit on the size of files makes writing fail as on a full disk.
      const creating = promisify(execFile)(
        'sh',
        ['-c', 'ulimit -f 1000; exec "$0" "$1"', process.execPath, serverBundle],
        {
          env: { PORT: '0', DATA_DIR: dataDir },
        },
      );
      await assert.rejects(creating, { code: 1, stderr: /^Couldn't create the database in .* has free space\.\n$/ });
      await assert.rejects(stat(join(dataDir, 'postgres')), { code: 'ENOENT' });
    },
  );

  it('exits with a one-line error if the database fails so badly that it cannot continue, and can be started again', async () => {
    const dataDir = await copyData('panic');
    const server = start({ DATA_DIR: dataDir });
    await addressOf(server);
    // A checkpoint fails as it does on a full disk if there is a folder in place of this file.
    const inTheWay = join(dataDir, 'postgres', 'pg_logical', 'replorigin_checkpoint.tmp');
    await mkdir(inTheWay);
    await writeFile(join(dataDir, 'backup-order-1'), '');
    assert.equal(await server.ended, 1);
    assert.match(server.output(), /\nThe embedded database had to stop: could not .* Then start again\.\n$/);
    await rm(inTheWay, { recursive: true });
    const again = start({ DATA_DIR: dataDir });
    await addressOf(again);
    await stopServer(again);
  });
});

/** Runs a command in this process, which is much faster than starting another process. Returns what the command prints. */
async function run(environment: Record<string, string>, ...args: string[]): Promise<string> {
  const printing = mock.method(console, 'log', () => undefined);
  try {
    await findCommand(args)(readConfig(environment));
    return printing.mock.calls.map(({ arguments: [text] }) => `${String(text)}\n`).join('');
  } finally {
    printing.mock.restore();
  }
}

/** Runs a command that has to fail with a message for the operator. Returns the message. */
async function refusalOf(environment: Record<string, string>, ...args: string[]): Promise<string> {
  const error: unknown = await run(environment, ...args).then(
    (output) => new Error(`The command was not refused: ${output}`),
    (refusal: unknown) => refusal,
  );
  const text = startFailureText(error, readConfig(environment));
  if (text === undefined) throw error;
  return text;
}

describe('a command', () => {
  for (const command of [
    ['rotate-key'],
    ['mark-restored'],
    ['reset-password', 'anna'],
    ['move-to-server', 'postgresql://x'],
  ]) {
    it(`creates no database in a folder that has none (${command[0]})`, async () => {
      const dataDir = join(folder, `mistyped-${command[0]}`);
      const output = await refusalOf({ DATA_DIR: dataDir }, ...command);
      assert.equal(output, `No embedded database was found in ${dataDir}. Check DATA_DIR.`);
      await assert.rejects(stat(dataDir));
    });
  }

  it('gives a user a new password, or exits with a one-line error', async () => {
    const environment = { DATA_DIR: await copyData('password') };
    const started = start(environment, 'reset-password', 'Admin');
    assert.equal(await started.ended, 0, started.output());
    assert.match(started.output(), /^The new password of Admin: [\w-]{16}\n/);
    const refused = start(environment, 'reset-password', 'anna');
    assert.equal(await refused.ended, 1);
    assert.equal(refused.output(), 'There is no user named anna.\n');
  });

  it('with --help only explains the commands', async () => {
    const environment = { DATA_DIR: join(folder, 'asked') };
    const started = start(environment, 'give-up-lost-keys', '--help');
    assert.equal(await started.ended, 0);
    assert.match(started.output(), /^Usage: npm start -- \[command\]/);
    await assert.rejects(stat(environment.DATA_DIR));
  });

  it('tells the operator to start the server first if the tables have not been updated yet', async () => {
    const dataDir = join(folder, 'not-updated');
    const { pool, close } = await openDatabase({ dataDir });
    await pool.query('CREATE TABLE schema_migrations (name text)');
    await close();
    for (const command of [
      ['reset-two-factor', 'anna'],
      ['reset-password', 'anna'],
      ['rotate-key'],
      ['give-up-lost-keys'],
    ])
      assert.equal(
        await refusalOf({ DATA_DIR: dataDir, SECRET_KEY: newSecret() }, ...command),
        'The database is from an earlier version. Start the server first, so that it updates the tables.',
      );
  });

  it('replaces an earlier backup, but no other file, with a backup', async () => {
    const environment = { DATA_DIR: await copyData('backed-up') };
    const secret = join(environment.DATA_DIR, 'secret.key');
    assert.match(await refusalOf(environment, 'backup', secret), /^The server keeps its own data in \S+secret\.key\./);
    const notes = join(folder, 'notes.txt');
    await writeFile(notes, 'Call Ana');
    assert.match(
      await refusalOf(environment, 'backup', notes),
      /notes\.txt exists and isn't a backup\. Choose another/,
    );
    assert.equal(await readFile(notes, 'utf8'), 'Call Ana');
    const earlier = join(folder, 'earlier.sql.gz');
    await writeFile(earlier, gzipSync('-- Sandpiper backup, format 1\n'));
    assert.match(await run(environment, 'backup', earlier), /^Wrote \S+earlier\.sql\.gz \(\d{4,} bytes\)\. /);
  });

  it('says in one line why it cannot write a backup or connect to the database', async () => {
    const environment = { DATA_DIR: newData };
    assert.match(await refusalOf(environment, 'backup', folder), /^\S+ is a folder\. Add a file name\.$/);
    assert.match(
      await refusalOf(environment, 'backup', join(folder, 'nowhere', 'file.gz')),
      /^The folder \S+nowhere doesn't exist or isn't writable\. Choose another one\.$/,
    );
    assert.match(
      await refusalOf(environment, 'move-to-server', 'sandpiper'),
      /^Enter the database's address in this form: /,
    );
    const nobodyListens = 'postgresql://127.0.0.1:1/sandpiper';
    assert.match(
      await refusalOf(environment, 'move-to-server', nobodyListens),
      /^Can't connect to the database at this address: .*ECONNREFUSED.*$/,
    );
    assert.match(
      await refusalOf(environment, 'move-to-server', `${nobodyListens}?sslrootcert=/nowhere`),
      /^Can't connect to the database at this address: ENOENT.*'\/nowhere'\.$/,
    );
    assert.match(
      await refusalOf(environment, 'move-to-server', 'postgresql://a:b#c@localhost/sandpiper'),
      /^This is not a valid address\. In its username and password, write special characters as codes: .*$/,
    );
    await writeFile(join(folder, 'backup.sql.gz'), gzipSync('-- Sandpiper backup, format 1\n'));
    assert.equal(
      await refusalOf({ ...environment, DATABASE_URL: nobodyListens }, 'restore', join(folder, 'backup.sql.gz')),
      "Can't connect to the database in DATABASE_URL. Check that it is running.",
    );
    await writeFile(join(folder, 'page.txt'), 'This is not a backup.');
    assert.match(
      await refusalOf({ ...environment, DATABASE_URL: nobodyListens }, 'restore', join(folder, 'page.txt')),
      /page\.txt isn't a backup that a PostgreSQL server can load\. Check the path\. If /,
    );
  });
});

describe('the server’s key', () => {
  const dataDir = join(folder, 'keys');
  const file = join(dataDir, 'secret.key');
  const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'info' };
  const keys = async () => (await readFile(file, 'utf8')).trim().split('\n');

  before(() => copyData('keys'));

  it('can be replaced while the server runs, and the earlier key can be removed afterward', async () => {
    const server = start(environment);
    await addressOf(server);
    const [first] = await keys();
    assert.match(
      await run(environment, 'rotate-key'),
      /^Added a new key to .*The running server will use it from now on.*Unsubscribe links .* wait a month/s,
    );
    const [second, ...earlier] = await keys();
    assert.deepEqual(earlier, [first]);
    assert.notEqual(second, first);
    await waitFor(server, /the current key now encrypts every readable value/);
    await stopServer(server);
    assert.match(
      await run(environment, 'remove-old-keys'),
      /^Removed the key [0-9a-f]{16}\. Nothing in the database uses it.*\nBackups from before .* still need the earlier key, .*\nOnce a key is removed, unsubscribe links .* no longer work/,
    );
    assert.deepEqual(await keys(), [second]);
    assert.match(await run(environment, 'rotate-key'), /^Created the key [0-9a-f]{16} and encrypted 1 value with it/);
    const again = start(environment);
    await addressOf(again);
    await stopServer(again);
  });

  it('is required at startup unless the operator gives up everything that it encrypted', async () => {
    const kept = await readFile(file, 'utf8');
    await writeFile(file, `${newSecret()}\n`);
    const refused = start(environment);
    assert.equal(await refused.ended, 1);
    assert.match(
      refused.output(),
      /^A stored value .* with the key [0-9a-f]{16}, .* The database was last used with another key\. .*\n$/,
    );
    assert.match(
      await run(environment, 'remove-old-keys'),
      /^The key [0-9a-f]{16} is still needed but missing: it encrypts 1 value\. .*\n$/,
    );
    const other = { ...environment, SECRET_KEY: newSecret(), OTHER_SECRET_KEYS: kept.trim().split('\n').join(',') };
    assert.match(await run(other, 'rotate-key'), /^Re-encrypted 1 value with the current key/);
    assert.match(await run(other, 'rotate-key'), /comes from SECRET_KEY, .* one:\n\n {2}[0-9a-f]{64}\n/s);
    assert.match(await run(environment, 'give-up-lost-keys'), /^Deleted keys that recognize forgotten people: 1\n/);
    const started = start(environment);
    await addressOf(started);
    await stopServer(started);
  });
});

import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openDatabase } from './platform/database/database.ts';
import { newSecret } from './platform/secrets/key-file.ts';
import {
  addressOf,
  copyData,
  folder,
  newData,
  refusalOf,
  run,
  start,
  stopServer,
  waitFor,
} from './testing/server-program.ts';

before(async () => {
  await newData();
});

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
    assert.match(started.output(), /^New password for Admin: [\w-]{16}\n/);
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
    const environment = { DATA_DIR: (await newData()).dataDir };
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
      /^A stored value .* with the key [0-9a-f]{16}, .* The database was last used with a different key\. .*\n$/,
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

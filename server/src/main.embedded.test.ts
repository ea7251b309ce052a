import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { serverBundle } from '../../scripts/system/server-bundle.ts';
import { openDatabase } from './platform/database/database.ts';
import { addressOf, copyData, folder, newData, start, stopServer } from './testing/server-program.ts';

async function signIn(address: string, username: string, password: string): Promise<number> {
  const response = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return response.status;
}

before(async () => {
  await newData();
});

describe('the server process', () => {
  it('prints the administrator’s password once, keeps its data when it is killed, and exits cleanly', async () => {
    const password = /Password: +(\S+)/.exec((await newData()).output)?.[1] ?? '';
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

  it('says at the start if a newer version has updated the database, and removes answers that no command has read', async () => {
    const dataDir = await copyData('newer');
    const { pool, close } = await openDatabase({ dataDir });
    await pool.query(`INSERT INTO schema_migrations (name) VALUES ('9001_a.sql')`);
    await close();
    await writeFile(join(dataDir, 'backup-answer-1'), '{}');
    const server = start({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
    await addressOf(server);
    assert.match(server.output(), /9001_a\.sql.*A newer version of Sandpiper has updated the database\./);
    assert.ok(!(await readdir(dataDir)).includes('backup-answer-1'));
    await stopServer(server);
  });

  it('keeps other users out of everything that it creates in a folder that they can read', async () => {
    const { dataDir } = await newData();
    const names = await readdir(dataDir);
    assert.ok(names.includes('postgres'));
    for (const name of names) assert.equal((await stat(join(dataDir, name))).mode & 0o077, 0, name);
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

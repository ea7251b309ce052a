import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser } from '../../testing/builders.ts';
import { startBeside, startTestServer, testServer } from '../../testing/test-server.ts';
import { keepNewest } from '../../platform/database/backup/backup-files.ts';
import { backupToEnd, beginDueBackup } from './backups.service.ts';

const backupDir = await mkdtemp(join(tmpdir(), 'sandpiper-backups-'));
after(() => rm(backupDir, { recursive: true, force: true }));

/** This server's database is in memory and has no files, so a backup begins but then fails. */
const embedded = { databaseUrl: null, backupEveryHours: 24, dataDir: backupDir };
const server = await startTestServer({ ...embedded, backupDir });
const shared = await testServer();
const admin = await buildUser(server.app, { role: 'admin' });
const nameOf = (day: number) => `sandpiper-2026-11-0${day}T04-05-06-789Z.sql.gz`;

describe('backups', () => {
  it('are listed newest first, without other files, and each download is recorded', async () => {
    await writeFile(join(backupDir, nameOf(1)), 'first');
    await writeFile(join(backupDir, nameOf(2)), 'second');
    await mkdir(join(backupDir, 'before-0001'));
    const { files, database } = await server.call(admin, 'GET /api/backups');
    assert.equal(database, 'embedded');
    assert.deepEqual(
      files.map(({ name, size_bytes, made_at }) => [name, size_bytes, made_at]),
      [
        [nameOf(2), 6, '2026-11-02T04:05:06.789Z'],
        [nameOf(1), 5, '2026-11-01T04:05:06.789Z'],
      ],
    );
    const file = await server.call(admin, 'GET /api/backups/:name', { params: { name: nameOf(1) } });
    assert.equal(await file.text(), 'first');
    const event = await server.app.db
      .selectFrom('audit_events')
      .select(['action', 'subject'])
      .executeTakeFirstOrThrow();
    assert.deepEqual(event, { action: 'backup_downloaded', subject: nameOf(1) });
    const missing = await server.refuse(admin, 'GET /api/backups/:name', { params: { name: nameOf(3) } });
    assert.equal(missing.code, 'not_found');
    const outside = await server.refuse(admin, 'GET /api/backups/:name', { params: { name: '../secret.key' } });
    assert.equal(outside.code, 'validation_failed');
  });

  it('are reported if they fail, and are not retried immediately', async () => {
    await server.call(admin, 'POST /api/backups');
    await backupToEnd(server.app);
    const failed = await server.call(admin, 'GET /api/backups');
    assert.match(
      failed.last_failure?.error ?? '',
      /^The backup couldn't be written \(\w+: .*\)\. Check that \S+ is writable/,
    );
    await beginDueBackup(server.app);
    assert.equal((await server.call(admin, 'GET /api/backups')).is_under_way, false);
  });

  it('are reported as failed as long as their folder cannot be read', async () => {
    const notFolder = join(backupDir, 'notes');
    await writeFile(notFolder, '');
    const other = await startBeside(server, { ...embedded, backupDir: notFolder });
    await beginDueBackup(other.app);
    const { files, last_failure, is_under_way } = await other.call(admin, 'GET /api/backups');
    assert.deepEqual([files, is_under_way], [[], false]);
    assert.match(last_failure?.error ?? '', /^The backup folder can't be read \(ENOTDIR/);
    await rm(notFolder);
    await mkdir(notFolder);
    assert.equal((await other.call(admin, 'GET /api/backups')).last_failure, null);
    await rm(notFolder, { recursive: true });
  });

  it('are listed even while one of them is being deleted', async () => {
    // A link without a target behaves like a file that is deleted after the folder has been read.
    await symlink(join(backupDir, 'nowhere'), join(backupDir, nameOf(4)));
    const { files } = await server.call(admin, 'GET /api/backups');
    await rm(join(backupDir, nameOf(4)));
    assert.ok(files.length > 0 && files.every(({ name }) => name !== nameOf(4)));
  });

  it('delete the files that interrupted backups have left behind', async () => {
    const folder = await mkdtemp(join(backupDir, 'interrupted-'));
    for (const name of [nameOf(1), '.123-1764000000000.unfinished', '.notes']) await writeFile(join(folder, name), '');
    await keepNewest(folder, 2);
    assert.deepEqual((await readdir(folder)).toSorted(), ['.notes', nameOf(1)]);
  });

  it('are deleted, oldest first, when there are too many', async () => {
    const folder = await mkdtemp(join(backupDir, 'kept-'));
    for (const day of [1, 2, 3]) await writeFile(join(folder, nameOf(day)), '');
    await writeFile(join(folder, 'notes'), '');
    await keepNewest(folder, 2);
    assert.deepEqual((await readdir(folder)).toSorted(), ['notes', nameOf(2), nameOf(3)]);
  });

  it('that were made while the clock was wrong are deleted first, and do not delay the next backup', async () => {
    const folder = await mkdtemp(join(backupDir, 'ahead-'));
    const ahead = 'sandpiper-2999-01-01T00-00-00-000Z.sql.gz';
    for (const name of [nameOf(1), ahead]) await writeFile(join(folder, name), '');
    const other = await startBeside(server, { ...embedded, backupDir: folder });
    await beginDueBackup(other.app);
    await backupToEnd(other.app);
    const { last_failure } = await other.call(admin, 'GET /api/backups');
    assert.notEqual(last_failure, null, 'a backup was begun');
    await keepNewest(folder, 1);
    assert.deepEqual(await readdir(folder), [nameOf(1)]);
  });
});

describe('backups of a database server', () => {
  it('are not made, listed or downloaded', async () => {
    const other = await startTestServer({ databaseUrl: 'postgresql://elsewhere', backupDir });
    const operator = await buildUser(other.app, { role: 'admin' });
    const { database, files } = await other.call(operator, 'GET /api/backups');
    assert.deepEqual([database, files], ['server', []]);
    assert.match((await other.refuse(operator, 'POST /api/backups')).error, /pg_dump/);
    const name = nameOf(1);
    assert.equal((await other.refuse(operator, 'GET /api/backups/:name', { params: { name } })).code, 'not_found');
  });
});

describeAccess(shared, [
  { key: 'GET /api/backups' },
  { key: 'POST /api/backups' },
  { key: 'GET /api/backups/:name', input: () => Promise.resolve({ params: { name: nameOf(1) } }) },
]);

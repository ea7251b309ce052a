import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { dataFolders } from '../../../testing/data-folders.ts';
import { backUp } from './backup.ts';
import { migrateEmbedded } from './copy-before-migration.ts';
import { restore } from './restore.ts';
import { openDatabase } from '../database.ts';
import { createPostgres } from '../embedded.ts';
import { DirectoryLockedError } from '../directory-lock.ts';
import { OperatorError } from '../../operator-error.ts';

const folder = await mkdtemp(join(tmpdir(), 'sandpiper-backup-'));
after(() => rm(folder, { recursive: true, force: true }));

const filledFolder = dataFolders(folder);
const backupFile = join(folder, 'backup.sql.gz');

async function readBack(dataDir: string) {
  const { db, close } = await openDatabase({ dataDir });
  const rows = await db
    .selectFrom('profiles')
    .select(['profile_name', 'insta_password_sealed'])
    .orderBy('id')
    .execute();
  await close();
  return rows;
}

/** A long text with line separators. At least one of the characters is split between two chunks of the file that is read. */
const longText = 'A\u2028B\u2029C\u0085\v\f\r\n😀'.repeat(20_000);
const gone = { username: 'gone', password_hash: 'x' };

/** Adds a long text and deletes a user, and returns the user's ID. */
async function change(dataDir: string): Promise<number> {
  const { db, close } = await openDatabase({ dataDir });
  await db
    .insertInto('contact_messages')
    .values({ name: 'Ana', email: 'ana@example.com', message: longText })
    .execute();
  const { id } = await db.insertInto('users').values(gone).returning('id').executeTakeFirstOrThrow();
  await db.deleteFrom('users').where('id', '=', id).execute();
  await close();
  return id;
}

describe('a backup', () => {
  const restoredOnce = join(folder, 'restored-once');
  let dataDir: string;
  let deletedId: number;

  // Creating a database takes seconds, so the tests share two restored databases.
  before(async () => {
    dataDir = await filledFolder('original');
    deletedId = await change(dataDir);
    await backUp(dataDir, backupFile);
    await restore(restoredOnce, backupFile);
  });

  it('can be restored in another folder, but does not replace an existing database', async () => {
    assert.equal((await stat(backupFile)).mode & 0o077, 0);
    assert.deepEqual(await readBack(restoredOnce), await readBack(dataDir));
    await assert.rejects(restore(dataDir, backupFile), OperatorError);
  });

  it('keeps every character of long texts, including line separators that JSON does not escape', async () => {
    const { db, close } = await openDatabase({ dataDir: restoredOnce });
    const { message } = await db.selectFrom('contact_messages').select('message').executeTakeFirstOrThrow();
    await close();
    assert.ok(message === longText);
  });

  it('prevents new users from getting the IDs of deleted users, whose audit events are kept', async () => {
    // A restored database that is backed up and restored again must not reuse the ID either.
    const again = join(folder, 'again.sql.gz');
    await backUp(restoredOnce, again);
    const restoredTwice = join(folder, 'restored-twice');
    await restore(restoredTwice, again);
    for (const restored of [restoredOnce, restoredTwice]) {
      const { db, close } = await openDatabase({ dataDir: restored });
      const next = await db.insertInto('users').values(gone).returning('id').executeTakeFirstOrThrow();
      await close();
      assert.equal(next.id, deletedId + 1);
    }
  });

  it('is refused while a server has the database open, or if there is no database', async () => {
    const running = await openDatabase({ dataDir });
    await assert.rejects(backUp(dataDir, join(folder, 'never')), DirectoryLockedError);
    await running.close();
    await assert.rejects(
      backUp(join(folder, 'nothing'), join(folder, 'never')),
      /No embedded database was found in .*Check DATA_DIR/,
    );
  });
});

describe('restoring', () => {
  it('leaves nothing behind if the backup is damaged, and can be repeated after an interruption', async () => {
    const dataDir = join(folder, 'half');
    const unfinished = join(dataDir, 'postgres.unfinished');
    await mkdir(unfinished, { recursive: true });
    await writeFile(join(unfinished, 'PG_VERSION'), '18');
    const file = join(folder, 'whole.sql.gz');
    // PGlite fails differently for long files.
    const page = 'This is not a backup. '.repeat(10_000);
    for (const content of ['nothing', page, gzipSync(page), gzipSync(page).subarray(0, -20)]) {
      await writeFile(file, content);
      await assert.rejects(restore(dataDir, file), /It is damaged or isn't a Sandpiper backup/);
    }
    await writeFile(file, '-- Sandpiper backup, format 1\n');
    await assert.rejects(restore(dataDir, file), /isn't compressed\. Compress it with gzip/);
    await assert.rejects(restore(dataDir, join(folder, 'nowhere')), /No backup was found at/);
    assert.deepEqual(await readdir(dataDir), ['lock']);
    const original = await filledFolder('whole');
    await backUp(original, file);
    await mkdir(unfinished, { recursive: true });
    await restore(dataDir, file);
    assert.deepEqual(await readBack(dataDir), await readBack(original));
    assert.ok(!(await readdir(dataDir)).includes('postgres.unfinished'));
  });

  it('accepts an archive of the database’s files, which earlier versions wrote', async () => {
    const original = await filledFolder('archived');
    const postgres = await createPostgres(join(original, 'postgres'));
    const archive = join(folder, 'archive.tar.gz');
    await writeFile(archive, Buffer.from(await (await postgres.dumpDataDir('gzip')).arrayBuffer()));
    await postgres.close();
    const dataDir = join(folder, 'from-archive');
    await restore(dataDir, archive);
    assert.deepEqual(await readBack(dataDir), await readBack(original));
  });
});

describe('the copy that is made before an update', () => {
  /** Creates a folder with the update's migrations. */
  async function update(name: string, migrations: Record<string, string>): Promise<URL> {
    const directory = join(folder, `${name}-migrations`);
    await mkdir(directory, { recursive: true });
    for (const [file, text] of Object.entries(migrations)) await writeFile(join(directory, file), text);
    return pathToFileURL(`${directory}/`);
  }

  const creating = { '9001_notes.sql': 'CREATE TABLE notes (id bigint);' };
  const failing = { ...creating, '9002_broken.sql': 'SELECT 1 / 0;' };
  const copiesIn = async (dataDir: string) => (await readdir(join(dataDir, 'backups'))).toSorted();

  it('can be restored in the same place, is readable only by its owner, and is deleted after three later updates', async () => {
    const dataDir = await filledFolder('updated');
    await chmod(join(dataDir, 'postgres'), 0o755);
    await mkdir(join(dataDir, 'backups'), { mode: 0o755 });
    const expected = await readBack(dataDir);
    const { db, pool, close } = await openDatabase({ dataDir });
    const copies = join(dataDir, 'backups');
    // After going back to an earlier version, a later copy can have an earlier migration in its name.
    const earlier = ['0009-2020-01-01', '0003-2020-01-02', '0002-2020-01-03'].map((name) => `before-${name}T00-00-00`);
    for (const name of earlier) await mkdir(join(copies, name), { recursive: true, mode: 0o700 });
    const made: string[] = [];
    const directory = await update('updated', creating);
    await migrateEmbedded(dataDir, pool, { directory, onCopied: (copy) => made.push(copy) });
    const copy = made[0] ?? '';
    assert.equal((await stat(join(dataDir, 'postgres'))).mode & 0o077, 0);
    assert.match(copy, /before-9001_notes-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/);
    assert.equal((await stat(copies)).mode & 0o077, 0);
    assert.deepEqual(await copiesIn(dataDir), [...earlier.slice(1), basename(copy)].toSorted());
    await db.deleteFrom('profiles').execute();
    await close();
    await rm(join(dataDir, 'postgres'), { recursive: true });
    await chmod(copy, 0o755);
    await restore(dataDir, copy);
    assert.equal((await stat(join(dataDir, 'postgres'))).mode & 0o077, 0);
    assert.deepEqual(await readBack(dataDir), expected);
  });

  it('is kept while the update fails, and made again only if the update has changed nothing', async () => {
    const dataDir = await filledFolder('failing');
    const { pool, close } = await openDatabase({ dataDir });
    const unchanged = 'before-9001_notes-2020-01-01T00-00-00';
    await mkdir(join(dataDir, 'backups', unchanged), { recursive: true });
    await writeFile(join(dataDir, 'backups', 'unfinished-update'), unchanged);
    const directory = await update('failing', failing);
    const made: string[] = [];
    for (let start = 1; start <= 3; start += 1) {
      const started = migrateEmbedded(dataDir, pool, { directory, onCopied: (copy) => made.push(basename(copy)) });
      await assert.rejects(started, /9002_broken.sql could not be applied/);
    }
    assert.equal(made.length, 1);
    assert.deepEqual(await copiesIn(dataDir), [...made, 'unfinished-update']);
    await update('failing', { '9002_broken.sql': 'SELECT 1;' });
    await migrateEmbedded(dataDir, pool, { directory });
    assert.deepEqual(await copiesIn(dataDir), made);
    // The next update gets its own copy.
    await update('failing', { '9003_next.sql': 'SELECT 1;' });
    await migrateEmbedded(dataDir, pool, { directory });
    assert.equal((await copiesIn(dataDir)).length, 2);
    await close();
  });

  it('fails with an explanation if it cannot be written', async () => {
    const dataDir = await filledFolder('full');
    await writeFile(join(dataDir, 'backups'), '');
    const { pool, close } = await openDatabase({ dataDir });
    await assert.rejects(
      migrateEmbedded(dataDir, pool, { directory: await update('full', creating) }),
      (error) =>
        error instanceof OperatorError &&
        error.message.startsWith("Couldn't back up the database before updating it: "),
    );
    await close();
  });
});

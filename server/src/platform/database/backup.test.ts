import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { openTestDatabase } from '../../testing/test-database.ts';
import { backUp, BackupError, restore } from './backup.ts';
import { openDatabase } from './database.ts';
import { DirectoryLockedError } from './directory-lock.ts';
import { migrate } from './migrations.ts';
import { copyInto, tablesInOrder } from './move.ts';

const folder = await mkdtemp(join(tmpdir(), 'sandpiper-backup-'));
after(() => rm(folder, { recursive: true, force: true }));

/** A folder with a database that holds one user with two accounts. */
async function filledFolder(name: string): Promise<string> {
  const dataDir = join(folder, name);
  const { db, pool, close } = await openDatabase({ dataDir });
  await migrate(pool);
  const user = await db
    .insertInto('users')
    .values({ username: 'Zoë', password_hash: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const sealed = Buffer.from([0, 255, 10, 34]);
  await db
    .insertInto('profiles')
    .values(
      ['one', 'two'].map((profile_name) => ({
        user_id: user.id,
        profile_name,
        profile_path: `C:\\p\\${profile_name}`,
        insta_password_sealed: sealed,
      })),
    )
    .execute();
  await db
    .insertInto('agent_requests')
    .values({ user_id: user.id, request_type: 'unread_check', profile_ids: [1, 2], results: '{"a":["b"]}' })
    .execute();
  await close();
  return dataDir;
}

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

describe('a backup', () => {
  it('brings everything back in another folder', async () => {
    const dataDir = await filledFolder('original');
    const file = join(folder, 'backup.tar.gz');
    assert.ok((await backUp(dataDir, file)) > 0);
    await restore(join(folder, 'restored'), file);
    assert.deepEqual(await readBack(join(folder, 'restored')), await readBack(dataDir));
    await assert.rejects(restore(dataDir, file), BackupError);
  });

  it('is refused while the server runs, and where there is no database', async () => {
    const dataDir = await filledFolder('running');
    const running = await openDatabase({ dataDir });
    await assert.rejects(backUp(dataDir, join(folder, 'never')), DirectoryLockedError);
    await running.close();
    await assert.rejects(backUp(join(folder, 'nothing'), join(folder, 'never')), BackupError);
  });
});

describe('moving to a server', () => {
  it('knows every table', async () => {
    const { pool, close } = await openTestDatabase();
    const { rows } = await pool.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_name NOT IN ('schema_migrations', 'socket_io_attachments', 'sweep_lease')`,
    );
    await close();
    assert.deepEqual(new Set(tablesInOrder), new Set(rows.map((row) => row.name)));
  });

  it('copies every row, once, and new rows get new numbers', async () => {
    const dataDir = await filledFolder('moving');
    const target = await openTestDatabase();
    const copied = await copyInto(dataDir, target);
    assert.equal(copied.get('profiles'), 2);
    const request = await target.db.selectFrom('agent_requests').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual([request.profile_ids, request.results], [[1, 2], { a: ['b'] }]);
    const profile = await target.db.selectFrom('profiles').selectAll().orderBy('id').executeTakeFirstOrThrow();
    assert.deepEqual([profile.profile_path, profile.insta_password_sealed?.length], ['C:\\p\\one', 4]);
    const user = await target.db
      .insertInto('users')
      .values({ username: 'new', password_hash: 'x' })
      .returning('id')
      .executeTakeFirstOrThrow();
    assert.equal(user.id, 2);
    await assert.rejects(copyInto(dataDir, target), BackupError);
    await target.close();
  });
});

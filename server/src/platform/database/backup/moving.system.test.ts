import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { dataFolders } from '../../../testing/data-folders.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { copyInto } from '../move.ts';
import { tablesInOrder } from '../table-rows.ts';
import { OperatorError } from '../../operator-error.ts';

const folder = await mkdtemp(join(tmpdir(), 'sandpiper-moving-'));
after(() => rm(folder, { recursive: true, force: true }));
const filledFolder = dataFolders(folder);

describe('moving the embedded database to a database server', () => {
  it('includes every table except those that only running servers and migrations use', async () => {
    const { pool, close } = await openTestDatabase();
    const { rows } = await pool.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_name NOT IN ('schema_migrations', 'socket_io_attachments', 'sweep_lease')`,
    );
    await close();
    assert.deepEqual(new Set(tablesInOrder), new Set(rows.map((row) => row.name)));
  });

  it('copies every row once, and does not reuse IDs for new rows', async () => {
    const dataDir = await filledFolder('moving');
    const target = await openTestDatabase();
    const copied = await copyInto(dataDir, target);
    assert.equal(copied.get('profiles'), 2);
    for (const [table, rows] of copied) {
      const { count } = await target.db
        .selectFrom(sql.table(table).as('copied'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      assert.deepEqual([table, count], [table, rows]);
    }
    assert.equal(copied.get('people'), 2);
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
    // The triggers are enabled again, so this also adds the person to `people`.
    await target.db.insertInto('do_not_contact').values({ user_id: user.id, person: 'cleo' }).execute();
    const { people } = await target.db
      .selectFrom('people')
      .select(({ fn }) => fn.countAll<number>().as('people'))
      .executeTakeFirstOrThrow();
    assert.equal(people, 3);
    await assert.rejects(copyInto(dataDir, target), OperatorError);
    await target.close();
  });
});

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';
import { createMaintenance, vacuumTables } from './maintenance.ts';
import { isCheckpointDue, listTablesBySize, listTablesToVacuum } from './maintenance.store.ts';
import { migrate } from './migrations.ts';

async function neverVacuumed(db: Database): Promise<string[]> {
  await sql`SELECT pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ relname: string }>`
    SELECT relname FROM pg_stat_all_tables WHERE vacuum_count = 0 AND schemaname <> 'pg_toast'`.execute(db);
  return rows.map(({ relname }) => relname);
}

describe('the embedded database', async () => {
  const { db, pool, close } = await openDatabase({ dataDir: null });
  await migrate(pool);
  after(close);

  it('vacuums large tables before the first maintenance, and all other tables during the maintenance', async () => {
    await sql`CREATE TABLE long_texts (text text STORAGE EXTERNAL)`.execute(db);
    await sql`INSERT INTO long_texts SELECT repeat('x', 1000) FROM generate_series(1, 2000)`.execute(db);
    await sql`ANALYZE long_texts`.execute(db);
    await sql`CREATE TABLE one_long_text (text text STORAGE EXTERNAL)`.execute(db);
    await sql`INSERT INTO one_long_text VALUES (repeat('x', 2000000))`.execute(db);
    await sql`VACUUM one_long_text`.execute(db);
    assert.deepEqual((await listTablesBySize(db, 'large')).toSorted(), ['long_texts', 'one_long_text']);

    assert.ok((await neverVacuumed(db)).includes('long_texts'));
    await vacuumTables(db, 'large');
    const waiting = await neverVacuumed(db);
    assert.ok(waiting.includes('campaigns') && !waiting.includes('long_texts'));
    await createMaintenance(db, { disk: null }).sweep();
    assert.deepEqual(await neverVacuumed(db), []);
  });

  it('updates statistics and cleans up after large changes', async () => {
    await sql`INSERT INTO users (username, password_hash) SELECT 'user' || g, 'x' FROM generate_series(1, 2000) g`.execute(
      db,
    );
    assert.deepEqual(
      (await listTablesToVacuum(db)).map((table) => [table.name, table.needs_analyze]),
      [['users', true]],
    );
    await createMaintenance(db, { disk: null }).sweep();
    assert.deepEqual(await listTablesToVacuum(db), []);
    await sql`DELETE FROM users WHERE id > 500`.execute(db);
    assert.equal((await listTablesToVacuum(db))[0]?.needs_vacuum, true);
    await createMaintenance(db, { disk: null }).sweep();
    assert.deepEqual(await listTablesToVacuum(db), []);
  });

  it('writes a checkpoint and syncs its tables once a lot of data has been written, unless the disk is full', async () => {
    const done: string[] = [];
    let isFull = false;
    const disk = {
      syncCommits: async () => {
        done.push('commits');
      },
      syncTables: async () => {
        done.push(`tables, ${(await isCheckpointDue(db, 100_000)) ? 'before' : 'after'} the checkpoint`);
      },
      requireSpaceForCheckpoint: () => (isFull ? Promise.reject(new Error('the disk is full')) : Promise.resolve()),
    };
    const { sweep } = createMaintenance(db, { disk, maxLogBytes: 100_000 });
    await sql`CHECKPOINT`.execute(db);
    await sweep();
    await sql`INSERT INTO users (username, password_hash) SELECT 'more' || g, 'x' FROM generate_series(1, 2000) g`.execute(
      db,
    );
    isFull = true;
    await assert.rejects(sweep(), /the disk is full/);
    assert.ok(await isCheckpointDue(db, 100_000));
    isFull = false;
    await sweep();
    assert.deepEqual(done, ['commits', 'commits', 'commits', 'tables, after the checkpoint']);
  });

  it('updates the search indexes between batches', async () => {
    await sql`INSERT INTO people (user_id, username)
      SELECT (SELECT min(id) FROM users), 'person' || g FROM generate_series(1, 100) g`.execute(db);
    const { betweenBatches } = createMaintenance(db, { disk: null });
    for (let batch = 0; batch < 12; batch += 1) await betweenBatches();
    const { rows } = await sql<{ pages: number }>`SELECT gin_clean_pending_list('people_search') AS pages`.execute(db);
    assert.equal(rows[0]?.pages, 0);
  });

  it('keeps 128 MB of the write-ahead log, in case the last checkpoint never reached the disk', async () => {
    const { rows } = await sql<{ kept: string }>`SELECT current_setting('wal_keep_size') AS kept`.execute(db);
    assert.equal(rows[0]?.kept, '128MB');
  });
});

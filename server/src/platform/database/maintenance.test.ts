import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from './database.ts';
import { maintain } from './maintenance.ts';
import { listWornTables } from './maintenance.store.ts';
import { migrate } from './migrations.ts';

describe('the embedded database', () => {
  it('counts its tables anew and clears them up after much has changed', async () => {
    const { db, pool, close } = await openDatabase({ dataDir: null });
    await migrate(pool);
    await sql`INSERT INTO users (username, password_hash) SELECT 'user' || g, 'x' FROM generate_series(1, 2000) g`.execute(
      db,
    );
    assert.deepEqual(
      (await listWornTables(db)).map((table) => [table.name, table.needs_analyze]),
      [['users', true]],
    );
    await maintain(db);
    assert.deepEqual(await listWornTables(db), []);
    await sql`DELETE FROM users WHERE id > 500`.execute(db);
    assert.equal((await listWornTables(db))[0]?.needs_vacuum, true);
    await maintain(db);
    assert.deepEqual(await listWornTables(db), []);
    await close();
  });
});

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { migrate } from './platform/database/migrations.ts';
import { migrateUpTo } from './testing/earlier-versions.ts';
import { openBareDatabase } from './testing/test-database.ts';

const database = await openBareDatabase();
const { pool } = database;
after(() => database.close());

/** A bulk change marked Anna, Ben and Cleo. Since then, Ben's reason was changed, and Cleo was removed and marked again. */
const rows = `
  INSERT INTO users (username, password_hash) VALUES ('owner', 'x');
  INSERT INTO do_not_contact (user_id, person, reason, created_at) VALUES
    (1, 'anna', 'Old list', '2026-11-01 10:00:00.123456Z'), (1, 'ben', 'Said no', '2026-11-01 10:00:00.123456Z'),
    (1, 'cleo', 'Old list', '2026-11-01 12:00Z'), (1, 'dora', 'Old list', '2026-11-01 09:00Z');
  INSERT INTO people_changes (user_id, type, reason, scope, last_id, total) VALUES (1, 'do_not_contact', 'Old list', 'people', 3, 3);
  INSERT INTO people_change_items (user_id, change_id, person_id, marked_at)
    SELECT 1, 1, id, '2026-11-01 10:00:00.123Z' FROM people WHERE username IN ('anna', 'ben', 'cleo')`;

describe('marks from a version that recognized a bulk change’s marks by their time and reason', () => {
  it('can still be undone, except those that have changed since', async () => {
    await migrateUpTo(pool, '0049');
    for (const statement of rows.split(/;\n/)) await pool.query(statement);
    await migrate(pool);
    const marks = await pool.query(`SELECT person, change_id::integer FROM do_not_contact ORDER BY person`);
    assert.deepEqual(marks.rows, [
      { person: 'anna', change_id: 1 },
      { person: 'ben', change_id: null },
      { person: 'cleo', change_id: null },
      { person: 'dora', change_id: null },
    ]);
  });
});

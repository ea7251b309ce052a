import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { migrate } from './platform/database/migrations.ts';
import { migrateUpTo } from './testing/earlier-versions.ts';
import { openBareDatabase } from './testing/test-database.ts';

const database = await openBareDatabase();
const { pool } = database;
after(() => database.close());

/**
 * One account. It has a failure and two unknown outcomes on one day, an unknown outcome on a day without counts, and an unknown
 * outcome without a day.
 */
const rows = `
  INSERT INTO users (username, password_hash) VALUES ('owner', 'x');
  INSERT INTO profiles (user_id, profile_name, profile_path) VALUES (1, 'One', '/p/one');
  INSERT INTO lists (user_id, name) VALUES (1, 'List');
  INSERT INTO campaigns (user_id, name, template_name, template_content, list_id, list_name) VALUES (1, 'Spring', 'T', 'Hi', 1, 'List');
  INSERT INTO recipients (user_id, list_id, recipient) VALUES (1, 1, 'anna'), (1, 1, 'ben'), (1, 1, 'cleo'), (1, 1, 'dora'), (1, 1, 'emil');
  INSERT INTO deliveries (user_id, campaign_id, recipient_id, recipient, status, profile_id, reason, counted_on, finished_at) VALUES
    (1, 1, 1, 'anna', 'failed', 1, 'page_failed', '2026-11-01', '2026-11-01 10:00Z'),
    (1, 1, 2, 'ben', 'unknown', 1, 'no_bubble', '2026-11-01', '2026-11-01 11:00Z'),
    (1, 1, 3, 'cleo', 'unknown', 1, 'no_bubble', '2026-11-01', '2026-11-01 12:00Z'),
    (1, 1, 4, 'dora', 'unknown', 1, NULL, '2026-11-02', '2026-11-02 10:00Z'),
    (1, 1, 5, 'emil', 'unknown', 1, 'no_bubble', NULL, '2026-11-03 10:00Z');
  INSERT INTO account_days (user_id, profile_id, day, sent, failed) VALUES (1, 1, '2026-11-01', 7, 1);
  INSERT INTO account_failures (user_id, profile_id, day, reason, count, last_at) VALUES (1, 1, '2026-11-01', 'page_failed', 1, now())`;

describe('an account’s daily counts from a version that did not count unknown outcomes as failed', () => {
  it('include unknown outcomes after the update', async () => {
    await migrateUpTo(pool, '0037');
    for (const statement of rows.split(/;\n/)) await pool.query(statement);
    await migrate(pool);
    const days = await pool.query(`SELECT day::text AS day, sent, failed FROM account_days ORDER BY day`);
    assert.deepEqual(days.rows, [
      { day: '2026-11-01', sent: 7, failed: 3 },
      { day: '2026-11-02', sent: 0, failed: 1 },
    ]);
    const failures = await pool.query(
      `SELECT day::text AS day, reason, count FROM account_failures ORDER BY day, reason`,
    );
    assert.deepEqual(failures.rows, [
      { day: '2026-11-01', reason: 'no_bubble', count: 2 },
      { day: '2026-11-01', reason: 'page_failed', count: 1 },
      { day: '2026-11-02', reason: 'unknown', count: 1 },
    ]);
  });
});

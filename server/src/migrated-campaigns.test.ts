import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { migrate } from './platform/database/migrations.ts';
import { migrateUpTo } from './testing/earlier-versions.ts';
import { openBareDatabase } from './testing/test-database.ts';

const database = await openBareDatabase();
const { pool } = database;
after(() => database.close());

/** A stopped campaign and a paused one. Each has sent a message to Anna. Ben and Cleo are left, but Ben is no longer on the list. */
const rows = `
  INSERT INTO users (username, password_hash) VALUES ('owner', 'x');
  INSERT INTO lists (user_id, name) VALUES (1, 'List');
  INSERT INTO recipients (user_id, list_id, recipient) VALUES (1, 1, 'anna'), (1, 1, 'cleo');
  INSERT INTO campaigns (user_id, name, template_name, template_content, list_id, list_name, status, total_list, total_sent) VALUES
    (1, 'Stopped', 'T', 'Hi', 1, 'List', 'completed', 3, 1), (1, 'Paused', 'T', 'Hi', 1, 'List', 'paused', 3, 1);
  INSERT INTO deliveries (user_id, campaign_id, recipient_id, recipient, status)
    SELECT 1, c.id, p.id, p.name, p.status FROM campaigns c,
      (VALUES (1, 'anna', 'sent'), (NULL, 'ben', 'pending'), (2, 'cleo', 'pending')) p (id, name, status)`;

describe('a stopped campaign from a version that left people pending when their list was deleted', () => {
  it('no longer includes these people', async () => {
    await migrateUpTo(pool, '0051');
    for (const statement of rows.split(/;\n/)) await pool.query(statement);
    await migrate(pool);
    const campaigns = await pool.query(`SELECT name, total_list, (SELECT string_agg(recipient, ', ' ORDER BY recipient)
      FROM deliveries d WHERE d.campaign_id = c.id AND d.status = 'withdrawn') AS withdrawn FROM campaigns c ORDER BY id`);
    assert.deepEqual(campaigns.rows, [
      { name: 'Stopped', total_list: 2, withdrawn: 'ben' },
      { name: 'Paused', total_list: 3, withdrawn: null },
    ]);
  });
});

import type pg from 'pg';
import { z } from 'zod';

const idSchema = z.tuple([z.object({ id: z.number() })]);

/** Fills the tables that grow with use, mostly with other users' rows, and analyzes them, so that queries are planned as in production. */
export async function fillLargeTables(pool: pg.Pool) {
  const client = await pool.connect();
  try {
    // On a busy machine, one of these inserts may take longer than the server's statement timeout.
    await client.query('SET statement_timeout = 0');
    return await fillTables(client);
  } finally {
    await client.query('RESET statement_timeout');
    client.release();
  }
}

async function fillTables(client: pg.PoolClient) {
  const insert = async (sql: string, values: unknown[] = []) => client.query(sql, values);
  const idOf = async (sql: string) => idSchema.parse((await client.query(sql)).rows)[0].id;
  await insert(`INSERT INTO users (username, password_hash, subscription_end_date, role, pack)
    SELECT 'user' || n, 'x', '2999-12-31', CASE WHEN n % 1000 = 0 THEN 'admin' ELSE 'user' END,
      CASE WHEN n % 100 = 0 THEN 'pro' ELSE 'starter' END FROM generate_series(1, 5000) n`);
  const userId = await idOf(`SELECT id FROM users WHERE username = 'user1'`);
  const adminId = await idOf(`SELECT id FROM users WHERE username = 'user1000'`);
  await insert(`INSERT INTO sessions (token_hash, user_id, expires_at)
    SELECT sha256(id::text::bytea), id, now() + interval '1 day' FROM users`);
  await insert(`INSERT INTO agent_tokens (user_id, name, token_hash, installation_id)
    SELECT id, 'Desk', sha256(('agent' || id)::bytea), gen_random_uuid() FROM users`);
  await insert(`INSERT INTO do_not_contact (user_id, person, created_at)
    SELECT id, 'person' || n, timestamptz '2026-01-01' + n * interval '1 minute'
    FROM users, generate_series(1, 2000) n WHERE id % 250 = 1`);
  await insert(`INSERT INTO do_not_contact_removals (user_id, person, reason)
    SELECT id, 'removed' || n, 'x' FROM users, generate_series(1, 500) n WHERE id % 250 = 1`);
  await insert(`INSERT INTO lists (user_id, name) SELECT id, 'List' FROM users`);
  await insert(`INSERT INTO recipients (user_id, list_id, recipient, status)
    SELECT l.user_id, l.id, 'person' || n, CASE WHEN n % 200 = 0 THEN 'failed' ELSE 'pending' END
    FROM lists l, generate_series(1, 2000) n WHERE l.user_id % 250 = 1`);
  await insert(
    `INSERT INTO recipients (user_id, list_id, recipient)
     SELECT user_id, id, 'more' || n FROM lists, generate_series(1, 15000) n WHERE user_id = $1`,
    [userId],
  );
  // Insert compacted counts for many days, and changes that aren't compacted yet.
  await insert(`INSERT INTO list_counts (user_id, list_id, status, added_on, people, is_sum)
    SELECT user_id, id, 'sent', date '2026-01-01' + n, 0, n > 1 FROM lists, generate_series(1, 20) n`);
  await insert('INSERT INTO data_exports (user_id, ready_at) SELECT id, now() FROM users');
  await insert(`INSERT INTO data_export_chunks (user_id, export_id, position, kind, rows)
    SELECT user_id, id, n, 'people', '{}' FROM data_exports, generate_series(1, 5) n`);
  await insert(`INSERT INTO templates (user_id, name, content) SELECT id, 'T', 'Hi' FROM users`);
  await insert(`INSERT INTO saved_filters (user_id, name, filter)
    SELECT id, 'Filter ' || n, '{"search":"yoga"}' FROM users, generate_series(1, 5) n`);
  await insert(`INSERT INTO campaigns (user_id, name, status, template_name, template_content, list_name, started_at,
      text_key, total_list, last_log_seq)
    SELECT u.id, 'campaign' || n, CASE WHEN n % 50 = 0 AND u.id % 500 = 1 THEN 'running' ELSE 'completed' END, 'T', 'Hi', 'L', now(),
      md5('Hi'), 15000, 3
    FROM users u, generate_series(1, 1000) n WHERE u.id % 250 = 1`);
  await insert(`INSERT INTO profiles (user_id, profile_name, profile_path)
    SELECT id, 'account' || n, '/p/' || n FROM users, generate_series(1, 1000) n WHERE id % 500 = 1`);
  await insert(`INSERT INTO campaign_profiles (user_id, campaign_id, profile_id)
    SELECT c.user_id, c.id, p.id FROM campaigns c
    JOIN (SELECT user_id, min(id) AS id FROM profiles GROUP BY user_id) p ON p.user_id = c.user_id`);
  const campaignId = await idOf(`SELECT min(id) AS id FROM campaigns WHERE user_id = ${userId}`);
  await insert(
    `INSERT INTO campaign_logs (user_id, campaign_id, seq, action, profile_id, created_at)
     SELECT $1, $2, n, 'message_sent', (SELECT min(id) FROM profiles WHERE user_id = $1) + n % 50,
       timestamptz '2026-01-01' + n * interval '1 minute' FROM generate_series(1, 30000) n`,
    [userId, campaignId],
  );
  await insert('UPDATE campaigns SET last_log_seq = 30000 WHERE id = $1', [campaignId]);
  await insert(
    `INSERT INTO campaign_logs (user_id, campaign_id, seq, action)
     SELECT user_id, id, n, 'started' FROM campaigns, generate_series(1, 3) n WHERE id <> $1`,
    [campaignId],
  );
  await insert(
    `INSERT INTO campaign_days (user_id, campaign_id, profile_id, day, sent, failed, unknown, blocked, first_at, last_at)
     SELECT user_id, id, 1, current_date - n, 1, 0, 0, 0, now(), now()
     FROM campaigns, generate_series(1, 40) n WHERE id <> $1`,
    [campaignId],
  );
  await insert(`INSERT INTO deliveries (user_id, campaign_id, recipient, status)
    SELECT user_id, min(id), 'person' || n, 'sent' FROM campaigns, generate_series(1, 500) n GROUP BY user_id, n`);
  const sendingId = await idOf(`SELECT min(id) AS id FROM campaigns WHERE user_id = ${userId} AND status = 'running'`);
  const accountId = await idOf(`SELECT min(id) AS id FROM profiles WHERE user_id = ${userId}`);
  await fillLedger(insert, { userId, sendingId, accountId });
  await insert(`INSERT INTO agent_requests (user_id, request_type, status, completed_at)
    SELECT id, 'unread_check', 'completed', now() FROM users, generate_series(1, 3) n`);
  await insert(`INSERT INTO tickets (user_id, ticket_number, subject, description, status, priority, category)
    SELECT id, 'T-' || id, 'matter' || id, 'x', CASE WHEN id % 100 = 0 THEN 'open' ELSE 'closed' END,
      CASE WHEN id % 100 = 1 THEN 'urgent' ELSE 'low' END, CASE WHEN id % 100 = 2 THEN 'billing' ELSE 'general' END
    FROM users`);
  await insert(`INSERT INTO ticket_messages (user_id, ticket_id, author_name, message)
    SELECT user_id, id, 'x', 'y' FROM tickets`);
  await insert(`INSERT INTO contact_messages (name, email, message)
    SELECT 'visitor' || n, 'v' || n || '@example.com', repeat('Hello there, how much is it? ', 30) || n
    FROM generate_series(1, 5000) n`);
  await insertAuditEvents(insert);
  await insertNotices(insert);
  await insertImports(insert);
  await insertChanges(insert);
  await analyzeForGood(insert);
  const listId = await idOf(`SELECT id FROM lists WHERE user_id = ${userId}`);
  const importId = await idOf(`SELECT id FROM imports WHERE user_id = ${userId} AND status = 'checked'`);
  return { userId, adminId, listId, campaignId, sendingId, accountId, importId };
}

type Insert = (sql: string, values?: unknown[]) => Promise<unknown>;

async function insertNotices(insert: Insert): Promise<void> {
  await insert(`INSERT INTO notices (user_id, kind, occurrence, title, message, path, is_listed, is_mail_due)
    SELECT id, 'campaign_ended', n::text, 'Done', 'x', '/', true, false FROM users, generate_series(1, 1000) n
    WHERE id % 250 = 1`);
  await insert(`INSERT INTO notice_switches (user_id, kind, in_app, browser, mail)
    SELECT id, 'campaign_ended', true, true, false FROM users`);
  await insert(`INSERT INTO mail_addresses (user_id, address, confirmed_at)
    SELECT id, 'user' || id || '@example.com', now() FROM users`);
}

/** Inserts forgotten people, and an import for each user. Some of the imports are long and haven't been started. */
async function insertImports(insert: Insert): Promise<void> {
  await insert(`INSERT INTO imports (user_id, list_id, list_name, file_name, username, status, variables, rows, fates, kept_until)
    SELECT user_id, id, 'List', 'people.csv', 'user', CASE WHEN user_id % 250 = 1 THEN 'checked' ELSE 'done' END, '{}', 5000,
      '{"new": 4975, "contacted": 25}', now() + interval '1 day' FROM lists`);
  await insert(`INSERT INTO import_rows (user_id, import_id, position, line, given, username, fate)
    SELECT user_id, id, n, n + 1, 'import' || n, 'import' || n, CASE WHEN n % 200 = 0 THEN 'contacted' ELSE 'new' END
    FROM imports, generate_series(0, 4999) n WHERE status = 'checked'`);
  await insert(`INSERT INTO import_chunks (user_id, import_id, position, rows) SELECT user_id, id, n * 500, '[]'
    FROM imports, generate_series(0, 199) n WHERE user_id % 250 = 2`);
  await insert(`INSERT INTO forgotten_people (user_id, person_key) SELECT id, '#' || id FROM users`);
}

/** Inserts tags, bulk changes that can be undone, events for the people, and finished jobs that fill lists. */
async function insertChanges(insert: Insert): Promise<void> {
  await insert(`INSERT INTO tags (user_id, name) SELECT id, 'tag' || n FROM users, generate_series(1, 3) n`);
  await insert(`INSERT INTO person_tags (user_id, tag_id, person_id) SELECT p.user_id, t.id, p.id FROM people p
    JOIN tags t ON t.user_id = p.user_id AND t.name = 'tag1' WHERE p.id % 2 = 0`);
  await insert(`INSERT INTO people_changes (user_id, type, scope, last_id, total, status, has_items, finished_at)
    SELECT id, 'set_status', 'people', 0, 1000, 'done', true, now() FROM users, generate_series(1, 3) n`);
  await insert(`INSERT INTO people_change_items (user_id, change_id, person_id)
    SELECT p.user_id, c.id, p.id FROM people p JOIN (SELECT user_id, max(id) AS id FROM people_changes GROUP BY user_id) c
      ON c.user_id = p.user_id`);
  await insert(`INSERT INTO person_events (user_id, person_id, type, note)
    SELECT user_id, id, 'note_changed', 'x' FROM people, generate_series(1, 2)`);
  await insert(`INSERT INTO list_fillings (user_id, list_id, kind, status, total)
    SELECT user_id, id, 'copy', 'done', 0 FROM lists`);
}

type Sending = { userId: number; sendingId: number; accountId: number };

/** Inserts deliveries of a running campaign, the history of its people and accounts, and claims from other campaigns. */
async function fillLedger(insert: Insert, { userId, sendingId, accountId }: Sending): Promise<void> {
  await insert(`UPDATE campaigns SET cool_off_days = 30 WHERE id = $1`, [sendingId]);
  await insert(`UPDATE campaign_profiles SET is_running = true WHERE campaign_id = $1 AND profile_id = $2`, [
    sendingId,
    accountId,
  ]);
  await insert(
    `INSERT INTO deliveries (user_id, campaign_id, recipient) SELECT user_id, id, 'next' FROM campaigns
    WHERE status = 'running' AND id <> $1`,
    [sendingId],
  );
  await insert(
    `INSERT INTO deliveries (user_id, campaign_id, recipient_id, recipient, status, profile_id)
     SELECT user_id, $2, id, recipient, CASE WHEN id % 150 = 0 THEN 'pending' ELSE 'sent' END,
       CASE WHEN id % 150 = 0 THEN NULL ELSE $3::bigint END
     FROM recipients WHERE user_id = $1 AND recipient LIKE 'more%'`,
    [userId, sendingId, accountId],
  );
  await insert(`INSERT INTO contacts (user_id, person, text_key, state, contacted_at, delivery_id, campaign_name, profile_id)
    SELECT user_id, recipient, 'other', 'sent', now() - interval '40 days' - id * interval '1 minute', id, 'C', profile_id
    FROM deliveries WHERE status = 'sent'`);
  await insert(`INSERT INTO conversations (user_id, person, replied_at)
    SELECT id, CASE WHEN n % 20 = 0 THEN 'person' ELSE 'writer' END || n, now()
    FROM users, generate_series(1, 2000) n WHERE id % 250 = 1`);
  await insert(
    `INSERT INTO claims (user_id, delivery_id, campaign_id, profile_id, installation_id, claim_id, recipient,
      expires_at, committed_at)
    SELECT d.user_id, d.id, d.campaign_id, 0, gen_random_uuid(), gen_random_uuid(), d.recipient,
      now() + interval '1 day', CASE WHEN d.id % 2 = 0 THEN now() END
    FROM deliveries d WHERE d.campaign_id <> $1 AND d.status = 'sent'`,
    [sendingId],
  );
  await insert(`INSERT INTO shared_sends (user_id, profile_id, with_profile_id, until)
    SELECT user_id, id, id, now() - interval '60 days' FROM profiles`);
  await insert(`INSERT INTO unread_counts (user_id, profile_id, unread_count, is_exact, checked_at)
    SELECT user_id, id, id % 3, true, now() FROM profiles`);
  await insert(`INSERT INTO account_holds (user_id, profile_id, reason, held_at)
    SELECT user_id, id, 'rate_limited', now() - interval '60 days' FROM profiles`);
  await insert(`INSERT INTO account_days (user_id, profile_id, day, sent)
    SELECT user_id, id, current_date - n, n FROM profiles, generate_series(1, 40) n`);
  await insert(`INSERT INTO account_failures (user_id, profile_id, day, reason, count, last_at)
    SELECT user_id, id, current_date - n, 'not_found', n, now() FROM profiles, generate_series(1, 40) n`);
}

/**
 * Analyzes all rows, because samples would differ from run to run and lead to different plans. A high statistics target on one column makes
 * PostgreSQL read all rows of the table. The other columns keep their usual statistics.
 */
async function analyzeForGood(insert: Insert): Promise<void> {
  await insert(`DO $$ DECLARE one record; BEGIN
    FOR one IN SELECT t.oid::regclass AS name, c.attname AS first_column FROM pg_class t
      JOIN pg_attribute c ON c.attrelid = t.oid AND c.attnum = 1
      WHERE t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace
    LOOP
      EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = false)', one.name);
      EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET STATISTICS 1000', one.name, one.first_column);
    END LOOP;
  END $$`);
  await insert('VACUUM ANALYZE');
}

async function insertAuditEvents(insert: Insert): Promise<void> {
  await insert(`INSERT INTO audit_events (at, user_id, user_name, actor_kind, actor_id, actor_name, action, subject, address, request_id,
      detail)
    SELECT timestamptz '2026-01-01' + n * interval '1 minute', u.id, u.username,
      CASE WHEN n % 10 = 0 THEN 'visitor' ELSE 'user' END, CASE WHEN n % 10 <> 0 THEN u.id END,
      CASE WHEN n % 10 <> 0 THEN u.username END, CASE WHEN n % 500 = 0 THEN 'user_deleted' ELSE 'signed_in' END, 'computer ' || n,
      '203.0.113.' || n % 250, gen_random_uuid()::text, '{}'
    FROM generate_series(1, 60000) n JOIN users u ON u.username = 'user' || (1 + n % 5000)`);
}

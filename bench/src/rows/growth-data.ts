import type pg from 'pg';

/* Writes test data directly to the database, because creating it through API calls would take an hour. */

type Someone = { userId: number; people: number };

const nameOf = `(ARRAY['yoga', 'shop', 'person', 'foto', 'luca'])[1 + n % 5] || (n::bigint * 7919 % 1000003) || '.' || n`;

/**
 * Adds people to a list, ordered so that neighbors in the list aren't neighbors in the alphabet. One in five got another text 200 days ago,
 * one in 50 has written to the user, and one in 100 is on the do-not-contact list. The start of a campaign skips the last two groups.
 */
export async function addPeople(client: pg.Client, { userId, listId, people }: Someone & { listId: number }) {
  await client.query(
    `INSERT INTO recipients (user_id, list_id, recipient)
     SELECT $1, $2, ${nameOf} FROM generate_series(1, $3::int) n`,
    [userId, listId, people],
  );
  await client.query(
    `INSERT INTO contacts (user_id, person, text_key, state, contacted_at, delivery_id, campaign_name)
     SELECT $1, ${nameOf}, 'earlier', 'sent', now() - interval '200 days', n, 'Winter' FROM generate_series(1, $2::int, 5) n`,
    [userId, people],
  );
  await client.query(
    `INSERT INTO conversations (user_id, person, replied_at)
     SELECT $1, ${nameOf}, now() - interval '199 days' FROM generate_series(1, $2::int, 50) n`,
    [userId, people],
  );
  await client.query(
    `INSERT INTO do_not_contact (user_id, person, reason, created_at)
     SELECT $1, ${nameOf}, 'Asked to stop', now() - n * interval '1 s' FROM generate_series(2, $2::int, 100) n`,
    [userId, people],
  );
  await client.query('ANALYZE');
}

/**
 * Adds a campaign's history: the campaign is done with half of the people, and the log has five times as many entries as the list has
 * people, spread over 400 days. One in 20 messages has failed, and the outcome of one in 100 is unknown.
 */
export async function addPast(client: pg.Client, { userId, campaignId, people }: Someone & { campaignId: number }) {
  const half = Math.floor(people / 2);
  await client.query('ANALYZE');
  await client.query(
    `UPDATE deliveries SET finished_at = now(), status = CASE WHEN id % 20 = 1 THEN 'failed' WHEN id % 100 = 3 THEN 'unknown' ELSE 'sent' END
     WHERE user_id = $1 AND campaign_id = $2 AND status = 'pending'
       AND id < (SELECT min(id) + $3 FROM deliveries WHERE user_id = $1 AND campaign_id = $2)`,
    [userId, campaignId, half],
  );
  await client.query(
    `UPDATE recipients r SET status = CASE d.status WHEN 'sent' THEN 'sent' ELSE 'failed' END FROM deliveries d
     WHERE d.user_id = $1 AND d.campaign_id = $2 AND d.status IN ('sent', 'failed', 'unknown')
       AND r.user_id = $1 AND r.id = d.recipient_id`,
    [userId, campaignId],
  );
  await client.query(
    `INSERT INTO contacts (user_id, person, text_key, state, contacted_at, delivery_id, campaign_id, campaign_name)
     SELECT $1, d.recipient, c.text_key, d.status, d.finished_at - (d.id % 180) * interval '1 day', d.id, c.id, c.name
     FROM deliveries d JOIN campaigns c ON c.user_id = d.user_id AND c.id = d.campaign_id
     WHERE d.user_id = $1 AND d.campaign_id = $2 AND d.status IN ('sent', 'unknown')`,
    [userId, campaignId],
  );
  await client.query(
    `INSERT INTO campaign_logs (user_id, campaign_id, seq, action, recipient, profile_id, profile_name, created_at)
     SELECT $1, $2, c.last_log_seq + n, CASE n % 10 WHEN 0 THEN 'message_failed' ELSE 'message_sent' END, ${nameOf},
       p.ids[1 + n % cardinality(p.ids)], 'shop', now() - (($3::int - n) * (400.0 * 86400 / $3)) * interval '1 s'
     FROM generate_series(1, $3::int) n,
       (SELECT last_log_seq FROM campaigns WHERE user_id = $1 AND id = $2) c,
       (SELECT array_agg(id) AS ids FROM profiles WHERE user_id = $1) p`,
    [userId, campaignId, 5 * people],
  );
  await client.query(
    `UPDATE campaigns c SET last_log_seq = last_log_seq + $3, total_sent = d.sent, total_failed = d.failed
     FROM (SELECT count(*) FILTER (WHERE status = 'sent') AS sent, count(*) FILTER (WHERE status IN ('failed', 'unknown')) AS failed
       FROM deliveries WHERE user_id = $1 AND campaign_id = $2) d
     WHERE user_id = $1 AND id = $2`,
    [userId, campaignId, 5 * people],
  );
}

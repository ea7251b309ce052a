import type pg from 'pg';

/* Writes test data directly to the database, because creating it through API calls would take an hour. */

type Someone = { userId: number; people: number };

const nameOf = `(ARRAY['yoga', 'shop', 'person', 'foto', 'luca'])[1 + n % 5] || (n::bigint * 7919 % 1000003) || '.' || n`;

/** Adds people to a list, ordered so that neighbors in the list aren't neighbors in the alphabet. */
export async function addPeople(client: pg.Client, { userId, listId, people }: Someone & { listId: number }) {
  await client.query(
    `INSERT INTO recipients (user_id, list_id, recipient)
     SELECT $1, $2, ${nameOf} FROM generate_series(1, $3::int) n`,
    [userId, listId, people],
  );
  await client.query('ANALYZE');
}

/**
 * Adds a campaign's history: half of the people have been messaged, and the log has five times as many entries as the list has people,
 * spread over 400 days.
 */
export async function addPast(client: pg.Client, { userId, campaignId, people }: Someone & { campaignId: number }) {
  const half = Math.floor(people / 2);
  await client.query('ANALYZE');
  await client.query(
    `UPDATE deliveries SET status = 'sent', finished_at = now() WHERE user_id = $1 AND campaign_id = $2
     AND id < (SELECT min(id) + $3 FROM deliveries WHERE user_id = $1 AND campaign_id = $2)`,
    [userId, campaignId, half],
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
    `UPDATE campaigns SET last_log_seq = last_log_seq + $3, total_sent = $4 WHERE user_id = $1 AND id = $2`,
    [userId, campaignId, 5 * people, half],
  );
}

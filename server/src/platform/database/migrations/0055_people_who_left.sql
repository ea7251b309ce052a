-- The statuses of the person's deliveries when they were removed from the list or their status was set, by delivery ID. Undoing the change
-- compares them to find outcomes that were reported or answered since.
ALTER TABLE people_change_items ADD COLUMN delivery_statuses jsonb;
-- People whom a stopped campaign had not reached stayed pending when their list was deleted, so that continuing the campaign always failed.
WITH withdrawn AS (
  UPDATE deliveries d SET status = 'withdrawn', retry_at = NULL, detail = NULL, finished_at = now() FROM campaigns c
  WHERE c.user_id = d.user_id AND c.id = d.campaign_id AND c.status IN ('completed', 'failed')
    AND d.status = 'pending' AND d.recipient_id IS NULL
  RETURNING d.user_id, d.campaign_id
)
UPDATE campaigns c SET total_list = c.total_list - w.people
  FROM (SELECT user_id, campaign_id, count(*) AS people FROM withdrawn GROUP BY user_id, campaign_id) w
  WHERE c.user_id = w.user_id AND c.id = w.campaign_id;

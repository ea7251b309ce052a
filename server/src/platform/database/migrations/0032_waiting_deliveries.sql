-- Who waits for a retry, and who is left to the account that contacted them before: few of the people who are pending.
-- Finding that there is none took a look at each of the others.
CREATE INDEX deliveries_retry ON deliveries (user_id, campaign_id, retry_at)
  WHERE status = 'pending' AND retry_at IS NOT NULL;
CREATE INDEX deliveries_kept ON deliveries (user_id, campaign_id, turn, id)
  WHERE status = 'pending' AND kept_for_profile_id IS NOT NULL;

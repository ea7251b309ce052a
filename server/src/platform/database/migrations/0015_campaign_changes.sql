-- A start at a chosen time (`start_at`). `start_allow_repeat`: what was chosen with it. `start_next_try_at`: when the sweep
-- tries again. `start_problem`: why it hasn't started. `start_missed_at`: when its user was first asked.
ALTER TABLE campaigns
  ADD COLUMN start_allow_repeat boolean,
  ADD COLUMN start_next_try_at timestamptz,
  ADD COLUMN start_problem text,
  ADD COLUMN start_missed_at timestamptz;

-- The account that contacted this person last. While it can work in the campaign, the others leave the person to it.
ALTER TABLE deliveries ADD COLUMN kept_for_profile_id bigint;

-- Those who can be retried.
CREATE INDEX deliveries_failed ON deliveries (user_id, campaign_id, id) WHERE status = 'failed';

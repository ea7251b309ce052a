-- How many unread conversations the last successful check of an account found.
CREATE TABLE unread_counts (
  user_id bigint NOT NULL,
  profile_id bigint NOT NULL,
  unread_count integer NOT NULL,
  -- False: Instagram shows only a lower bound, such as 99+
  is_exact boolean NOT NULL,
  checked_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, profile_id),
  FOREIGN KEY (user_id, profile_id) REFERENCES profiles (user_id, id) ON DELETE CASCADE
);

-- When the server checks a user's accounts for unread messages. Users without a row check only by hand.
CREATE TABLE unread_schedules (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  every_hours integer NOT NULL CHECK (every_hours IN (1, 6, 24)),
  -- If this is in the past, the check starts as soon as it can
  due_at timestamptz NOT NULL,
  started_at timestamptz
);
CREATE INDEX unread_schedules_due ON unread_schedules (due_at);

ALTER TABLE agent_requests
  -- open: the page to show. Null: any page of Instagram
  ADD COLUMN page text CHECK (page IN ('inbox')),
  -- unread_check: true if the server started it
  ADD COLUMN is_automatic boolean NOT NULL DEFAULT false,
  -- unread_check: the state of each account, as the agent last reported it
  ADD COLUMN progress jsonb;

ALTER TABLE notices DROP CONSTRAINT notices_kind_check, ADD CONSTRAINT notices_kind_check CHECK (kind IN ('account_held',
  'agent_away', 'campaign_paused', 'campaign_ended', 'import_ended', 'subscription_ending', 'ticket_answered', 'agent_update',
  'new_sign_in', 'new_computer', 'security_change', 'export_ready', 'deletion_asked', 'unread_replies'));

-- Every tenant table carries user_id, and foreign keys between tenant tables include it: a row can never point into
-- another tenant, and the tables can be distributed by user_id.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  username text NOT NULL,
  password_hash text NOT NULL,
  role text NOT NULL DEFAULT 'user' CHECK (role IN ('admin', 'user')),
  pack text NOT NULL DEFAULT 'starter' CHECK (pack IN ('starter', 'pro')),
  subscription_end_date date,
  is_active boolean NOT NULL DEFAULT true,
  max_retries integer NOT NULL DEFAULT 3 CHECK (max_retries BETWEEN 1 AND 10),
  delay_start integer NOT NULL DEFAULT 350 CHECK (delay_start BETWEEN 30 AND 3600),
  delay_end integer NOT NULL DEFAULT 450 CHECK (delay_end BETWEEN delay_start AND 3600),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_login timestamptz
);
-- Capitals do not tell two people apart.
CREATE UNIQUE INDEX users_username_key ON users (lower(username));
CREATE INDEX users_username_search ON users USING gin (username gin_trgm_ops);

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE agent_tokens (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz,
  version text,
  platform text,
  is_paused boolean NOT NULL DEFAULT false,
  -- [{ profile_id, campaign_id }] as the agent last said
  windows jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (user_id, id),
  UNIQUE (id)
);

-- A computer asking to be let in. Not a tenant's row until somebody approves it.
CREATE TABLE agent_pairings (
  device_code_hash bytea PRIMARY KEY,
  user_code text NOT NULL UNIQUE,
  device_name text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'denied', 'used')),
  user_id bigint REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  last_polled_at timestamptz
);
CREATE INDEX agent_pairings_expiry ON agent_pairings (expires_at);

CREATE TABLE profiles (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  profile_name text NOT NULL,
  profile_path text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  insta_username text,
  -- AES-256-GCM: nonce, tag and text in one
  insta_password_sealed bytea,
  -- No message of this account before this time, in whatever campaign.
  next_due_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  UNIQUE (id),
  -- One browser profile is one account: two rows would run at two paces.
  UNIQUE (user_id, profile_path)
);
CREATE INDEX profiles_name_search ON profiles USING gin (profile_name gin_trgm_ops);

CREATE TABLE templates (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  content text NOT NULL,
  is_selected boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  UNIQUE (id)
);
CREATE UNIQUE INDEX templates_one_selected ON templates (user_id) WHERE is_selected;

CREATE TABLE lists (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  description text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  UNIQUE (id)
);

CREATE TABLE recipients (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  list_id bigint NOT NULL,
  -- lower case, without @
  recipient text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sent', 'failed', 'not_found')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  UNIQUE (user_id, list_id, recipient),
  FOREIGN KEY (user_id, list_id) REFERENCES lists (user_id, id) ON DELETE CASCADE
);
CREATE INDEX recipients_page ON recipients (user_id, list_id, id);
CREATE INDEX recipients_status ON recipients (user_id, list_id, status, id);
CREATE INDEX recipients_search ON recipients USING gin (recipient gin_trgm_ops) WITH (gin_pending_list_limit = 256);

CREATE TABLE campaigns (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'running', 'paused', 'completed', 'failed')),
  message_template_id bigint,
  -- Names and text are the campaign's own from its first start on; before, they follow the template and the list.
  template_name text NOT NULL,
  template_content text NOT NULL,
  list_id bigint,
  list_name text NOT NULL,
  total_list integer NOT NULL DEFAULT 0,
  total_sent integer NOT NULL DEFAULT 0,
  total_failed integer NOT NULL DEFAULT 0,
  -- Number of the newest log entry; taken under the row's lock, so that the log has no gap.
  last_log_seq bigint NOT NULL DEFAULT 0,
  -- While a first start writes the deliveries piece by piece: whose start it is, and until when nobody else may try.
  preparation text,
  preparing_until timestamptz,
  -- Set when the campaign is deleted: nobody sees it any more, and its rows go piece by piece.
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  completed_at timestamptz,
  PRIMARY KEY (user_id, id),
  UNIQUE (id),
  FOREIGN KEY (user_id, message_template_id) REFERENCES templates (user_id, id) ON DELETE SET NULL (message_template_id),
  FOREIGN KEY (user_id, list_id) REFERENCES lists (user_id, id) ON DELETE SET NULL (list_id)
);
CREATE INDEX campaigns_page ON campaigns (user_id, created_at DESC, id DESC);
CREATE INDEX campaigns_running ON campaigns (user_id) WHERE status = 'running';
CREATE INDEX campaigns_deleted ON campaigns (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX campaigns_name_search ON campaigns USING gin (name gin_trgm_ops);
CREATE INDEX campaigns_list ON campaigns (user_id, list_id);
CREATE INDEX campaigns_template ON campaigns (user_id, message_template_id);

CREATE TABLE campaign_profiles (
  user_id bigint NOT NULL,
  campaign_id bigint NOT NULL,
  profile_id bigint NOT NULL,
  -- Set when the platform objected; the account then rests in this campaign until somebody starts it again.
  blocked_at timestamptz,
  blocked_reason text,
  -- True while the campaign runs. The index below lets an account be in one running campaign only.
  is_running boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, campaign_id, profile_id),
  FOREIGN KEY (user_id, campaign_id) REFERENCES campaigns (user_id, id) ON DELETE CASCADE,
  FOREIGN KEY (user_id, profile_id) REFERENCES profiles (user_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX campaign_profiles_one_running ON campaign_profiles (user_id, profile_id) WHERE is_running;
CREATE INDEX campaign_profiles_profile ON campaign_profiles (user_id, profile_id);

-- One row for every person of a campaign: the ledger of what was promised.
CREATE TABLE deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  campaign_id bigint NOT NULL,
  -- null once the person was taken off the list
  recipient_id bigint,
  recipient text NOT NULL,
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'claimed', 'unknown', 'sent', 'failed', 'not_found', 'withdrawn')),
  -- The account that last claimed it; one whose outcome is unknown is offered to no other.
  profile_id bigint,
  agent_token_id bigint,
  fence bigint NOT NULL DEFAULT 0,
  lease_expires_at timestamptz,
  -- Claims so far, without those given back untouched.
  attempts integer NOT NULL DEFAULT 0,
  -- Failures that count against the user's number of retries.
  failures integer NOT NULL DEFAULT 0,
  -- An earlier claim may have sent it.
  verify_first boolean NOT NULL DEFAULT false,
  -- Not offered before this time.
  retry_at timestamptz,
  -- The last report, so that a repeated one is recognised.
  reported_fence bigint,
  reported_outcome text,
  reason text,
  detail text,
  finished_at timestamptz,
  PRIMARY KEY (user_id, id),
  UNIQUE (id),
  UNIQUE (user_id, campaign_id, recipient),
  FOREIGN KEY (user_id, campaign_id) REFERENCES campaigns (user_id, id) ON DELETE CASCADE,
  FOREIGN KEY (user_id, recipient_id) REFERENCES recipients (user_id, id) ON DELETE SET NULL (recipient_id),
  FOREIGN KEY (user_id, profile_id) REFERENCES profiles (user_id, id) ON DELETE SET NULL (profile_id)
);
CREATE INDEX deliveries_waiting ON deliveries (user_id, campaign_id, id) WHERE status = 'pending';
CREATE INDEX deliveries_open ON deliveries (user_id, campaign_id, profile_id, id) WHERE status IN ('claimed', 'unknown');
CREATE INDEX deliveries_leases ON deliveries (lease_expires_at) WHERE status = 'claimed';
CREATE INDEX deliveries_recipient ON deliveries (user_id, recipient_id);
CREATE INDEX deliveries_profile ON deliveries (user_id, profile_id);

CREATE TABLE campaign_logs (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  campaign_id bigint NOT NULL,
  seq bigint NOT NULL,
  action text NOT NULL CHECK (action IN
    ('message_sent', 'message_failed', 'profile_blocked', 'started', 'paused', 'completed', 'failed')),
  recipient text,
  message text,
  -- Kept when the account is removed, so that history keeps its name.
  profile_id bigint,
  profile_name text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, campaign_id, seq),
  UNIQUE (id),
  FOREIGN KEY (user_id, campaign_id) REFERENCES campaigns (user_id, id) ON DELETE CASCADE
);
CREATE INDEX campaign_logs_profile ON campaign_logs (user_id, profile_id, created_at) INCLUDE (action, campaign_id);
CREATE INDEX campaign_logs_time ON campaign_logs (user_id, created_at) INCLUDE (action);

-- Everything asked of the agent outside campaigns; the three families of calls are views of it.
CREATE TABLE agent_requests (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  request_type text NOT NULL CHECK (request_type IN ('open', 'sign_in', 'close', 'close_all', 'close_campaign',
    'unread_check', 'profiles_list', 'profiles_create', 'profiles_delete', 'profiles_test')),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'running', 'completed', 'failed')),
  profile_id bigint,
  profile_path text,
  profile_name text,
  -- unread_check, close_campaign: the accounts meant
  profile_ids bigint[] NOT NULL DEFAULT '{}',
  is_default boolean NOT NULL DEFAULT false,
  results jsonb,
  error_message text,
  agent_token_id bigint,
  fence bigint NOT NULL DEFAULT 0,
  lease_expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  PRIMARY KEY (user_id, id),
  UNIQUE (id),
  FOREIGN KEY (user_id, profile_id) REFERENCES profiles (user_id, id) ON DELETE CASCADE
);
CREATE INDEX agent_requests_newest ON agent_requests (user_id, request_type, id DESC);
CREATE INDEX agent_requests_open ON agent_requests (user_id, id) WHERE status IN ('pending', 'running');
-- Two asks for a list at once are one ask; an account is opened once at a time.
CREATE UNIQUE INDEX agent_requests_one_list ON agent_requests (user_id)
  WHERE request_type = 'profiles_list' AND status IN ('pending', 'running');
CREATE UNIQUE INDEX agent_requests_one_opening ON agent_requests (user_id, profile_id)
  WHERE request_type IN ('open', 'sign_in') AND status IN ('pending', 'running');

CREATE TABLE tickets (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  ticket_number text NOT NULL UNIQUE,
  subject text NOT NULL,
  description text NOT NULL,
  priority text NOT NULL DEFAULT 'medium' CHECK (priority IN ('low', 'medium', 'high', 'urgent')),
  category text NOT NULL DEFAULT 'general'
    CHECK (category IN ('general', 'technical', 'billing', 'feature_request', 'bug_report')),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'in_progress', 'resolved', 'closed')),
  -- An administrator: belongs to no tenant's rows.
  assigned_to bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  UNIQUE (id)
);
CREATE INDEX tickets_newest ON tickets (created_at DESC, id DESC);
CREATE INDEX tickets_of_user ON tickets (user_id, created_at DESC, id DESC);
CREATE INDEX tickets_search ON tickets USING gin ((ticket_number || ' ' || subject) gin_trgm_ops);

CREATE TABLE ticket_messages (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  ticket_id bigint NOT NULL,
  author_id bigint REFERENCES users ON DELETE SET NULL,
  author_name text NOT NULL,
  message text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, ticket_id, id),
  FOREIGN KEY (user_id, ticket_id) REFERENCES tickets (user_id, id) ON DELETE CASCADE
);

CREATE TABLE contact_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  message text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- null until the mail server took it; stays null without one
  mailed_at timestamptz
);

CREATE TABLE installer_tickets (
  token_hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX installer_tickets_expiry ON installer_tickets (expires_at);

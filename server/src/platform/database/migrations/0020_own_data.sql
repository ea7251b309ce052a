-- The user's own account ---------------------------------------------------------------------------------------------

-- When everything of a user who asked for it is deleted; null: nobody asked. Until then they can change their mind.
ALTER TABLE users ADD COLUMN deletion_due_at timestamptz;
CREATE INDEX users_deletion ON users (deletion_due_at) WHERE deletion_due_at IS NOT NULL;

-- A copy of everything that is a user's: one for each user, gathered in the background.
CREATE TABLE data_exports (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null: still being gathered
  ready_at timestamptz,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX data_exports_age ON data_exports (created_at);

-- Its rows, in the order in which they were read. The archive is packed from them as it is downloaded, by any process.
CREATE TABLE data_export_chunks (
  user_id bigint NOT NULL,
  export_id bigint NOT NULL,
  position integer NOT NULL,
  -- Which file and sheet these rows belong to
  kind text NOT NULL,
  -- One JSON object a line
  rows text NOT NULL,
  PRIMARY KEY (user_id, export_id, position),
  FOREIGN KEY (user_id, export_id) REFERENCES data_exports (user_id, id) ON DELETE CASCADE
);

ALTER TABLE notices DROP CONSTRAINT notices_kind_check, ADD CONSTRAINT notices_kind_check CHECK (kind IN ('account_held',
  'agent_away', 'campaign_paused', 'campaign_ended', 'import_ended', 'subscription_ending', 'ticket_answered', 'agent_update',
  'new_sign_in', 'new_computer', 'security_change', 'export_ready', 'deletion_asked'));

-- The operator's choices ---------------------------------------------------------------------------------------------

-- What administrators have set on screen. Null, or no row: what the environment or the server's default says.
CREATE TABLE server_settings (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  registration text CHECK (registration IN ('open', 'invitation', 'closed')),
  log_days integer,
  ended_campaign_days integer,
  agent_request_days integer,
  contact_message_days integer
);

-- Links that let one person register each.
CREATE TABLE invitations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  -- Whom it is for, in the administrator's words
  note text NOT NULL,
  pack text NOT NULL CHECK (pack IN ('starter', 'pro')),
  -- Names are kept, because the users can be deleted
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  used_by text
);

-- Finds what is older than it is kept.
CREATE INDEX agent_requests_age ON agent_requests (created_at);
CREATE INDEX contact_messages_age ON contact_messages (created_at);
-- Until when a campaign's log and its deliveries' details have been deleted by age
ALTER TABLE campaigns ADD COLUMN logs_deleted_to timestamptz, ADD COLUMN details_deleted_at timestamptz;

-- Attempts counted in windows of time, by all server processes together. Whose they are is kept as a hash.
CREATE TABLE attempts (
  key_hash bytea PRIMARY KEY,
  count integer NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX attempts_end ON attempts (ends_at);

-- When a contact message is to be mailed next; null: never, or no more.
ALTER TABLE contact_messages ADD COLUMN mail_due_at timestamptz;
ALTER TABLE contact_messages ADD COLUMN mail_attempts integer NOT NULL DEFAULT 0;
CREATE INDEX contact_messages_due ON contact_messages (mail_due_at) WHERE mail_due_at IS NOT NULL;
CREATE INDEX contact_messages_search ON contact_messages
  USING gin (name gin_trgm_ops, email gin_trgm_ops, message gin_trgm_ops);

-- What administrators filter by, newest first.
CREATE INDEX users_role ON users (role, id);
CREATE INDEX users_pack ON users (pack, id);
CREATE INDEX tickets_status ON tickets (status, created_at DESC, id DESC);
CREATE INDEX tickets_priority ON tickets (priority, created_at DESC, id DESC);
CREATE INDEX tickets_category ON tickets (category, created_at DESC, id DESC);

CREATE INDEX profiles_path_search ON profiles USING gin (profile_path gin_trgm_ops);

-- What a deleted user leaves behind is found without reading everybody's.
CREATE INDEX tickets_assigned ON tickets (assigned_to) WHERE assigned_to IS NOT NULL;
CREATE INDEX ticket_messages_author ON ticket_messages (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX installer_tickets_user ON installer_tickets (user_id);
CREATE INDEX agent_pairings_user ON agent_pairings (user_id) WHERE user_id IS NOT NULL;

-- Fewer and larger flushes cost an import less.
ALTER INDEX recipients_search SET (gin_pending_list_limit = 1024);

-- Most deliveries have no account yet.
DROP INDEX deliveries_profile;
CREATE INDEX deliveries_profile ON deliveries (user_id, profile_id) WHERE profile_id IS NOT NULL;

-- Events too large for a notification between server processes; of the real-time adapter, no tenant's.
CREATE TABLE socket_io_attachments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  payload bytea
);

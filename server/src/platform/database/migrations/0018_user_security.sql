-- What the owner of a session sees of it, to recognize a strange one
ALTER TABLE sessions
  ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  ADD COLUMN browser text,
  ADD COLUMN address text,
  ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now(),
  -- When the password was last entered in it
  ADD COLUMN confirmed_at timestamptz NOT NULL DEFAULT now();
UPDATE sessions SET confirmed_at = created_at;
CREATE INDEX sessions_expiry ON sessions (expires_at);
ALTER TABLE agent_tokens ADD COLUMN address text;
ALTER TABLE agent_pairings ADD COLUMN address text;

-- Browsers and networks from which a user has signed in, so that only new ones are announced
CREATE TABLE known_sign_ins (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  browser text NOT NULL,
  network text NOT NULL,
  last_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, browser, network)
);

-- Who did what, and from where. Rows outlive the users they name, so ids are not foreign keys.
CREATE TABLE audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT statement_timestamp(),
  action text NOT NULL,
  -- Whose account or data it is about; null: nobody's in particular
  user_id bigint,
  actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'agent', 'visitor', 'server')),
  actor_id bigint,
  actor_name text,
  -- What it was done to, such as `account 7`
  subject text,
  address text,
  request_id text,
  -- More about it, never a secret
  detail jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_events_user ON audit_events (user_id, id);
CREATE INDEX audit_events_age ON audit_events (at);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit events are never changed or deleted';
END $$;
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

ALTER TABLE notices DROP CONSTRAINT notices_kind_check, ADD CONSTRAINT notices_kind_check CHECK (kind IN ('account_held',
  'agent_away', 'campaign_paused', 'campaign_ended', 'import_ended', 'subscription_ending', 'ticket_answered', 'agent_update',
  'new_sign_in', 'new_computer'));

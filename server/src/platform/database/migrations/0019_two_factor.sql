-- Since when signing in needs a code as well; null: it doesn't
ALTER TABLE users ADD COLUMN two_factor_since timestamptz;

-- The secret of a user's authenticator app, encrypted. Without `two_factor_since`, it waits for its first code.
CREATE TABLE two_factor_secrets (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  sealed bytea NOT NULL,
  -- The time step of the last code that was accepted: that code and earlier ones are not accepted again
  last_step bigint NOT NULL DEFAULT 0
);

-- Each replaces a code from the app once, and is deleted then
CREATE TABLE recovery_codes (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- Sign-ins whose password was right and whose code is missing
CREATE TABLE sign_in_challenges (
  token_hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_challenges_user ON sign_in_challenges (user_id);
CREATE INDEX sign_in_challenges_expiry ON sign_in_challenges (expires_at);

-- Browsers that need no code for some time
CREATE TABLE remembered_browsers (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  browser text,
  address text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX remembered_browsers_expiry ON remembered_browsers (expires_at);

-- Links that set a new password, one for each user
CREATE TABLE password_resets (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_resets_expiry ON password_resets (expires_at);
-- Whose password can be reset by a mail to an address
CREATE INDEX mail_addresses_confirmed ON mail_addresses (lower(address)) WHERE confirmed_at IS NOT NULL;

ALTER TABLE outgoing_mails DROP CONSTRAINT outgoing_mails_purpose_check,
  ADD CONSTRAINT outgoing_mails_purpose_check CHECK (purpose IN ('confirm_address', 'notices', 'reset_password'));

ALTER TABLE notices DROP CONSTRAINT notices_kind_check, ADD CONSTRAINT notices_kind_check CHECK (kind IN ('account_held',
  'agent_away', 'campaign_paused', 'campaign_ended', 'import_ended', 'subscription_ending', 'ticket_answered', 'agent_update',
  'new_sign_in', 'new_computer', 'security_change'));

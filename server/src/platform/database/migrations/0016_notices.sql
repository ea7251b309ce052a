-- What happened while a user was not looking. `occurrence` names one time that it happened, so nobody is told of it twice.
CREATE TABLE notices (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('account_held', 'agent_away', 'campaign_paused', 'campaign_ended',
    'subscription_ending', 'ticket_answered', 'agent_update')),
  occurrence text NOT NULL,
  title text NOT NULL,
  message text NOT NULL,
  -- Where the web app shows what it is about
  path text NOT NULL,
  -- False: its user has switched this kind off in the app
  is_listed boolean NOT NULL,
  -- Waits for the next mail
  is_mail_due boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  PRIMARY KEY (user_id, id),
  UNIQUE (user_id, kind, occurrence)
);
CREATE INDEX notices_unread ON notices (user_id) WHERE is_listed AND read_at IS NULL;
CREATE INDEX notices_mail_due ON notices (user_id) WHERE is_mail_due;
CREATE INDEX notices_age ON notices (created_at);

-- Where a user wants to be told of a kind. Without a row, the kind's defaults count.
CREATE TABLE notice_switches (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  in_app boolean NOT NULL,
  browser boolean NOT NULL,
  mail boolean NOT NULL,
  PRIMARY KEY (user_id, kind)
);

CREATE TABLE mail_addresses (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  address text NOT NULL,
  -- Null: nothing is mailed except the link that confirms it
  confirmed_at timestamptz,
  -- The hash of the token in that link, which works once
  token_hash bytea UNIQUE,
  token_expires_at timestamptz,
  -- When the last mail with notices was written
  notices_mailed_at timestamptz,
  CHECK ((token_hash IS NULL) = (token_expires_at IS NULL))
);

-- Mails that no mail server has taken yet. Their content is encrypted, because it can contain links that act for a user.
CREATE TABLE outgoing_mails (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('confirm_address', 'notices')),
  sealed bytea NOT NULL,
  -- A process that takes a mail moves this into the future, and is the only one to send it until then
  due_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id)
);
CREATE INDEX outgoing_mails_due ON outgoing_mails (due_at);

-- Deliveries move as contract/src/delivery-states.ts says; people and accounts are remembered beyond a campaign.

-- Accounts -------------------------------------------------------------------------------------------------------------

ALTER TABLE agent_tokens ADD COLUMN installation_id uuid;
ALTER TABLE agent_tokens ADD COLUMN process_id uuid;
CREATE INDEX agent_tokens_installation ON agent_tokens (user_id, installation_id);

-- A removed account keeps its row: its hold, its pace and what it did survive, and adding it again brings it back.
ALTER TABLE profiles ADD COLUMN deleted_at timestamptz;
-- The computer that has its Firefox profile, and the folder as that computer compares folders.
ALTER TABLE profiles ADD COLUMN installation_id uuid;
ALTER TABLE profiles ADD COLUMN folder text;
-- The account that is the same Instagram account or Firefox profile; this one stays off.
ALTER TABLE profiles ADD COLUMN double_of bigint;
ALTER TABLE profiles ADD COLUMN signed_in_as text;
-- Why Instagram's objection keeps it from doing anything; held_until null: until its owner has looked.
ALTER TABLE profiles ADD COLUMN hold_reason text;
ALTER TABLE profiles ADD COLUMN hold_detail text;
ALTER TABLE profiles ADD COLUMN held_at timestamptz;
ALTER TABLE profiles ADD COLUMN held_until timestamptz;
-- What keeps it from sending though Instagram has no part in it.
ALTER TABLE profiles ADD COLUMN wait_reason text;
ALTER TABLE profiles ADD COLUMN wait_detail text;
-- Ends in a row, of different people. Kept here so that they survive a restart of the agent.
ALTER TABLE profiles ADD COLUMN released_in_a_row integer NOT NULL DEFAULT 0;
ALTER TABLE profiles ADD COLUMN not_found_in_a_row integer NOT NULL DEFAULT 0;
ALTER TABLE profiles ADD COLUMN unexpected_people text[] NOT NULL DEFAULT '{}';
ALTER TABLE profiles ADD COLUMN vanished_in_a_row integer NOT NULL DEFAULT 0;
ALTER TABLE profiles ADD COLUMN undelivered_in_a_row integer NOT NULL DEFAULT 0;

CREATE TABLE account_holds (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  profile_id bigint NOT NULL,
  reason text NOT NULL,
  detail text,
  held_at timestamptz NOT NULL,
  held_until timestamptz,
  released_at timestamptz,
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, profile_id) REFERENCES profiles (user_id, id) ON DELETE CASCADE
);
CREATE INDEX account_holds_profile ON account_holds (user_id, profile_id, held_at);

UPDATE profiles SET insta_username = nullif(lower(ltrim(trim(insta_username), '@')), '') WHERE insta_username IS NOT NULL;
UPDATE profiles p SET double_of = first.id, is_active = false
FROM (SELECT user_id, insta_username, min(id) AS id FROM profiles WHERE insta_username IS NOT NULL GROUP BY 1, 2) first
WHERE first.user_id = p.user_id AND first.insta_username = p.insta_username AND p.id > first.id;
ALTER TABLE profiles DROP CONSTRAINT profiles_user_id_profile_path_key;
CREATE UNIQUE INDEX profiles_path ON profiles (user_id, profile_path) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX profiles_insta_username ON profiles (user_id, lower(insta_username))
  WHERE insta_username IS NOT NULL AND deleted_at IS NULL AND double_of IS NULL;
CREATE UNIQUE INDEX profiles_folder ON profiles (user_id, installation_id, folder)
  WHERE folder IS NOT NULL AND deleted_at IS NULL AND double_of IS NULL;

-- An account that was stopped in a campaign that has not ended waits for its owner.
UPDATE profiles p SET hold_reason = 'stopped_before', hold_detail = cp.blocked_reason, held_at = cp.blocked_at
FROM campaign_profiles cp JOIN campaigns c ON c.user_id = cp.user_id AND c.id = cp.campaign_id
WHERE cp.user_id = p.user_id AND cp.profile_id = p.id AND cp.blocked_at IS NOT NULL
  AND c.status IN ('running', 'paused', 'failed') AND c.deleted_at IS NULL;
INSERT INTO account_holds (user_id, profile_id, reason, detail, held_at)
SELECT user_id, id, hold_reason, hold_detail, held_at FROM profiles WHERE hold_reason IS NOT NULL;
ALTER TABLE campaign_profiles DROP COLUMN blocked_at, DROP COLUMN blocked_reason, DROP COLUMN hindrance;

-- Campaigns ------------------------------------------------------------------------------------------------------------

ALTER TABLE campaigns ADD COLUMN allow_repeat boolean NOT NULL DEFAULT false;
ALTER TABLE campaigns ADD COLUMN cool_off_days integer NOT NULL DEFAULT 0 CHECK (cool_off_days BETWEEN 0 AND 3650);
ALTER TABLE campaigns ADD COLUMN skip_conversations boolean NOT NULL DEFAULT true;
ALTER TABLE campaigns ADD COLUMN total_skipped integer NOT NULL DEFAULT 0;
ALTER TABLE campaigns ADD COLUMN status_reason text;
ALTER TABLE campaigns ADD COLUMN stopped_by_user boolean NOT NULL DEFAULT false;
-- Stands for the template's text from the first start on: the same text is the same message, whatever the template is called.
ALTER TABLE campaigns ADD COLUMN text_key text;
UPDATE campaigns SET text_key = md5(template_content) WHERE started_at IS NOT NULL;
-- Whose deletion it is, and until when nobody else may go on with it.
ALTER TABLE campaigns ADD COLUMN deletion text;
ALTER TABLE campaigns ADD COLUMN deleting_until timestamptz;

ALTER TABLE campaign_logs DROP CONSTRAINT campaign_logs_action_check;
ALTER TABLE campaign_logs ADD CONSTRAINT campaign_logs_action_check CHECK (action IN
  ('message_sent', 'message_failed', 'message_unknown', 'skipped', 'profile_blocked', 'started', 'paused', 'completed', 'failed'));

-- Deliveries -----------------------------------------------------------------------------------------------------------

ALTER TABLE deliveries DROP CONSTRAINT deliveries_status_check;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_status_check CHECK (status IN
  ('pending', 'claimed', 'committed', 'sent', 'not_found', 'failed', 'unknown', 'skipped', 'withdrawn'));
ALTER TABLE deliveries ADD COLUMN claim_id uuid;
ALTER TABLE deliveries ADD COLUMN installation_id uuid;
ALTER TABLE deliveries ADD COLUMN releases integer NOT NULL DEFAULT 0;
ALTER TABLE deliveries ADD COLUMN checks integer NOT NULL DEFAULT 0;
ALTER TABLE deliveries ADD COLUMN troubled_profile_ids bigint[] NOT NULL DEFAULT '{}';
-- Who goes to the back of the queue is offered after everybody of a lower turn.
ALTER TABLE deliveries ADD COLUMN turn integer NOT NULL DEFAULT 0;
ALTER TABLE deliveries ADD COLUMN skipped_at_start boolean NOT NULL DEFAULT false;

-- Agents of the old protocol can report nothing any more. What they may have sent is not known.
CREATE TEMP TABLE no_longer_known ON COMMIT DROP AS
SELECT d.user_id, d.id, d.campaign_id, d.recipient, d.recipient_id, d.profile_id,
  row_number() OVER (PARTITION BY d.user_id, d.campaign_id ORDER BY d.id) AS place
FROM deliveries d WHERE d.status = 'unknown' OR d.status = 'claimed' AND d.may_have_left;
UPDATE deliveries d SET status = 'unknown', finished_at = now() FROM no_longer_known n
WHERE n.user_id = d.user_id AND n.id = d.id;
UPDATE deliveries SET status = 'pending' WHERE status = 'claimed';
UPDATE deliveries SET status = 'unknown' WHERE status = 'failed' AND reason = 'outcome_unknown';
UPDATE deliveries SET reason = CASE WHEN status = 'unknown' THEN 'not_reported' END WHERE reason IS NOT NULL OR status = 'unknown';
UPDATE campaign_logs l SET action = 'message_unknown' FROM deliveries d
WHERE d.user_id = l.user_id AND d.campaign_id = l.campaign_id AND d.recipient = l.recipient
  AND d.status = 'unknown' AND l.action = 'message_failed';
INSERT INTO campaign_logs (user_id, campaign_id, seq, action, recipient, message, profile_id, profile_name)
SELECT n.user_id, n.campaign_id, c.last_log_seq + n.place, 'message_unknown', n.recipient,
  'The agent was updated before it could say whether this message was sent. Open the conversation and look.',
  n.profile_id, (SELECT p.profile_name FROM profiles p WHERE p.user_id = n.user_id AND p.id = n.profile_id)
FROM no_longer_known n JOIN campaigns c ON c.user_id = n.user_id AND c.id = n.campaign_id;
UPDATE campaigns c SET last_log_seq = c.last_log_seq + n.people, total_failed = c.total_failed + n.people
FROM (SELECT user_id, campaign_id, count(*) AS people FROM no_longer_known GROUP BY 1, 2) n
WHERE n.user_id = c.user_id AND n.campaign_id = c.id;
UPDATE recipients r SET status = 'failed' FROM no_longer_known n
WHERE n.user_id = r.user_id AND n.recipient_id = r.id AND r.status = 'pending';

-- An account problem no longer ends a campaign for good.
UPDATE campaigns c SET status = 'paused', status_reason = 'no_usable_account', completed_at = NULL
WHERE c.status = 'failed' AND c.deleted_at IS NULL AND EXISTS (SELECT FROM deliveries d
  WHERE d.user_id = c.user_id AND d.campaign_id = c.id AND d.status = 'pending' AND d.recipient_id IS NOT NULL);

DROP INDEX deliveries_waiting;
DROP INDEX deliveries_open;
DROP INDEX deliveries_leases;
ALTER TABLE deliveries DROP COLUMN fence, DROP COLUMN lease_expires_at, DROP COLUMN attempts, DROP COLUMN verify_first,
  DROP COLUMN may_have_left, DROP COLUMN reported_fence, DROP COLUMN reported_outcome, DROP COLUMN agent_token_id;
CREATE INDEX deliveries_waiting ON deliveries (user_id, campaign_id, turn, id) WHERE status = 'pending';
CREATE INDEX deliveries_unknown ON deliveries (user_id, campaign_id, id) WHERE status = 'unknown';
CREATE INDEX deliveries_skipped ON deliveries (user_id, campaign_id, id) WHERE status = 'skipped';

-- Who holds a delivery, apart from the large table: a row while it is claimed or committed.
CREATE TABLE claims (
  user_id bigint NOT NULL,
  delivery_id bigint NOT NULL,
  campaign_id bigint NOT NULL,
  profile_id bigint NOT NULL,
  installation_id uuid NOT NULL,
  claim_id uuid NOT NULL,
  recipient text NOT NULL,
  -- null: nobody works on it; a committed one waits for its agent to look
  expires_at timestamptz,
  -- null: not told to go ahead
  committed_at timestamptz,
  -- When its agent looks next.
  check_at timestamptz,
  PRIMARY KEY (user_id, delivery_id),
  -- Nobody is written to by two campaigns at once.
  UNIQUE (user_id, recipient),
  FOREIGN KEY (user_id, delivery_id) REFERENCES deliveries (user_id, id) ON DELETE CASCADE
);
CREATE INDEX claims_expiry ON claims (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX claims_commit ON claims (committed_at) WHERE committed_at IS NOT NULL;
CREATE INDEX claims_account ON claims (user_id, profile_id);
CREATE INDEX claims_campaign ON claims (user_id, campaign_id);

-- People ---------------------------------------------------------------------------------------------------------------

-- Who got which text, or may have, and by which delivery: the same text may be sent again on demand, and that is one more
-- message of its account. It outlives campaigns, lists and accounts, whose names are therefore kept.
CREATE TABLE contacts (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  person text NOT NULL,
  text_key text NOT NULL,
  state text NOT NULL CHECK (state IN ('sending', 'sent', 'unknown')),
  contacted_at timestamptz NOT NULL,
  delivery_id bigint NOT NULL,
  campaign_id bigint,
  campaign_name text NOT NULL,
  profile_id bigint,
  profile_name text,
  PRIMARY KEY (user_id, person, text_key, delivery_id)
);
CREATE INDEX contacts_person ON contacts (user_id, person, contacted_at);
CREATE INDEX contacts_profile ON contacts (user_id, profile_id, contacted_at);

CREATE TABLE conversations (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  person text NOT NULL,
  replied_at timestamptz NOT NULL,
  profile_id bigint,
  PRIMARY KEY (user_id, person)
);

CREATE TABLE do_not_contact (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  person text NOT NULL,
  reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, person)
);
CREATE INDEX do_not_contact_newest ON do_not_contact (user_id, created_at DESC, person);
-- Why somebody was taken off that list.
CREATE TABLE do_not_contact_removals (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  person text NOT NULL,
  reason text NOT NULL,
  removed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id)
);

INSERT INTO contacts (user_id, person, text_key, state, contacted_at, delivery_id, campaign_id, campaign_name, profile_id, profile_name)
SELECT d.user_id, d.recipient, c.text_key, d.status,
  coalesce(d.finished_at, c.started_at, c.created_at), d.id, c.id, c.name, d.profile_id, p.profile_name
FROM deliveries d JOIN campaigns c ON c.user_id = d.user_id AND c.id = d.campaign_id
LEFT JOIN profiles p ON p.user_id = d.user_id AND p.id = d.profile_id
WHERE d.status IN ('sent', 'unknown');

-- People -----------------------------------------------------------------------------------------------------------

-- Everyone a user has had on a list, contacted, or put on the do-not-contact list: one row per username. What happened to
-- them last is kept here as it happens.
CREATE TABLE people (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- lower case, without @
  username text NOT NULL,
  note text,
  -- How the last delivery to them ended, which may have been skipped without a contact
  outcome text CHECK (outcome IN ('sent', 'failed', 'not_found', 'unknown', 'skipped')),
  outcome_at timestamptz,
  last_contacted_at timestamptz,
  last_campaign_name text,
  last_profile_name text,
  -- Set when someone comes back who was forgotten: `#` and the keyed hash under which their contacts, conversations and
  -- do-not-contact mark are kept.
  former_key text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  UNIQUE (user_id, username)
);

-- Who was forgotten, by keyed hash. What is kept about them stands under this key instead of the username.
CREATE TABLE forgotten_people (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  person_key text NOT NULL CHECK (person_key LIKE '#%'),
  forgotten_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, person_key)
);

CREATE TABLE tags (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX tags_name ON tags (user_id, lower(name));
CREATE TABLE person_tags (
  user_id bigint NOT NULL,
  tag_id bigint NOT NULL,
  person_id bigint NOT NULL,
  PRIMARY KEY (user_id, tag_id, person_id),
  FOREIGN KEY (user_id, tag_id) REFERENCES tags (user_id, id) ON DELETE CASCADE,
  FOREIGN KEY (user_id, person_id) REFERENCES people (user_id, id) ON DELETE CASCADE
);
CREATE INDEX person_tags_person ON person_tags (user_id, person_id);

ALTER TABLE do_not_contact
  -- Where the mark comes from
  ADD COLUMN origin text NOT NULL DEFAULT 'added' CHECK (origin IN ('added', 'imported', 'person_page', 'bulk_change'));

-- Lists ------------------------------------------------------------------------------------------------------------

ALTER TABLE lists
  -- Where these people come from, in the user's words
  ADD COLUMN source text,
  -- The names of the variables that its recipients can have, in the order of their columns
  ADD COLUMN variables text[] NOT NULL DEFAULT '{}';
ALTER TABLE recipients
  -- { name: value }; null: none
  ADD COLUMN variables jsonb,
  -- The import that added them
  ADD COLUMN import_id bigint;
ALTER TABLE campaigns
  -- The variables that are filled in, frozen with the text at the first start
  ADD COLUMN variables text[] NOT NULL DEFAULT '{}';
ALTER TABLE deliveries
  -- The values in the text of its last claim, so that a later check looks for what was typed; null: none
  ADD COLUMN variables jsonb;
CREATE INDEX recipients_person ON recipients (user_id, recipient);

-- Work in the background -------------------------------------------------------------------------------------------

-- Work that is done in small pieces and continues after a restart: imports, changes to many people, and their undoing.
CREATE TABLE background_jobs (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  -- What it is about: an import, a change
  subject_id bigint NOT NULL,
  -- How far it is. Written in the same transaction as the piece itself.
  progress jsonb NOT NULL,
  -- The process that works on it, and until when no other may. A piece renews it.
  runner uuid,
  leased_until timestamptz,
  failures integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  UNIQUE (user_id, kind, subject_id)
);

-- What happens to people from now on -------------------------------------------------------------------------------

CREATE FUNCTION remember_recipients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO people (user_id, username) SELECT DISTINCT user_id, recipient FROM added ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER recipients_are_people AFTER INSERT ON recipients REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION remember_recipients();
CREATE FUNCTION remember_marked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO people (user_id, username) SELECT DISTINCT user_id, person FROM added WHERE person NOT LIKE '#%'
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER marked_are_people AFTER INSERT ON do_not_contact REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION remember_marked();

-- Those of before --------------------------------------------------------------------------------------------------

INSERT INTO people (user_id, username, created_at)
SELECT user_id, username, min(created_at) FROM (
  SELECT user_id, recipient AS username, created_at FROM recipients
  UNION ALL SELECT d.user_id, d.recipient, c.created_at FROM deliveries d
    JOIN campaigns c ON c.user_id = d.user_id AND c.id = d.campaign_id
  UNION ALL SELECT user_id, person, contacted_at FROM contacts
  UNION ALL SELECT user_id, person, replied_at FROM conversations
  UNION ALL SELECT user_id, person, created_at FROM do_not_contact
) known GROUP BY user_id, username ORDER BY min(created_at), username;

UPDATE people p SET last_contacted_at = c.contacted_at, last_campaign_name = c.campaign_name, last_profile_name = c.profile_name,
  outcome = CASE c.state WHEN 'sent' THEN 'sent' WHEN 'unknown' THEN 'unknown' END,
  outcome_at = CASE WHEN c.state <> 'sending' THEN c.contacted_at END
FROM (SELECT DISTINCT ON (user_id, person) * FROM contacts ORDER BY user_id, person, contacted_at DESC) c
WHERE c.user_id = p.user_id AND c.person = p.username;
UPDATE people p SET outcome = d.status, outcome_at = d.finished_at
FROM (SELECT DISTINCT ON (user_id, recipient) user_id, recipient, status, finished_at FROM deliveries
  WHERE status IN ('failed', 'not_found', 'skipped') AND finished_at IS NOT NULL
  ORDER BY user_id, recipient, finished_at DESC) d
WHERE d.user_id = p.user_id AND d.recipient = p.username AND (p.outcome_at IS NULL OR d.finished_at > p.outcome_at);

CREATE INDEX people_outcome ON people (user_id, outcome, id);
CREATE INDEX people_contacted ON people (user_id, last_contacted_at, id);
CREATE INDEX people_returned ON people (user_id, former_key) WHERE former_key IS NOT NULL;
CREATE INDEX people_search ON people USING gin (username gin_trgm_ops) WITH (gin_pending_list_limit = 1024);

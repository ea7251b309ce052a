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

CREATE TABLE saved_filters (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  filter jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX saved_filters_name ON saved_filters (user_id, lower(name));

ALTER TABLE do_not_contact
  -- Where the mark comes from
  ADD COLUMN origin text NOT NULL DEFAULT 'added' CHECK (origin IN ('added', 'imported', 'person_page', 'bulk_change')),
  -- Null: someone who was forgotten
  ADD COLUMN person_id bigint;
ALTER TABLE do_not_contact_removals
  -- The mark that was removed; null for removals from before
  ADD COLUMN origin text CHECK (origin IN ('added', 'imported', 'person_page', 'bulk_change')),
  ADD COLUMN marked_at timestamptz,
  ADD COLUMN marked_reason text;

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
  ADD COLUMN import_id bigint,
  -- So that people on a list are found in the order of their ids
  ADD COLUMN person_id bigint;
ALTER TABLE campaigns
  -- The variables that are filled in, frozen with the text at the first start
  ADD COLUMN variables text[] NOT NULL DEFAULT '{}';
ALTER TABLE deliveries
  -- The values in the text of its last claim, so that a later check looks for what was typed; null: none
  ADD COLUMN variables jsonb;
CREATE INDEX recipients_person ON recipients (user_id, recipient);

-- How many people of each status are on each list: the sum of these rows. Whoever changes recipients adds rows and changes
-- none, so that sending to a list never waits for whoever else changes it; the sweep adds them up. Without foreign keys,
-- which would lock the list.
CREATE TABLE list_counts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL,
  list_id bigint NOT NULL,
  status text NOT NULL,
  -- The day on which these people were added, in UTC
  added_on date NOT NULL,
  people integer NOT NULL,
  is_sum boolean NOT NULL DEFAULT false
);
CREATE INDEX list_counts_of_list ON list_counts (user_id, list_id) INCLUDE (status, added_on, people);
CREATE INDEX list_counts_to_add_up ON list_counts (user_id, list_id) WHERE NOT is_sum;

INSERT INTO list_counts (user_id, list_id, status, added_on, people, is_sum)
SELECT user_id, list_id, status, (created_at AT TIME ZONE 'UTC')::date, count(*), true FROM recipients GROUP BY 1, 2, 3, 4;

CREATE FUNCTION count_recipients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO list_counts (user_id, list_id, status, added_on, people)
    SELECT user_id, list_id, status, (created_at AT TIME ZONE 'UTC')::date, count(*) FROM after GROUP BY 1, 2, 3, 4;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO list_counts (user_id, list_id, status, added_on, people)
    SELECT user_id, list_id, status, (created_at AT TIME ZONE 'UTC')::date, -count(*) FROM before GROUP BY 1, 2, 3, 4;
  ELSE
    INSERT INTO list_counts (user_id, list_id, status, added_on, people)
    SELECT user_id, list_id, status, (created_at AT TIME ZONE 'UTC')::date, sum(people) FROM (
      SELECT user_id, list_id, status, created_at, 1 AS people FROM after
      UNION ALL SELECT user_id, list_id, status, created_at, -1 FROM before
    ) changed GROUP BY 1, 2, 3, 4 HAVING sum(people) <> 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER recipients_added_are_counted AFTER INSERT ON recipients REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION count_recipients();
CREATE TRIGGER recipients_changed_are_counted AFTER UPDATE ON recipients
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_recipients();
CREATE TRIGGER recipients_removed_are_counted AFTER DELETE ON recipients REFERENCING OLD TABLE AS before
  FOR EACH STATEMENT EXECUTE FUNCTION count_recipients();

CREATE FUNCTION forget_list_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM list_counts WHERE user_id = OLD.user_id AND list_id = OLD.id;
  RETURN NULL;
END $$;
-- Deferred: deleting a list deletes its recipients, which adds rows before the commit.
CREATE CONSTRAINT TRIGGER counts_go_with_their_list AFTER DELETE ON lists DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION forget_list_counts();

-- How a list is filled from other lists: the last time.
CREATE TABLE list_fillings (
  user_id bigint NOT NULL,
  list_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('copy', 'merge', 'split', 'not_reached')),
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'stopped')),
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  added integer NOT NULL DEFAULT 0,
  duplicates integer NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, list_id),
  FOREIGN KEY (user_id, list_id) REFERENCES lists (user_id, id) ON DELETE CASCADE
);

-- Changes to many people ---------------------------------------------------------------------------------------------

-- What was asked, how far it is, and what came of it.
CREATE TABLE people_changes (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('tag', 'untag', 'add_to_list', 'remove_from_list', 'set_status', 'do_not_contact')),
  tag_id bigint,
  tag text,
  -- The list that is changed; null: all lists of these people, or none
  list_id bigint,
  list_name text,
  recipient_status text CHECK (recipient_status IN ('pending', 'sent', 'failed', 'not_found')),
  reason text,
  scope text NOT NULL CHECK (scope IN ('list', 'recipients', 'people', 'usernames')),
  scope_list_id bigint,
  scope_list_name text,
  filter jsonb,
  -- The ids of chosen recipients or people, in order, until the change can't be undone any more
  chosen bigint[],
  -- Who comes later is not changed
  last_id bigint NOT NULL,
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'canceled', 'undoing', 'undone')),
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  changed integer NOT NULL DEFAULT 0,
  -- { reason: number of people }
  left_out jsonb NOT NULL DEFAULT '{}',
  -- People by id, the first hundred
  in_flight bigint[] NOT NULL DEFAULT '{}',
  withdrawn integer NOT NULL DEFAULT 0,
  put_back integer NOT NULL DEFAULT 0,
  not_put_back jsonb NOT NULL DEFAULT '{}',
  -- Whether there is anything to undo
  has_items boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX people_changes_to_forget ON people_changes (finished_at) WHERE finished_at IS NOT NULL;

-- What a change did to whom, and how it was before. A person who is forgotten is forgotten here too.
CREATE TABLE people_change_items (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  change_id bigint NOT NULL,
  person_id bigint NOT NULL,
  list_id bigint,
  recipient_id bigint,
  -- Before the change
  recipient_status text CHECK (recipient_status IN ('pending', 'sent', 'failed', 'not_found')),
  variables jsonb,
  import_id bigint,
  added_at timestamptz,
  -- When the person was marked as do not contact
  marked_at timestamptz,
  PRIMARY KEY (user_id, change_id, person_id, id),
  FOREIGN KEY (user_id, change_id) REFERENCES people_changes (user_id, id) ON DELETE CASCADE,
  FOREIGN KEY (user_id, person_id) REFERENCES people (user_id, id) ON DELETE CASCADE
);
CREATE INDEX people_change_items_person ON people_change_items (user_id, person_id);

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

-- Imports ----------------------------------------------------------------------------------------------------------

ALTER TABLE notices DROP CONSTRAINT notices_kind_check, ADD CONSTRAINT notices_kind_check CHECK (kind IN ('account_held',
  'agent_away', 'campaign_paused', 'campaign_ended', 'import_ended', 'subscription_ending', 'ticket_answered', 'agent_update'));

-- A file of people on its way to a list, and what became of it.
CREATE TABLE imports (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Null: the list was deleted
  list_id bigint,
  list_name text NOT NULL,
  file_name text NOT NULL,
  -- Who imported it
  username text NOT NULL,
  -- `dropped`: nobody sees it any more, and its rows are being deleted
  status text NOT NULL DEFAULT 'receiving' CHECK (status IN ('receiving', 'checking', 'checked', 'importing', 'done',
    'stopped', 'failed', 'undoing', 'undone', 'dropped')),
  -- The variables of its columns, in their order
  variables text[] NOT NULL,
  -- Received so far
  rows integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  -- How far the work in the background is: checking, importing or undoing
  rows_done integer NOT NULL DEFAULT 0,
  -- Whoever was contacted within this many days has the fate `contacted`
  contacted_days integer,
  -- The fates that are imported besides `new`
  include text[] NOT NULL DEFAULT '{}',
  update_values boolean NOT NULL DEFAULT false,
  -- { fate: number of rows }
  fates jsonb NOT NULL DEFAULT '{}',
  added integer NOT NULL DEFAULT 0,
  updated integer NOT NULL DEFAULT 0,
  -- By undoing: removed from the list, kept because they were contacted, values put back
  removed integer NOT NULL DEFAULT 0,
  kept integer NOT NULL DEFAULT 0,
  restored integer NOT NULL DEFAULT 0,
  -- Until when its rows are kept. Null: they have been deleted
  kept_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, list_id) REFERENCES lists (user_id, id) ON DELETE SET NULL (list_id)
);
CREATE UNIQUE INDEX imports_unfinished ON imports (user_id, list_id)
  WHERE status IN ('receiving', 'checking', 'checked', 'importing');
CREATE INDEX imports_of_list ON imports (user_id, list_id, id);
CREATE INDEX imports_with_rows ON imports (kept_until) WHERE kept_until IS NOT NULL;

-- Rows as they were received, until they are checked: a JSON array of some consecutive rows, and the position of the first.
CREATE TABLE import_chunks (
  user_id bigint NOT NULL,
  import_id bigint NOT NULL,
  position integer NOT NULL,
  rows text NOT NULL,
  PRIMARY KEY (user_id, import_id, position),
  FOREIGN KEY (user_id, import_id) REFERENCES imports (user_id, id) ON DELETE CASCADE
);

CREATE TABLE import_rows (
  user_id bigint NOT NULL,
  import_id bigint NOT NULL,
  -- From 0, without gaps
  position integer NOT NULL,
  -- Of the file
  line integer NOT NULL,
  -- The person as the file names them
  given text NOT NULL,
  -- Null: it names nobody
  username text,
  -- { variable: value }; null: none
  variables jsonb,
  -- Why its fate is `invalid`
  problem text CHECK (problem IN ('no_username', 'not_a_username', 'not_a_person', 'column_header', 'value_too_long',
    'unreadable')),
  fate text NOT NULL CHECK (fate IN ('new', 'on_this_list', 'on_other_list', 'contacted', 'do_not_contact', 'invalid',
    'repeated')),
  -- The values that the person had on the list before this import changed them
  previous jsonb,
  PRIMARY KEY (user_id, import_id, position),
  FOREIGN KEY (user_id, import_id) REFERENCES imports (user_id, id) ON DELETE CASCADE
);
-- Beside the primary key, no index begins like it, so that the planner can't take one for the other without statistics.
CREATE INDEX import_rows_fate ON import_rows (fate, import_id, position);
CREATE INDEX import_rows_person ON import_rows (username, import_id) WHERE username IS NOT NULL;

-- What happens to people from now on -------------------------------------------------------------------------------

-- The id of one of the user's people. Someone new is added.
CREATE FUNCTION person_of(of_user bigint, name text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE known bigint;
BEGIN
  SELECT id INTO known FROM people WHERE user_id = of_user AND username = name;
  IF known IS NULL THEN
    INSERT INTO people (user_id, username) VALUES (of_user, name) ON CONFLICT DO NOTHING RETURNING id INTO known;
  END IF;
  -- Another transaction has just added them.
  IF known IS NULL THEN
    SELECT id INTO known FROM people WHERE user_id = of_user AND username = name;
  END IF;
  RETURN known;
END $$;
-- Row by row, so that people are in the order in which they were added.
CREATE FUNCTION remember_recipient() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.person_id := person_of(NEW.user_id, NEW.recipient);
  RETURN NEW;
END $$;
CREATE TRIGGER recipients_are_people BEFORE INSERT ON recipients FOR EACH ROW EXECUTE FUNCTION remember_recipient();
CREATE FUNCTION remember_marked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.person_id := person_of(NEW.user_id, NEW.person);
  RETURN NEW;
END $$;
CREATE TRIGGER marked_are_people BEFORE INSERT ON do_not_contact FOR EACH ROW WHEN (NEW.person NOT LIKE '#%')
  EXECUTE FUNCTION remember_marked();

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

ALTER TABLE recipients DISABLE TRIGGER USER;
UPDATE recipients r SET person_id = p.id FROM people p WHERE p.user_id = r.user_id AND p.username = r.recipient;
ALTER TABLE recipients ENABLE TRIGGER USER;
UPDATE do_not_contact n SET person_id = p.id FROM people p WHERE p.user_id = n.user_id AND p.username = n.person;

CREATE INDEX recipients_people ON recipients (user_id, list_id, person_id);
CREATE INDEX do_not_contact_removals_person ON do_not_contact_removals (user_id, person);
CREATE INDEX do_not_contact_people ON do_not_contact (user_id, person_id);
CREATE INDEX people_reached ON people (user_id, id) WHERE last_contacted_at IS NOT NULL;
CREATE INDEX people_never_reached ON people (user_id, id) WHERE last_contacted_at IS NULL;
CREATE INDEX people_outcome ON people (user_id, outcome, id);
CREATE INDEX people_contacted ON people (user_id, last_contacted_at, id);
CREATE INDEX people_returned ON people (user_id, former_key) WHERE former_key IS NOT NULL;
CREATE INDEX people_search ON people USING gin (username gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
CREATE INDEX campaign_logs_recipient ON campaign_logs (user_id, recipient) WHERE recipient IS NOT NULL;
-- Few entries name nobody. Forgetting a person looks through their texts.
CREATE INDEX campaign_logs_unnamed ON campaign_logs (user_id) WHERE recipient IS NULL;

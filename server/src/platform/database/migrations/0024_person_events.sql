-- What a user changed about a person, for the person's timeline. What sending did is in the campaign's log.
CREATE TABLE person_events (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  person_id bigint NOT NULL,
  type text NOT NULL CHECK (type IN ('removed_from_list', 'status_changed', 'note_changed', 'tagged', 'untagged')),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The list as it was called, which may be gone
  list_id bigint,
  list_name text,
  -- Of somebody who was removed from a list: since when they were on it
  added_at timestamptz,
  recipient_status text CHECK (recipient_status IN ('pending', 'sent', 'failed', 'not_found')),
  tag text,
  -- The new note; null: it was deleted
  note text,
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, person_id) REFERENCES people (user_id, id) ON DELETE CASCADE
);
CREATE INDEX person_events_person ON person_events (user_id, person_id);

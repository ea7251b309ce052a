-- When the person's first reply was noticed. This copy of `conversations.replied_at` makes it fast to list who has replied. Triggers set it,
-- so that it is right even while servers of an earlier version are running.
-- A transaction that is reading people may be about to add a conversation, so wait for it before locking anything else.
LOCK TABLE people;

CREATE FUNCTION note_reply() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE people SET replied_at = least(replied_at, NEW.replied_at) WHERE user_id = NEW.user_id AND username = NEW.person;
  RETURN NULL;
END $$;
CREATE TRIGGER replies_are_noted AFTER INSERT ON conversations FOR EACH ROW WHEN (NEW.person NOT LIKE '#%')
  EXECUTE FUNCTION note_reply();

ALTER TABLE people ADD COLUMN replied_at timestamptz;

-- Someone who was forgotten and comes back
CREATE FUNCTION recall_reply() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.replied_at := least(NEW.replied_at,
    (SELECT replied_at FROM conversations WHERE user_id = NEW.user_id AND person = NEW.former_key));
  RETURN NEW;
END $$;
CREATE TRIGGER replies_are_recalled BEFORE INSERT OR UPDATE OF former_key ON people FOR EACH ROW
  WHEN (NEW.former_key IS NOT NULL) EXECUTE FUNCTION recall_reply();

UPDATE people p SET replied_at = c.replied_at FROM conversations c WHERE c.user_id = p.user_id AND c.person = p.username;
UPDATE people p SET replied_at = least(p.replied_at, c.replied_at) FROM conversations c
WHERE c.user_id = p.user_id AND c.person = p.former_key;

CREATE INDEX people_replied ON people (user_id, id) WHERE replied_at IS NOT NULL;

-- What the user was called whose account or data it is about, and what an act changed: `{"role": {"from": "user", "to": "admin"}}`
ALTER TABLE audit_events ADD COLUMN user_name text, ADD COLUMN changes jsonb;

-- The events of a user, by whoever caused them, and of a kind
CREATE INDEX audit_events_actor ON audit_events (actor_id, id) WHERE actor_kind = 'user';
CREATE INDEX audit_events_action ON audit_events (action, id);
-- Finds the id of a user who is renamed or deleted by now
CREATE INDEX audit_events_user_name ON audit_events (lower(user_name)) WHERE user_name IS NOT NULL;

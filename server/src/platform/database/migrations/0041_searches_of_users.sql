-- These indexes contain the names of all users. Without the user in them, a search read the matches of all users before it kept its own.
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- The condition is always true. Only searches contain it, so the planner can't choose these indexes for anything else.
DROP INDEX recipients_search;
CREATE INDEX recipients_search ON recipients USING gin (user_id, recipient gin_trgm_ops) WITH (gin_pending_list_limit = 1024)
  WHERE (recipient || '') IS NOT NULL;
DROP INDEX people_search;
CREATE INDEX people_search ON people USING gin (user_id, username gin_trgm_ops) WITH (gin_pending_list_limit = 1024)
  WHERE (username || '') IS NOT NULL;

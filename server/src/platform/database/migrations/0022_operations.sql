-- A database that was restored from a backup hands out no work until an administrator confirms it: while a row has no
-- confirmed_at, the server waits.
CREATE TABLE restores (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: the backup is a copy of the database's files, which doesn't say.
  backup_made_at timestamptz,
  restored_at timestamptz NOT NULL DEFAULT now(),
  campaigns_paused_at timestamptz,
  confirmed_at timestamptz,
  confirmed_by text
);

-- Keys that must outlive the server's key, because rows are named after hashes that were made with them. Each is encrypted with the
-- server's key.
CREATE TABLE kept_keys (
  purpose text PRIMARY KEY,
  sealed bytea NOT NULL
);

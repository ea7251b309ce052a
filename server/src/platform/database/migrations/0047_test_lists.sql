-- Whether the list was created for test messages, so that a later test may change its variables, values and status
ALTER TABLE lists ADD COLUMN is_for_tests boolean NOT NULL DEFAULT false;

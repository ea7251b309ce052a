-- The variables that the import added to its list
ALTER TABLE imports ADD COLUMN created_variables text[] NOT NULL DEFAULT '{}';

-- For finding out whether people on a list were forgotten and have come back, which is true of hardly anyone
CREATE INDEX people_former_keys ON people (user_id, username) INCLUDE (former_key) WHERE former_key IS NOT NULL;

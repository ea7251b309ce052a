-- Forgetting a person renames the list for test messages to this person. Other people may have been on it.
CREATE INDEX person_events_of_tests ON person_events (user_id, list_name) WHERE list_name LIKE 'Test: %';

-- The bulk change that marked the person. It is null once the person was marked again or the reason was changed, so that undoing the bulk
-- change keeps the mark.
ALTER TABLE do_not_contact ADD COLUMN change_id bigint;
UPDATE do_not_contact n SET change_id = i.change_id FROM people_change_items i
  JOIN people_changes c ON c.user_id = i.user_id AND c.id = i.change_id
  WHERE i.user_id = n.user_id AND i.person_id = n.person_id AND i.marked_at = date_trunc('milliseconds', n.created_at)
    AND n.reason IS NOT DISTINCT FROM c.reason;
ALTER TABLE people_change_items DROP COLUMN marked_at;
-- The deliveries of people who were removed from the list. They are linked again if the person returns to it.
CREATE INDEX deliveries_of_removed ON deliveries (user_id, recipient) WHERE recipient_id IS NULL;
-- Forgetting a person renames the list for test messages to this person. Other people may have been on it.
CREATE INDEX person_events_of_tests ON person_events (user_id, list_name) WHERE list_name LIKE 'Test: %';

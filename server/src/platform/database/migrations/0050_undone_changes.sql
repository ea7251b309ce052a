-- The bulk change that marked the person. It is null once the person was marked again or the reason was changed, so that undoing the bulk
-- change keeps the mark.
ALTER TABLE do_not_contact ADD COLUMN change_id bigint;
UPDATE do_not_contact n SET change_id = i.change_id FROM people_change_items i
  JOIN people_changes c ON c.user_id = i.user_id AND c.id = i.change_id
  WHERE i.user_id = n.user_id AND i.person_id = n.person_id AND i.marked_at = date_trunc('milliseconds', n.created_at)
    AND n.reason IS NOT DISTINCT FROM c.reason;

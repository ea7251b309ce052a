-- The statuses of the person's deliveries when they were removed from the list or their status was set, by delivery ID. Undoing the change
-- compares them to find outcomes that were reported or answered since.
ALTER TABLE people_change_items ADD COLUMN delivery_statuses jsonb;

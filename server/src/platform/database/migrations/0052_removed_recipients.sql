-- The deliveries of people who were removed from the list. They are linked again if the person returns to it.
CREATE INDEX deliveries_of_removed ON deliveries (user_id, recipient) WHERE recipient_id IS NULL;

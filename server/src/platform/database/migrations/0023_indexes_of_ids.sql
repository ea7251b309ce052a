-- The planner takes waiting deliveries to be spread evenly over the ids. It walked through everyone already messaged to find the next
-- person. Ids are unique by themselves, and the primary keys begin with the user.
ALTER TABLE deliveries DROP CONSTRAINT deliveries_id_key;
ALTER TABLE campaign_logs DROP CONSTRAINT campaign_logs_id_key;

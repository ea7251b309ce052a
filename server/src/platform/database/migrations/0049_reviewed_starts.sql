-- Identifies the message and the list that the user reviewed when scheduling the start. `start_allow_repeat` is used only if they are still
-- the same at the start. It is unknown for starts that were scheduled before, so these send nothing again.
ALTER TABLE campaigns ADD COLUMN start_review_key text;

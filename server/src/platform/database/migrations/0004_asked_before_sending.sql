-- Whether the agent that holds the claim has been told to go ahead: until then nothing can have left under it. True for claims of
-- the time before this was noted.
ALTER TABLE deliveries ADD COLUMN may_have_left boolean NOT NULL DEFAULT true;

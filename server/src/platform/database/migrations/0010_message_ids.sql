-- Instagram's own id of the message, where the agent saw it. A later look at the conversation finds the message by it.
ALTER TABLE deliveries ADD COLUMN message_id text;

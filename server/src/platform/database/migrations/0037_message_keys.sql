-- Identifies the campaign's message in the journals of computers. It includes the user, because users can share a computer. Null for campaigns
-- that were started before this migration: agents know their messages by `text_key`.
ALTER TABLE campaigns ADD COLUMN message_key text;

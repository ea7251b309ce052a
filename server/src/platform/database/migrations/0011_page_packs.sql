-- What the agent last said about its page pack; null: an agent that says nothing about it.
ALTER TABLE agent_tokens ADD COLUMN page_pack jsonb;

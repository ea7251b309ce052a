-- When an agent was last refused for its version; null: never, or a fitting one has called since.
ALTER TABLE agent_tokens ADD COLUMN outdated_at timestamptz;

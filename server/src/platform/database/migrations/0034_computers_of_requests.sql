-- The computer that a request is for. Null: the first computer that takes it, which is stored when it has finished.
ALTER TABLE agent_requests ADD COLUMN installation_id uuid;
UPDATE agent_requests r SET installation_id = t.installation_id FROM agent_tokens t
  WHERE t.user_id = r.user_id AND t.id = r.agent_token_id AND r.request_type = 'profiles_list' AND r.status = 'completed';
-- An unread check of accounts on several computers has one request for each of them. The others point to the first.
ALTER TABLE agent_requests ADD COLUMN part_of bigint;

DROP INDEX agent_requests_one_list;
CREATE UNIQUE INDEX agent_requests_one_list ON agent_requests (user_id, installation_id) NULLS NOT DISTINCT
  WHERE request_type = 'profiles_list' AND status IN ('pending', 'running');

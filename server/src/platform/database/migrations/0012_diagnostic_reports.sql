-- The agent can be asked for a diagnostic report about an account's pages. Its answer is kept for minutes, to be shown.
ALTER TABLE agent_requests DROP CONSTRAINT agent_requests_request_type_check;
ALTER TABLE agent_requests ADD CONSTRAINT agent_requests_request_type_check CHECK (request_type IN ('open', 'sign_in',
  'close', 'close_all', 'close_campaign', 'unread_check', 'profiles_list', 'profiles_create', 'profiles_delete',
  'profiles_test', 'diagnostic_report'));
CREATE INDEX agent_requests_reports ON agent_requests (completed_at) WHERE request_type = 'diagnostic_report';
-- The diagnostic report that a user chose to send with a ticket.
ALTER TABLE tickets ADD COLUMN report text;

-- The text that the audit log is searched in. Without an index, a text that few events have took a look at all of them.
CREATE INDEX audit_events_search ON audit_events USING gin ((coalesce(user_name, '') || ' ' || coalesce(actor_name, '') || ' '
  || coalesce(subject, '') || ' ' || coalesce(address, '') || ' ' || coalesce(request_id, '') || ' ' || detail::text || ' '
  || coalesce(changes, '{}')::text) gin_trgm_ops) WITH (gin_pending_list_limit = 256);

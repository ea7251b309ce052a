-- The export reads a campaign's log by time. An entry that was corrected has an older number than its time.
CREATE INDEX campaign_logs_by_time ON campaign_logs (user_id, campaign_id, created_at, seq);

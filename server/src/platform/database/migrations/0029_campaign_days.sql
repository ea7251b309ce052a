-- What each account did for a campaign on each day. Pages with results read this instead of the log, which grows without
-- end and may lose its oldest entries. Triggers on the log keep it, whoever writes to the log. Entries that are deleted stay
-- counted, until their campaign is deleted.
CREATE TABLE campaign_days (
  user_id bigint NOT NULL,
  campaign_id bigint NOT NULL,
  -- 0: entries about messages that no account is named for
  profile_id bigint NOT NULL,
  -- In UTC.
  day date NOT NULL,
  sent integer NOT NULL,
  failed integer NOT NULL,
  unknown integer NOT NULL,
  blocked integer NOT NULL,
  -- The times of the day's first and last entry
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, campaign_id, profile_id, day),
  FOREIGN KEY (user_id, campaign_id) REFERENCES campaigns (user_id, id) ON DELETE CASCADE
);
CREATE INDEX campaign_days_by_day ON campaign_days (user_id, day) INCLUDE (sent, failed, unknown);
CREATE INDEX campaign_days_of_account ON campaign_days (user_id, profile_id, day);

INSERT INTO campaign_days (user_id, campaign_id, profile_id, day, sent, failed, unknown, blocked, first_at, last_at)
SELECT user_id, campaign_id, coalesce(profile_id, 0), (created_at AT TIME ZONE 'UTC')::date,
  count(*) FILTER (WHERE action = 'message_sent'), count(*) FILTER (WHERE action = 'message_failed'),
  count(*) FILTER (WHERE action = 'message_unknown'), count(*) FILTER (WHERE action = 'profile_blocked'),
  min(created_at), max(created_at)
FROM campaign_logs WHERE profile_id IS NOT NULL OR action IN ('message_sent', 'message_failed', 'message_unknown')
GROUP BY 1, 2, 3, 4;

CREATE FUNCTION count_log_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO campaign_days AS d
    (user_id, campaign_id, profile_id, day, sent, failed, unknown, blocked, first_at, last_at)
  SELECT user_id, campaign_id, coalesce(profile_id, 0), (created_at AT TIME ZONE 'UTC')::date,
    count(*) FILTER (WHERE action = 'message_sent'), count(*) FILTER (WHERE action = 'message_failed'),
    count(*) FILTER (WHERE action = 'message_unknown'), count(*) FILTER (WHERE action = 'profile_blocked'),
    min(created_at), max(created_at)
  FROM after WHERE profile_id IS NOT NULL OR action IN ('message_sent', 'message_failed', 'message_unknown')
  GROUP BY 1, 2, 3, 4
  ON CONFLICT (user_id, campaign_id, profile_id, day) DO UPDATE SET
    sent = d.sent + excluded.sent, failed = d.failed + excluded.failed, unknown = d.unknown + excluded.unknown,
    blocked = d.blocked + excluded.blocked, first_at = least(d.first_at, excluded.first_at),
    last_at = greatest(d.last_at, excluded.last_at);
  RETURN NULL;
END $$;
CREATE TRIGGER log_entries_are_counted AFTER INSERT ON campaign_logs REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION count_log_entries();

-- An entry is replaced when an outcome is corrected, which may move it to another day and account.
CREATE FUNCTION recount_log_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry campaign_logs;
  change integer;
  entry_day date;
BEGIN
  FOR change IN SELECT unnest(ARRAY[-1, 1]) LOOP
    entry := CASE WHEN change = 1 THEN NEW ELSE OLD END;
    entry_day := (entry.created_at AT TIME ZONE 'UTC')::date;
    INSERT INTO campaign_days AS d
      (user_id, campaign_id, profile_id, day, sent, failed, unknown, blocked, first_at, last_at)
    SELECT entry.user_id, entry.campaign_id, coalesce(entry.profile_id, 0), entry_day,
      change * (entry.action = 'message_sent')::integer, change * (entry.action = 'message_failed')::integer,
      change * (entry.action = 'message_unknown')::integer, change * (entry.action = 'profile_blocked')::integer,
      entry.created_at, entry.created_at
    WHERE entry.profile_id IS NOT NULL OR entry.action IN ('message_sent', 'message_failed', 'message_unknown')
    ON CONFLICT (user_id, campaign_id, profile_id, day) DO UPDATE SET
      sent = d.sent + excluded.sent, failed = d.failed + excluded.failed, unknown = d.unknown + excluded.unknown,
      blocked = d.blocked + excluded.blocked;
    UPDATE campaign_days d SET first_at = coalesce(l.first_at, d.first_at), last_at = coalesce(l.last_at, d.last_at)
    FROM (SELECT min(created_at) AS first_at, max(created_at) AS last_at FROM campaign_logs
      WHERE user_id = entry.user_id AND campaign_id = entry.campaign_id
        AND profile_id IS NOT DISTINCT FROM entry.profile_id
        AND (profile_id IS NOT NULL OR action IN ('message_sent', 'message_failed', 'message_unknown'))
        AND created_at >= entry_day::timestamp AT TIME ZONE 'UTC'
        AND created_at < (entry_day + 1)::timestamp AT TIME ZONE 'UTC') l
    WHERE d.user_id = entry.user_id AND d.campaign_id = entry.campaign_id
      AND d.profile_id = coalesce(entry.profile_id, 0) AND d.day = entry_day;
    DELETE FROM campaign_days d
    WHERE d.user_id = entry.user_id AND d.campaign_id = entry.campaign_id
      AND d.profile_id = coalesce(entry.profile_id, 0) AND d.day = entry_day
      AND d.sent = 0 AND d.failed = 0 AND d.unknown = 0 AND d.blocked = 0
      AND NOT EXISTS (SELECT FROM campaign_logs l WHERE l.user_id = d.user_id AND l.campaign_id = d.campaign_id
        AND l.profile_id = d.profile_id AND l.created_at >= entry_day::timestamp AT TIME ZONE 'UTC'
        AND l.created_at < (entry_day + 1)::timestamp AT TIME ZONE 'UTC');
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER log_entries_are_recounted AFTER UPDATE OF action, profile_id, created_at ON campaign_logs FOR EACH ROW
  WHEN ((OLD.action, OLD.profile_id, OLD.created_at) IS DISTINCT FROM (NEW.action, NEW.profile_id, NEW.created_at))
  EXECUTE FUNCTION recount_log_entry();

-- Was for the results of accounts.
DROP INDEX campaign_logs_profile;

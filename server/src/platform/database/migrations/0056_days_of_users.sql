-- The time zone in which the user's days are counted. Null means UTC.
ALTER TABLE users ADD COLUMN timezone text;
-- The day on which the entry is counted, in the user's time zone when it was written. Null for older entries, which are counted in UTC.
ALTER TABLE campaign_logs ADD COLUMN day date;

-- If the database doesn't know the time zone, for example after a move to an older server, these functions use UTC instead of failing,
-- so that messages are still logged.
CREATE FUNCTION day_in(zone text, at timestamptz) RETURNS date LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  RETURN (at AT TIME ZONE coalesce(zone, 'UTC'))::date;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN (at AT TIME ZONE 'UTC')::date;
END $$;
CREATE FUNCTION start_of_day_in(zone text, day date) RETURNS timestamptz LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  RETURN day::timestamp AT TIME ZONE coalesce(zone, 'UTC');
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN day::timestamp AT TIME ZONE 'UTC';
END $$;

CREATE FUNCTION set_day_of_log_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.day IS NOT NULL THEN RETURN NEW; END IF;
  ELSIF NEW.created_at = OLD.created_at THEN
    RETURN NEW;
  END IF;
  NEW.day := day_in((SELECT u.timezone FROM users u WHERE u.id = NEW.user_id), NEW.created_at);
  RETURN NEW;
END $$;
CREATE TRIGGER log_entries_have_days BEFORE INSERT OR UPDATE OF created_at ON campaign_logs
  FOR EACH ROW EXECUTE FUNCTION set_day_of_log_entry();

CREATE OR REPLACE FUNCTION count_log_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO campaign_days AS d
    (user_id, campaign_id, profile_id, day, sent, failed, unknown, blocked, first_at, last_at)
  SELECT user_id, campaign_id, coalesce(profile_id, 0), day,
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

CREATE OR REPLACE FUNCTION recount_log_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry campaign_logs;
  change integer;
  entry_day date;
  first_of_day timestamptz;
  last_of_day timestamptz;
BEGIN
  FOR change IN SELECT unnest(ARRAY[-1, 1]) LOOP
    entry := CASE WHEN change = 1 THEN NEW ELSE OLD END;
    entry_day := coalesce(entry.day, (entry.created_at AT TIME ZONE 'UTC')::date);
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
    -- The day's other entries. No day begins or ends more than a day before or after the same day in UTC.
    SELECT min(created_at), max(created_at) INTO first_of_day, last_of_day FROM campaign_logs
    WHERE user_id = entry.user_id AND campaign_id = entry.campaign_id
      AND profile_id IS NOT DISTINCT FROM entry.profile_id
      AND (profile_id IS NOT NULL OR action IN ('message_sent', 'message_failed', 'message_unknown'))
      AND created_at >= (entry_day - 1)::timestamp AT TIME ZONE 'UTC'
      AND created_at < (entry_day + 2)::timestamp AT TIME ZONE 'UTC'
      AND coalesce(day, (created_at AT TIME ZONE 'UTC')::date) = entry_day;
    UPDATE campaign_days d SET first_at = coalesce(first_of_day, d.first_at), last_at = coalesce(last_of_day, d.last_at)
    WHERE d.user_id = entry.user_id AND d.campaign_id = entry.campaign_id
      AND d.profile_id = coalesce(entry.profile_id, 0) AND d.day = entry_day;
    DELETE FROM campaign_days d
    WHERE d.user_id = entry.user_id AND d.campaign_id = entry.campaign_id
      AND d.profile_id = coalesce(entry.profile_id, 0) AND d.day = entry_day
      AND d.sent = 0 AND d.failed = 0 AND d.unknown = 0 AND d.blocked = 0
      AND first_of_day IS NULL;
  END LOOP;
  RETURN NULL;
END $$;

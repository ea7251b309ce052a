-- Messages whose outcome isn't known now count as failed on their day, like in their campaign. Counts those from before.
INSERT INTO account_days AS d (user_id, profile_id, day, failed)
SELECT u.user_id, u.profile_id, u.counted_on, count(*) FROM deliveries u
JOIN profiles p ON p.user_id = u.user_id AND p.id = u.profile_id
WHERE u.status = 'unknown' AND u.counted_on IS NOT NULL GROUP BY 1, 2, 3
ON CONFLICT (user_id, profile_id, day) DO UPDATE SET failed = d.failed + excluded.failed;

INSERT INTO account_failures AS f (user_id, profile_id, day, reason, count, last_at)
SELECT u.user_id, u.profile_id, u.counted_on, coalesce(u.reason, 'unknown'), count(*), coalesce(max(u.finished_at), now()) FROM deliveries u
JOIN profiles p ON p.user_id = u.user_id AND p.id = u.profile_id
WHERE u.status = 'unknown' AND u.counted_on IS NOT NULL GROUP BY 1, 2, 3, 4
ON CONFLICT (user_id, profile_id, day, reason) DO UPDATE SET count = f.count + excluded.count,
  last_at = greatest(f.last_at, excluded.last_at);

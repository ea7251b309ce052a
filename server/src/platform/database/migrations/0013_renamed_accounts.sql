-- What an account sent under another row, because it was renamed, moved, or removed and added again, counts toward its
-- daily limit too: all that the other row sent until then.
CREATE TABLE shared_sends (
  user_id bigint NOT NULL,
  profile_id bigint NOT NULL,
  with_profile_id bigint NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (user_id, profile_id, with_profile_id),
  FOREIGN KEY (user_id, profile_id) REFERENCES profiles (user_id, id) ON DELETE CASCADE,
  FOREIGN KEY (user_id, with_profile_id) REFERENCES profiles (user_id, id) ON DELETE CASCADE
);
CREATE INDEX shared_sends_with ON shared_sends (user_id, with_profile_id);

-- When the messages left that count toward an account's daily limit.
CREATE FUNCTION counted_sends(of_user_id bigint, of_profile_id bigint) RETURNS TABLE (contacted_at timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT c.contacted_at FROM contacts c WHERE c.user_id = of_user_id AND c.profile_id = of_profile_id
  UNION ALL
  SELECT c.contacted_at FROM shared_sends s
  JOIN contacts c ON c.user_id = s.user_id AND c.profile_id = s.with_profile_id AND c.contacted_at <= s.until
  WHERE s.user_id = of_user_id AND s.profile_id = of_profile_id
$$;

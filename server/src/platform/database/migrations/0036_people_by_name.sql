-- While there are only a few people, all indexes that begin with the user seem equally good for finding a name, and a connection keeps the plan
-- that it chose then. With the order, only the index on names fits, so each name is found without reading the user's other people.
CREATE OR REPLACE FUNCTION person_of(of_user bigint, name text) RETURNS bigint LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE known bigint;
BEGIN
  SELECT id INTO known FROM (SELECT id, username FROM people WHERE user_id = of_user AND username >= name
    ORDER BY username LIMIT 1) AS nearest WHERE username = name;
  IF known IS NULL THEN
    INSERT INTO people (user_id, username) VALUES (of_user, name) ON CONFLICT DO NOTHING RETURNING id INTO known;
  END IF;
  -- Another transaction has just added them.
  IF known IS NULL THEN
    SELECT id INTO known FROM (SELECT id, username FROM people WHERE user_id = of_user AND username >= name
      ORDER BY username LIMIT 1) AS nearest WHERE username = name;
  END IF;
  RETURN known;
END $$;

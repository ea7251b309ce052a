-- What an account may send, and when. Null: no limit, no ramp, always.
ALTER TABLE profiles
  ADD COLUMN daily_limit integer CHECK (daily_limit BETWEEN 1 AND 100),
  ADD COLUMN ramp_start integer CHECK (ramp_start BETWEEN 1 AND 100),
  ADD COLUMN ramp_step integer CHECK (ramp_step BETWEEN 1 AND 100),
  ADD CHECK ((ramp_start IS NULL) = (ramp_step IS NULL)),
  -- IANA name; null: UTC
  ADD COLUMN timezone text,
  -- [{ day, from, to }] on the wall clock of `timezone`
  ADD COLUMN hours jsonb,
  -- The day on which the zone was changed lasts until a midnight of the new zone.
  ADD COLUMN lasting_day date,
  ADD COLUMN lasting_until timestamptz,
  -- The account's last day with a message, how many of that day's messages count toward the limit, and which day of
  -- sending it is since the ramp began.
  ADD COLUMN sending_day date,
  ADD COLUMN sent_on_day integer NOT NULL DEFAULT 0,
  ADD COLUMN ramp_day integer NOT NULL DEFAULT 0;

-- What each account did on each of its days. Kept as it happens.
CREATE TABLE account_days (
  user_id bigint NOT NULL,
  profile_id bigint NOT NULL,
  day date NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  -- Messages that Instagram did not take
  refused integer NOT NULL DEFAULT 0,
  -- Holds that began
  held integer NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, profile_id, day),
  FOREIGN KEY (user_id, profile_id) REFERENCES profiles (user_id, id) ON DELETE CASCADE
);

-- Why an account's messages failed, on each of its days. Kept as it happens, and beyond the campaign.
CREATE TABLE account_failures (
  user_id bigint NOT NULL,
  profile_id bigint NOT NULL,
  day date NOT NULL,
  reason text NOT NULL,
  count integer NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, profile_id, day, reason),
  FOREIGN KEY (user_id, profile_id) REFERENCES profiles (user_id, id) ON DELETE CASCADE
);

-- Narrows the accounts' own hours. `start_at`: when a pending campaign starts by itself.
ALTER TABLE campaigns ADD COLUMN hours jsonb, ADD COLUMN start_at timestamptz;
CREATE INDEX campaigns_start ON campaigns (start_at) WHERE start_at IS NOT NULL;

-- The account's day on which a delivery was counted.
ALTER TABLE deliveries ADD COLUMN counted_on date;

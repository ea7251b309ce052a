-- What keeps an account of a campaign from sending though Instagram has no part in it, in its agent's words; null: nothing it knows of.
ALTER TABLE campaign_profiles ADD COLUMN hindrance text;

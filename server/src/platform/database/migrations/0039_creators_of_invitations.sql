-- An invitation works only as long as its creator is an active administrator. Usernames can change, so IDs identify creators.
-- Invitations of people who have since been renamed or deleted have no creator and stop working.
ALTER TABLE invitations ADD COLUMN creator_id bigint REFERENCES users ON DELETE SET NULL;
UPDATE invitations SET creator_id = users.id FROM users WHERE users.username = invitations.created_by;

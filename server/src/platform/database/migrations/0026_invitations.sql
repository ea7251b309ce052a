-- An invitation lets a number of people register, all with the starter pack. Who used it is in the audit log.
ALTER TABLE invitations DROP COLUMN pack, DROP COLUMN used_at, DROP COLUMN used_by,
  ADD COLUMN max_uses integer NOT NULL DEFAULT 1,
  ADD COLUMN uses integer NOT NULL DEFAULT 0;

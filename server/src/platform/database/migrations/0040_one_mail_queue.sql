-- Contact messages are forwarded through the same queue as all other emails. They belong to no user, and their text is read from
-- `contact_messages` when they are sent.
ALTER TABLE outgoing_mails DROP CONSTRAINT outgoing_mails_pkey;
ALTER TABLE outgoing_mails ADD PRIMARY KEY (id),
  ALTER COLUMN user_id DROP NOT NULL,
  ALTER COLUMN sealed DROP NOT NULL,
  ADD COLUMN contact_message_id bigint UNIQUE REFERENCES contact_messages ON DELETE CASCADE,
  DROP CONSTRAINT outgoing_mails_purpose_check,
  ADD CONSTRAINT outgoing_mails_purpose_check
    CHECK (purpose IN ('confirm_address', 'notices', 'reset_password', 'contact_message')),
  ADD CHECK (num_nonnulls(user_id, sealed) = CASE purpose WHEN 'contact_message' THEN 0 ELSE 2 END),
  ADD CHECK ((contact_message_id IS NOT NULL) = (purpose = 'contact_message'));
CREATE INDEX outgoing_mails_user ON outgoing_mails (user_id);

INSERT INTO outgoing_mails (purpose, contact_message_id, due_at, attempts, created_at)
SELECT 'contact_message', id, mail_due_at, mail_attempts, created_at FROM contact_messages
WHERE mail_due_at IS NOT NULL AND created_at > now() - interval '3 days';
ALTER TABLE contact_messages DROP COLUMN mailed_at, DROP COLUMN mail_due_at, DROP COLUMN mail_attempts;

-- Nothing reads these. The audit log says who confirmed a restore.
ALTER TABLE background_jobs DROP COLUMN failures;
ALTER TABLE restores DROP COLUMN confirmed_by;

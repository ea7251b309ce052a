-- The email that announces a user's deletion is separate from other notices, so that canceling the deletion can delete it
ALTER TABLE outgoing_mails DROP CONSTRAINT outgoing_mails_purpose_check,
  ADD CONSTRAINT outgoing_mails_purpose_check
    CHECK (purpose IN ('confirm_address', 'notices', 'deletion_asked', 'reset_password', 'contact_message', 'address_changed'));

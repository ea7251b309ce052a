-- An email to a user's earlier address says that the address was changed or removed
ALTER TABLE outgoing_mails DROP CONSTRAINT outgoing_mails_purpose_check,
  ADD CONSTRAINT outgoing_mails_purpose_check
    CHECK (purpose IN ('confirm_address', 'notices', 'reset_password', 'contact_message', 'address_changed'));

/** The display text for each kind of audit event. Stored events refer to these kinds, so never rename or remove a kind. */
export const auditTexts = {
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  signed_out: 'Signed out',
  sessions_ended: 'Ended sessions',
  registered: 'Registered',
  password_changed: 'Changed the password',
  password_refused: 'Entered a wrong password while signed in',
  password_reset_requested: 'Requested a password reset link',
  password_reset: 'Reset the password by email',
  mail_address_entered: 'Entered an email address',
  mail_address_confirmed: 'Confirmed the email address',
  mail_address_removed: 'Removed the email address',
  two_factor_on: 'Turned on two-factor sign-in',
  two_factor_off: 'Turned off two-factor sign-in',
  two_factor_reset: 'Two-factor sign-in turned off by an administrator',
  two_factor_refused: 'Entered a wrong two-factor code',
  recovery_code_used: 'Used a recovery code',
  recovery_codes_made: 'Created new recovery codes',
  browser_remembered: 'Remembered a browser for two-factor sign-in',
  browsers_forgotten: 'Removed remembered browsers',
  agent_token_created: 'Created an agent token',
  agent_token_revoked: 'Revoked an agent token',
  computer_approved: 'Approved a computer',
  computer_denied: 'Denied a computer',
  instagram_password_stored: 'Stored an Instagram password',
  instagram_password_removed: 'Removed a stored Instagram password',
  instagram_password_released: 'Sent an Instagram password to the agent',
  hold_lifted: 'Ended an account’s hold',
  do_not_contact_removed: 'Removed people from Do not contact',
  user_created: 'Created a user',
  user_changed: 'Changed a user',
  user_deleted: 'Deleted a user',
  user_deletion_requested: 'Requested the deletion of their user account',
  user_deletion_canceled: 'Canceled the deletion of their user account',
  data_export_requested: 'Requested an export of their data',
  data_export_downloaded: 'Downloaded an export of their data',
  backup_requested: 'Requested a backup',
  backup_downloaded: 'Downloaded a backup',
  restore_confirmed: 'Confirmed a restored database',
  registration_changed: 'Changed who can register',
  retention_changed: 'Changed how long data is kept',
  invitation_created: 'Created an invitation',
  invitation_revoked: 'Revoked an invitation',
  contact_message_deleted: 'Deleted a contact message',
  password_set: 'Password set by an administrator',
  ticket_changed: 'Changed a support ticket',
  ticket_answered: 'Replied to a support ticket',
  audit_exported: 'Exported the audit log',
} as const;

export type AuditAction = keyof typeof auditTexts;

export function isAuditAction(value: string): value is AuditAction {
  return Object.hasOwn(auditTexts, value);
}

export const auditActions = Object.keys(auditTexts).filter(isAuditAction);

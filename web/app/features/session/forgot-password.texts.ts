/** UI strings for the screens where users reset a forgotten password. */
export const forgotPasswordTexts = {
  title: 'Forgot your password?',
  subtitle: 'Enter the email address you confirmed in Settings, and we’ll send you a link to set a new password.',
  address: 'Email address',
  invalid: 'Enter a valid email address',
  submit: 'Send link',
  sentTitle: 'Check your email',
  sent: (address: string) =>
    `If ${address} belongs to a user, we’ve sent a link to it. The link works for 30 minutes. If no email arrives, ask an administrator for a new password.`,
  failed: 'Failed to send the link',
  remembered: 'Remember your password?',
  resetTitle: 'Set a new password',
  resetSubtitle: 'This signs you out of all browsers and disconnects your computers until you connect them again.',
  newPassword: 'New password',
  reset: 'Set password',
  done: 'Password changed. Log in with your new password.',
  resetFailed: 'Failed to set the password',
  incomplete: 'This link is incomplete. Open it from the email again.',
  again: 'Request a new link',
} as const;

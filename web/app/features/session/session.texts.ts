import { productName } from '@sandpiper/contract/limits';
import { formatCount } from '../../platform/numbers.ts';

/** UI strings for the sign-in and registration screens. */
export const sessionTexts = {
  tagline: 'No one is messaged twice. No one is skipped without a reason.',
  username: 'Username',
  password: 'Password',
  passwordToggle: 'Show or hide the password',
  login: {
    title: `Welcome to ${productName}!`,
    subtitle: 'Sign in securely to continue.',
    submit: 'Log in',
    noAccount: 'No account yet?',
    ask: { invitation: 'Request an invitation', closed: 'Request an account' },
    signUp: 'Sign Up',
    usernameRequired: 'Username is required',
    passwordRequired: 'Password is required',
    success: 'Login successful!',
    failed: 'Login failed',
  },
  code: {
    app: {
      label: 'Code',
      hint: 'Enter the six-digit code from your authenticator app.',
      other: 'Use a recovery code',
    },
    recovery: {
      label: 'Recovery code',
      hint: 'Enter one of your recovery codes. Each code works once.',
      other: 'Use your authenticator app',
    },
    required: 'Code is required',
    remember: (days: number) => `Remember this browser for ${days} days`,
    rememberHint: 'You won’t be asked for a code here. Don’t turn this on if other people use this browser.',
    submit: 'Continue',
    back: 'Start over',
    left: (count: number) =>
      count === 0
        ? 'That was your last recovery code. Create new ones in Settings.'
        : `You have ${count} recovery ${count === 1 ? 'code' : 'codes'} left.`,
  },
  forgot: {
    link: 'Forgot your password?',
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
  },
  register: {
    ask: 'Contact us',
    confirmPassword: 'Confirm password',
    submit: 'Create Account',
    trial: (days: number) =>
      days === 1 ? 'Your first day is free.' : `Your first ${formatCount(days)} days are free.`,
    hasAccount: 'Already have an account?',
    signIn: 'Sign In',
    usernameTooShort: (min: number) => `Username must be at least ${min} characters long`,
    passwordTooShort: (min: number) => `Password must be at least ${min} characters long`,
    passwordsDiffer: 'Passwords do not match',
    success: 'Registration successful! Please login.',
    failed: 'Registration failed',
  },
  /** The registration page's heading, depending on whether the visitor may register. */
  admission: {
    admitted: { title: 'Create Your Account', subtitle: 'You only need a username and a password.' },
    checking: { title: 'Create Your Account', subtitle: 'Checking your invitation…' },
    closed: {
      title: 'Registration is closed',
      subtitle: 'Only an administrator of this server can create a user account for you.',
    },
    missing: {
      title: 'You need an invitation',
      subtitle: 'To register on this server, you need a link from an administrator. If you have one, open it again.',
    },
    ended: {
      title: 'This invitation no longer works',
      subtitle: 'It has expired, been used up or been revoked, or its creator is no longer an administrator.',
    },
  },
  loggedOut: 'Logged out successfully',
} as const;

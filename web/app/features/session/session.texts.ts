import { productName } from '@sandpiper/contract/limits';
import { countText } from '../../platform/numbers.ts';

/** UI strings for signing in and out, and for the parts that several signed-out screens share. */
export const sessionTexts = {
  tagline: 'No one is messaged twice. No one is skipped without a reason.',
  username: 'Username',
  password: 'Password',
  login: {
    title: `Welcome to ${productName}!`,
    subtitle: 'Sign in securely to continue.',
    submit: 'Log in',
    forgot: 'Forgot your password?',
    noAccount: `New to ${productName}?`,
    ask: { invitation: 'Request an invitation', closed: 'Request a user account' },
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
        : `You have ${countText(count, 'recovery code')} left.`,
  },
  loggedOut: 'Logged out successfully',
} as const;

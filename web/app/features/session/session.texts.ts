import { productName } from '@sandpiper/contract/limits';

/** Texts of the sign-in and registration screens. */
export const sessionTexts = {
  claim: 'Nobody messaged twice. Nobody skipped in silence.',
  username: 'Username',
  password: 'Password',
  passwordToggle: 'Show or hide the password',
  login: {
    title: `Welcome to ${productName}!`,
    subtitle: 'Sign in securely to continue.',
    submit: 'Log in',
    noAccount: 'No account yet?',
    ask: { invitation: 'Ask for an invitation', closed: 'Ask for an account' },
    signUp: 'Sign Up',
    usernameRequired: 'Username is required',
    passwordRequired: 'Password is required',
    success: 'Login successful!',
    failed: 'Login failed',
  },
  code: {
    app: {
      label: 'Code',
      hint: 'Enter the six digits that your authenticator app shows now.',
      other: 'Use a recovery code',
    },
    recovery: {
      label: 'Recovery code',
      hint: 'Enter one of the recovery codes that you saved. Each works once.',
      other: 'Use the app',
    },
    required: 'Code is required',
    remember: (days: number) => `Remember this browser for ${days} days`,
    rememberHint: 'It won’t ask for a code. Only for browsers that nobody else uses.',
    submit: 'Continue',
    back: 'Start again',
    left: (count: number) =>
      count === 0
        ? 'That was your last recovery code. Make new ones in Settings.'
        : `You have ${count} recovery ${count === 1 ? 'code' : 'codes'} left.`,
  },
  forgot: {
    link: 'Forgot your password?',
    title: 'Forgot your password?',
    subtitle: 'Enter the email address that you confirmed in Settings. Sandpiper sends a link to it.',
    address: 'Email address',
    invalid: 'Enter a valid email address',
    submit: 'Send the link',
    sentTitle: 'Check your email',
    sent: (address: string) =>
      `If ${address} belongs to a user, a link is on its way. It works for 30 minutes. If nothing arrives, ask an administrator for a new password.`,
    failed: 'Failed to send the link',
    remembered: 'You remember it?',
    resetTitle: 'Set a new password',
    resetSubtitle: 'All browsers are signed out, and your computers are disconnected until you connect them again.',
    newPassword: 'New password',
    reset: 'Set the password',
    done: 'Password changed. Log in with the new one.',
    resetFailed: 'Failed to set the password',
    incomplete: 'This link is not complete. Open it in the email again.',
    again: 'Ask for a new link',
  },
  register: {
    title: 'Create Your Account',
    subtitle: 'You only need a username and a password.',
    confirmPassword: 'Confirm password',
    submit: 'Create Account',
    hasAccount: 'Already have an account?',
    signIn: 'Sign In',
    usernameTooShort: (min: number) => `Username must be at least ${min} characters long`,
    passwordTooShort: (min: number) => `Password must be at least ${min} characters long`,
    passwordsDiffer: 'Passwords do not match',
    success: 'Registration successful! Please login.',
    failed: 'Registration failed',
  },
  refused: {
    closed: { title: 'Registration is closed', text: 'New accounts are made by the administrators of this server.' },
    missing: {
      title: 'You need an invitation',
      text: 'On this server, you can only register with a link from an administrator. If you have one, open it again.',
    },
    ended: { title: 'This invitation doesn’t work any more', text: 'It has expired, was used up, or was revoked.' },
    ask: 'Write to us',
  },
  loggedOut: 'Logged out successfully',
} as const;

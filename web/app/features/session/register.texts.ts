import { formatCount } from '../../platform/numbers.ts';

/** UI strings for the registration screen. */
export const registerTexts = {
  ask: 'Contact us',
  confirmPassword: 'Confirm password',
  submit: 'Create Account',
  trial: (days: number) => (days === 1 ? 'Your first day is free.' : `Your first ${formatCount(days)} days are free.`),
  agreement: {
    both: 'By creating an account, you agree to the <terms>Terms of Service</terms> and <privacy>Privacy Policy</privacy>.',
    terms: 'By creating an account, you agree to the <terms>Terms of Service</terms>.',
    privacy: 'By creating an account, you agree to the <privacy>Privacy Policy</privacy>.',
  },
  hasAccount: 'Already registered?',
  signIn: 'Sign In',
  usernameTooShort: (min: number) => `Username must be at least ${min} characters long`,
  passwordTooShort: (min: number) => `Password must be at least ${min} characters long`,
  passwordsDiffer: 'Passwords do not match',
  success: 'Registration successful! Please login.',
  failed: 'Registration failed',
  /** The registration page's title and subtitle, depending on whether the visitor may register. */
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
      subtitle: 'It has expired, has been used up or revoked, or its creator is no longer an administrator.',
    },
  },
} as const;

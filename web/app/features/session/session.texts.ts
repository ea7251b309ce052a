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
    signUp: 'Sign Up',
    usernameRequired: 'Username is required',
    passwordRequired: 'Password is required',
    success: 'Login successful!',
    failed: 'Login failed',
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
  loggedOut: 'Logged out successfully',
} as const;

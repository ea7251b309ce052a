/** UI strings for the dialog that asks for the password again. */
export const recentSignInTexts = {
  title: 'Enter your password again',
  why: (what: string) => `To ${what}, enter your password. Sandpiper won’t ask again for ten minutes.`,
  password: 'Your password',
  submit: 'Continue',
  required: 'Password is required',
  failed: 'Failed to check the password',
} as const;

import { productName } from '@sandpiper/contract/limits';
import { countText } from '../../platform/numbers.ts';

export const twoFactorTexts = {
  title: 'Two-factor sign-in',
  subtitle: 'Sign in with your password and a code from an app on your phone.',
  on: 'On since <time>at</time>.',
  what: 'Your two-factor settings',
  loadFailed: 'Couldn’t load your two-factor settings',
  setup: {
    title: 'Set up two-factor sign-in',
    what: 'set up two-factor sign-in',
    scan: 'Scan this QR code with an authenticator app, such as Google Authenticator, 1Password or Aegis.',
    qr: 'QR code for your authenticator app',
    typeInstead: 'Can’t scan it? Type this key into the app:',
    code: 'Code',
    codeHint: 'Enter the six-digit code from the app.',
    codeRequired: 'Code is required',
    newCode: 'Show a new QR code',
    turnOn: 'Turn on',
    turnedOn: 'Two-factor sign-in is on',
    failed: 'Failed to set up two-factor sign-in',
  },
  recovery: {
    title: 'Your recovery codes',
    explanation:
      'If you lose your phone, you can sign in with one of these codes. Each code works once. Keep them somewhere safe, such as your password manager. You won’t see them again.',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Failed to copy the codes. Select and copy them yourself.',
    download: 'Download',
    fileName: 'sandpiper-recovery-codes.txt',
    file: (codes: string) => `${productName} recovery codes. Each one works once.\n\n${codes}`,
    done: 'I’ve saved them',
    leaveTitle: 'Leave without saving the codes?',
    leaveText: 'You won’t see these recovery codes again.',
    leave: 'Leave without saving',
    left: (count: number) =>
      count === 0
        ? 'You have no recovery codes left. Create new ones.'
        : `You have ${countText(count, 'recovery code')} left.`,
    renew: 'Create new recovery codes',
    renewExplanation: 'Your current codes will stop working.',
    renewFailed: 'Failed to create new recovery codes',
  },
  proof: {
    password: 'Your password',
    passwordRequired: 'Password is required',
    code: 'Code from the app, or a recovery code',
  },
  off: {
    title: 'Turn off two-factor sign-in',
    explanation: 'You’ll only need your password to sign in. Remembered browsers will be forgotten.',
    explanationWhenRequired:
      'This server requires two-factor sign-in for administrators, so you’ll have to set it up again right away, for example with another phone. Remembered browsers will be forgotten.',
    done: 'Two-factor sign-in is off',
    failed: 'Failed to turn off two-factor sign-in',
  },
  browsers: {
    title: 'Remembered browsers',
    lastUsed: 'Last sign-in <time>at</time>',
    until: 'No code needed until <time>at</time>',
    forget: 'Forget',
    forgetOne: (browser: string) => `Forget ${browser}`,
    forgetAll: 'Forget all browsers',
    forgotten: 'Browser forgotten',
    allForgotten: 'All browsers forgotten',
    loadFailed: 'Couldn’t load your remembered browsers',
    failed: 'Failed to forget the browser',
    allFailed: 'Failed to forget the browsers',
  },
  required: {
    title: 'Set up two-factor sign-in',
    subtitle: 'This server requires it for administrators. You can continue once it’s on.',
    logOut: 'Log out',
  },
} as const;

/** UI strings for adding an account together with a new Firefox profile. */
export const accountCreationTexts = {
  title: 'Add an account with a new Firefox profile',
  explain:
    'Sandpiper creates an empty Firefox profile on your computer, adds the account, and opens Instagram’s sign-in page in that profile. Your personal Firefox profile isn’t changed.',
  submit: 'Create a Firefox profile for me',
  agentNeeded: 'Sandpiper Agent must be running on your computer. Start it, or connect this computer first.',
  another: 'Add another account',
  working: {
    profile: 'Creating the Firefox profile on your computer…',
    account: 'Adding the account…',
    window: 'Opening Instagram’s sign-in page in Firefox on your computer…',
  },
  failed: {
    profile: 'The Firefox profile couldn’t be set up',
    profileText: 'No account was added.',
    account: 'The account wasn’t added',
    accountText: (profile: string) =>
      `The Firefox profile “${profile}” was created on your computer. Try again to add the account with this profile.`,
    window: 'The sign-in page didn’t open',
    windowText: (account: string) => `The account “${account}” was added with its Firefox profile.`,
  },
  unfinished: {
    title: 'Adding an account was interrupted',
    profile: (profile: string) =>
      `The Firefox profile “${profile}” may already be on your computer. Enter an account name to continue with this profile.`,
    account: (account: string) => `“${account}” was added, but its sign-in page may not have opened.`,
    kept: 'What you typed for the next account is kept.',
  },
  retry: 'Try again',
  continue: 'Continue',
  openSignIn: 'Open the sign-in page',
  skip: 'Sign in later',
  noFirefox: 'Sandpiper Agent didn’t find Firefox on your computer. Install Firefox, then try again.',
  notFound: 'Sandpiper Agent created the Firefox profile, but didn’t find it afterward. Try again.',
  noAnswer: 'Sandpiper Agent didn’t respond within a minute. Check that it’s running on your computer.',
  unknownReason: 'Sandpiper Agent didn’t give a reason.',
  serverFailed: 'The server didn’t respond. Try again.',
  done: {
    signedIn: (account: string) => `“${account}” is signed in to Instagram.`,
    window: (account: string) => `“${account}” was added. Sign in to Instagram in the Firefox window on your computer.`,
    problem: (account: string, detail: string) => `“${account}” was added, but it isn’t signed in. ${detail}`,
    unreachable: (account: string) => `“${account}” was added, but Instagram’s sign-in page couldn’t be loaded.`,
  },
} as const;

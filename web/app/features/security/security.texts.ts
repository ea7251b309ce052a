import { countText } from '../../platform/numbers.ts';

/** UI strings for passwords and sessions. */
export const securityTexts = {
  password: {
    title: 'Password',
    subtitle: 'Choose a password that you don’t use anywhere else.',
    change: 'Change password',
    consequence:
      'You’ll stay signed in here. You’ll be signed out of all other browsers, and your computers will be disconnected until you connect them again.',
    current: 'Current password',
    new: 'New password',
    currentRequired: 'Current password is required',
    tooShort: (min: number) => `Password must be at least ${min} characters long`,
    changed: 'Password changed',
    failed: 'Failed to change the password',
  },
  sessions: {
    title: 'Where you’re signed in',
    subtitle: 'If you don’t recognize a browser, sign it out and change your password.',
    list: 'Browsers',
    unknown: 'Unknown browser',
    current: 'This browser',
    from: (address: string) => ` from ${address}`,
    lastUsed: 'Last used <time>at</time>',
    since: 'Signed in <time>at</time>',
    end: 'Sign out',
    endOne: (browser: string) => `Sign out ${browser}`,
    ended: 'Browser signed out',
    endOthers: 'Sign out everywhere else',
    endOthersTitle: 'Sign out everywhere else',
    endOthersText: (others: number) =>
      others === 0
        ? 'You aren’t signed in anywhere else.'
        : `You’ll be signed out of ${countText(others, 'other browser')}. This one stays signed in.`,
    withComputers: 'Also disconnect all my computers',
    withComputersHint: 'They stop sending until you connect them again.',
    endedOthers: (sessions: number, computers: number) =>
      [
        `Signed out of ${countText(sessions, 'browser')}`,
        ...(computers === 0 ? [] : [`disconnected ${countText(computers, 'computer')}`]),
      ].join(' and '),
    what: 'Your sessions',
    loadFailed: 'Couldn’t load your sessions',
    endFailed: 'Failed to sign out the browser',
    endOthersFailed: 'Failed to sign out elsewhere',
  },
} as const;

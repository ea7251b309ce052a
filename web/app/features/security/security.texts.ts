import { countText } from '../../platform/numbers.ts';

/** Texts about access to the user's account. */
export const securityTexts = {
  password: {
    title: 'Password',
    subtitle: 'Choose one that you use nowhere else.',
    change: 'Change password',
    consequence:
      'You stay signed in here. You will be signed out in all other browsers, and all your computers are disconnected until you connect them again.',
    current: 'Current password',
    new: 'New password',
    currentRequired: 'Current password is required',
    tooShort: (min: number) => `Password must be at least ${min} characters long`,
    changed: 'Password changed',
    failed: 'Failed to change the password',
  },
  sessions: {
    title: 'Where you’re signed in',
    subtitle: 'End what you don’t recognize, then change your password.',
    list: 'Browsers',
    unknown: 'Unknown browser',
    current: 'This browser',
    from: (address: string) => ` from ${address}`,
    lastUsed: 'Last used <time>at</time>',
    since: 'Signed in <time>at</time>',
    end: 'End',
    endOne: (browser: string) => `End ${browser}`,
    ended: 'Session ended',
    endOthers: 'Sign out everywhere else',
    endOthersTitle: 'Sign out everywhere else',
    endOthersText: (others: number) =>
      others === 0
        ? 'You aren’t signed in in any other browser.'
        : `You will be signed out in ${countText(others, 'other browser')}. This one stays signed in.`,
    withComputers: 'Also disconnect all my computers',
    withComputersHint: 'Their agents stop sending until you connect them again.',
    endedOthers: (sessions: number, computers: number) =>
      [
        `Signed out in ${countText(sessions, 'browser')}`,
        ...(computers === 0 ? [] : [`disconnected ${countText(computers, 'computer')}`]),
      ].join(', '),
    what: 'Your sessions',
    loadFailed: 'Failed to fetch your sessions',
    endFailed: 'Failed to end the session',
    endOthersFailed: 'Failed to sign out elsewhere',
  },
} as const;

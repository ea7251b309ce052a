import { pagePackRefusalTexts, type PagePackRefusal } from '@sandpiper/contract/page-pack-refusals';
import { countText, formatCount } from '../../platform/numbers.ts';

/** UI strings for the Settings screen. */
export const settingsTexts = {
  title: 'Settings',
  subscriptionNeededFor: 'save settings and download the agent',
  automation: {
    title: 'Automation settings',
    subtitle: 'Set how long your accounts wait between messages and how many times they retry.',
    maxRetries: 'Max retries',
    maxRetriesHint: 'How many times to retry a message that wasn’t sent (1–10).',
    delayStart: 'Delay start',
    delayStartHint: 'Shortest wait between two messages, in seconds (30–3600).',
    delayEnd: 'Delay end',
    delayEndHint: 'Longest wait between two messages, in seconds (30–3600).',
    pace: (least: number, most: number) => `At this pace, one account sends ${messagesAnHour(least, most)}.`,
    save: 'Save Settings',
    what: 'Settings',
    saved: 'Settings saved successfully',
    loadFailed: 'Failed to fetch settings',
    saveFailed: 'Failed to save settings',
    retriesOutOfRange: 'Max retries must be between 1 and 10',
    delayStartOutOfRange: 'Delay start must be between 30 and 3600 seconds',
    delayEndOutOfRange: 'Delay end must be between 30 and 3600 seconds',
    delaysReversed: 'Delay end must be greater than or equal to delay start',
  },
  tokens: {
    title: 'Authentication token',
    subtitle:
      'Sandpiper Agent signs in with this token. If you connect a computer with a code, you don’t need a token.',
    token: 'Token',
    copy: 'Copy token',
    copied: 'Copied',
    noToken: 'Create a token to see it here',
    copyNow: 'Copy the token now. It won’t be shown again after you leave this page.',
    computer: 'Computer name',
    computerExample: 'Name, for example Office PC',
    nameRequired: 'Name is required',
    create: 'Create token',
    needsPassword: 'create a token that lets a computer send as you',
    list: 'Connected computers',
    none: 'No computer is connected yet.',
    online: 'Online',
    paused: 'Paused',
    outdated: 'Needs an update',
    neverUsed: 'Never used',
    lastSeen: 'Last seen <time>at</time>',
    from: (address: string) => ` from ${address}`,
    created: 'Created <time>at</time>',
    version: (version: string) => `version ${version}`,
    program: (parts: readonly string[]) => `${parts.join(', ')} · `,
    platforms: { win32: 'Windows', darwin: 'macOS', linux: 'Linux' },
    pagePackRefused: (refused: { version: string; reason: PagePackRefusal }, inUse: string) =>
      `This agent uses page pack ${inUse} to read Instagram’s pages. The server offers page pack ${refused.version}, but the agent refused it. ${pagePackRefusalTexts[refused.reason]}`,
    revoke: 'Revoke',
    revokeOne: (name: string) => `Revoke ${name}`,
    revokeTitle: 'Revoke token',
    revokeWarning: (name: string) =>
      `The agent on <strong>${name}</strong> is signed out immediately and stops sending. The accounts on that computer then wait until you connect it again or move them to another computer.`,
    revoked: 'Agent token revoked',
    what: 'Agent tokens',
    notFound: 'No token found',
    copySuccess: 'Token copied to clipboard',
    copyFailed: 'Failed to copy token',
    copyByHand: 'Select the token and copy it yourself.',
    loadFailed: 'Couldn’t load agent tokens',
    createFailed: 'Failed to create agent token',
    revokeFailed: 'Failed to revoke agent token',
  },
  subscription: {
    title: 'Subscription',
    pack: 'Pack',
    packWithPrice: (plan: string, price: string) => `${plan} (${price})`,
    status: 'Status',
    endDate: 'End date',
    none: 'No subscription',
    notNeeded: 'No subscription needed',
    features: 'Your pack includes',
  },
  account: {
    title: 'Account',
    username: 'Username',
    role: 'Role',
    created: 'Account created',
    lastLogin: 'Last login',
    never: 'Never',
  },
} as const;

function messagesAnHour(least: number, most: number): string {
  if (least === most) return `${countText(least, 'message')} an hour`;
  return `${formatCount(least)} to ${formatCount(most)} messages an hour`;
}

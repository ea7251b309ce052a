import { formatCount } from '../../platform/numbers.ts';

/** UI strings for the unread messages screen. */
export const unreadChecksTexts = {
  title: 'Unread Messages Checker',
  description: 'See which accounts have unread replies.',
  clear: 'Clear',
  check: 'Check Messages',
  subscriptionNeededFor: 'check for unread messages',
  agentNeededFor: 'A check',
  what: 'Your accounts',
  choice: {
    title: 'Accounts',
    label: 'Accounts to check',
    all: (count: number) => `${formatCount(count)} ${count === 1 ? 'account' : 'accounts'} will be checked`,
    some: (chosen: number, free: number) => `${chosen} of ${free} selected`,
    noneFree: 'All accounts are in use or on hold',
    selectAll: 'Select All',
    selectNone: 'Select None',
    inUse: 'In Use',
    inUseHint: 'This profile is currently being used in a running campaign',
  },
  banner: {
    checking:
      'Checking… Sandpiper Agent opens each account in its Firefox profile and reads the inbox. You can leave this page.',
    never: 'Not checked yet',
    last: 'Last checked <time>at</time>',
  },
  noResults: {
    waiting: 'Results will appear here',
    none: 'No results yet',
    text: 'A check opens the accounts you choose, one after another, and counts their unread conversations.',
  },
  noAccounts: {
    title: 'No Active Profiles',
    text: 'Add an account or switch one on to check it for unread messages.',
    link: 'Go to Accounts',
  },
  results: {
    label: 'Results by account',
    checked: 'Profiles Checked',
    totalUnread: 'Total Unread',
    lowerBound: 'At least this many, because Instagram shows no more than 99+',
    successful: 'Successful Checks',
    account: 'Account',
    status: 'Status',
    unread: 'Unread',
    success: 'Success',
    failed: 'Failed',
    atLeast: (count: number) => `${formatCount(count)}+`,
    none: 'No accounts were checked.',
  },
  toasts: {
    submitted: 'Unread check request submitted! Processing...',
    completed: 'Unread messages check completed successfully!',
    submitFailed: 'Failed to create unread check request',
    checkFailed: 'Failed to check unread messages',
    failed: 'Unread check failed',
    timedOut: 'Unread check timed out',
    resultsFailed: 'Failed to get unread check results',
    accountsFailed: 'Failed to fetch profiles',
    campaignsFailed: 'Failed to fetch campaigns',
  },
} as const;

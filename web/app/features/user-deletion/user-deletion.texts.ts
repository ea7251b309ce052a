import { deletionDays } from '@sandpiper/contract/limits';
import { countText } from '../../platform/numbers.ts';

const counted = [
  ['accounts', 'Instagram account'],
  ['computers', 'computer'],
  ['campaigns', 'campaign'],
  ['messages', 'message in the history', 'messages in the history'],
  ['lists', 'list'],
  ['templates', 'template'],
  ['tickets', 'support ticket'],
] as const;

type Counts = Record<(typeof counted)[number][0], number>;

export const userDeletionTexts = {
  title: 'Delete my user account',
  subtitle: `You have ${deletionDays} days to change your mind.`,
  action: 'Delete my user account',
  lastAdmin: 'You’re the last administrator. Make another user an administrator first.',
  what: 'Your user account',
  loadFailed: 'Failed to check what would be deleted',
  failed: 'Failed to delete your user account',
  warning: `In ${deletionDays} days, these will be permanently deleted:`,
  losses: (counts: Counts, people: string | null) => [
    ...(people === null ? [] : [people]),
    ...counted
      .filter(([name]) => counts[name] > 0)
      .map(([name, one, many]) => countText(counts[name], one, ...(many === undefined ? [] : [many]))),
    'your sign-in details and settings',
  ],
  stops: (running: number) =>
    running === 0
      ? 'Until then, nothing is sent. You can still sign in to export your data or keep your user account.'
      : `${countText(running, 'running campaign')} will be paused now, and nothing more will be sent. Until your user account is deleted, you can still sign in to export your data or keep your user account.`,
  export: 'To keep a copy of your data, export it first.',
  password: 'Your password',
  passwordRequired: 'Password is required',
  pending: {
    title: 'Your user account will be deleted',
    when: 'Everything in it will be deleted on <time>at</time>.',
    paused:
      'Until then, nothing is sent. If you keep your user account, nothing is lost, but campaigns that were running stay paused until you start them again.',
    keep: 'Keep my user account',
    logOut: 'Log out',
    kept: 'Your user account won’t be deleted. Campaigns that were running are paused.',
    keepFailed: 'Failed to cancel the deletion',
  },
} as const;

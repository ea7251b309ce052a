import type { NoticeKind } from '@sandpiper/contract/notice-kinds';

export const noticeSettingsTexts = {
  title: 'Notices',
  subtitle: 'Choose which notices you get and where.',
  table: 'Where each notice is shown',
  what: 'Tell me when',
  in_app: 'In the app',
  browser: 'Browser',
  mail: 'Email',
  switchName: (kind: string, place: string) => `${kind}: ${place}`,
  loadName: 'Notice settings',
  loadFailed: 'Couldn’t load notice settings',
  saveFailed: 'Failed to save notice settings',
  kinds: {
    account_held: 'An account is put on hold',
    agent_away: 'A computer that a campaign needs isn’t connected',
    campaign_paused: 'A campaign is paused automatically or doesn’t start on time',
    campaign_ended: 'A campaign ends',
    import_ended: 'A long import finishes, or an import is undone',
    subscription_ending: 'Your subscription ends within 3 days',
    ticket_answered: 'Support replies to your ticket',
    agent_update: 'A newer agent is available',
    new_sign_in: 'Someone signs in from a new browser or place',
    new_computer: 'A computer is connected',
    export_ready: 'Your data export is ready',
    deletion_asked: 'Your user account is scheduled for deletion',
    security_change: 'Your password, two-factor sign-in or email address changes',
  } satisfies Record<NoticeKind, string>,
  permission: {
    title: 'Browser notifications',
    allow: 'Allow in this browser',
    default: 'This browser doesn’t show notifications from Sandpiper yet.',
    granted: 'This browser shows notifications while Sandpiper is open in a tab.',
    denied:
      'This browser blocks notifications from Sandpiper. Allow them in the browser’s settings for this site, then reload the page.',
    unsupported: 'This browser can’t show notifications from Sandpiper.',
  },
} as const;

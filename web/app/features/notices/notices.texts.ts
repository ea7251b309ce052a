import type { NoticeKind } from '@sandpiper/contract/notice-kinds';

/** Texts of the bell, of the page Notices, of their settings and of the page that stops their mails. */
export const noticesTexts = {
  title: 'Notices',
  description: 'What happened while you were doing something else.',
  bell: (unread: number) => (unread === 0 ? 'Notices' : `Notices, ${unread} unread`),
  many: '99+',
  list: {
    label: 'Notices',
    markAllRead: 'Mark all as read',
    unread: 'Unread',
    noun: 'notices',
    empty: 'No notices yet',
    emptyText:
      'You’ll be told here when an account is put on hold, a campaign pauses or ends, or support answers you.',
    choose: 'Choose what you are told',
    loadFailed: 'Failed to fetch notices',
    readFailed: 'Failed to mark as read',
  },
  kinds: {
    account_held: 'An account is put on hold',
    agent_away: 'No agent is connected while a campaign should be sending',
    campaign_paused: 'A campaign pauses by itself',
    campaign_ended: 'A campaign ends',
    subscription_ending: 'Your subscription ends in 3 days',
    ticket_answered: 'Support answers your ticket',
    agent_update: 'A newer agent is available',
  } satisfies Record<NoticeKind, string>,
  settings: {
    title: 'Notices',
    subtitle: 'What you are told, and where.',
    table: 'Where each notice is shown',
    what: 'Tell me when',
    in_app: 'In the app',
    browser: 'Browser',
    mail: 'Email',
    switchName: (kind: string, place: string) => `${kind}: ${place}`,
    loadName: 'Notice settings',
    loadFailed: 'Failed to fetch notice settings',
    saveFailed: 'Failed to save notice settings',
  },
  browser: {
    title: 'Browser notifications',
    allow: 'Allow in this browser',
    default: 'This browser doesn’t show notifications from Sandpiper yet.',
    granted: 'This browser shows notifications while Sandpiper is open in a tab.',
    denied:
      'This browser blocks notifications from Sandpiper. Allow them in the browser’s settings for this site, then reload the page.',
    unsupported: 'This browser can’t show notifications here.',
  },
  unsubscribe: {
    title: 'Stop notices by email?',
    subtitle: 'You’ll still see notices in Sandpiper.',
    submit: 'Stop these emails',
    doneTitle: 'You won’t get notices by email anymore',
    done: 'To get them again, choose which ones in Settings.',
    incomplete: 'This link is not complete. Open it in the email again.',
    failed: 'Couldn’t stop the emails',
    toSandpiper: 'Open Sandpiper',
  },
} as const;

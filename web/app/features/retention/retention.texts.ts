import { countText } from '../../platform/numbers.ts';

const daysText = (days: number) => (days % 365 === 0 ? countText(days / 365, 'year') : countText(days, 'day'));

/** Texts about how long data is kept, on the server screen for administrators. */
export const retentionTexts = {
  title: 'How long data is kept',
  subtitle:
    'Older data is deleted automatically. Who was contacted, and with what result, always stays, so nobody is messaged twice.',
  what: 'how long data is kept',
  loadFailed: 'Failed to load how long data is kept',
  rows: {
    campaign_logs: { label: 'Logs of ended campaigns', hint: 'Figures and each person’s history stay.' },
    campaign_details: {
      label: 'Details of ended campaigns',
      hint: 'What messages were filled in with, and the exact errors. From the end of the campaign.',
    },
    agent_requests: { label: 'Requests to agents', hint: 'Unread checks and opened browsers, with their answers.' },
    contact_messages: { label: 'Contact messages', hint: 'From the form on the public page.' },
  },
  forGood: 'For good',
  days: daysText,
  confirm: (days: number) => `Delete what is older than ${daysText(days)}`,
  confirmTitle: (what: string) => `Delete old data: ${what}?`,
  confirmText: (days: number) =>
    `What is older than ${daysText(days)} is deleted for all users within a few minutes, and later day by day. It can’t be brought back, except from a backup.`,
  saved: 'Saved',
  saveFailed: 'Failed to set how long data is kept',
};

import { countText } from '../../platform/numbers.ts';

const daysText = (days: number) => (days % 365 === 0 ? countText(days / 365, 'year') : countText(days, 'day'));

/** UI strings for data retention on the administrators' server screen. */
export const retentionTexts = {
  title: 'How long data is kept',
  subtitle:
    'Older data is deleted automatically. The record of who was contacted, and with what result, is always kept, so no one is messaged twice.',
  what: 'The retention settings',
  loadFailed: 'Couldn’t load the retention settings',
  rows: {
    campaign_logs: { label: 'Logs of finished campaigns', hint: 'Results and each person’s history are kept.' },
    campaign_details: {
      label: 'Details of finished campaigns',
      hint: 'Values filled into messages, and details of errors. Their age is counted from the end of the campaign.',
    },
    agent_requests: {
      label: 'Requests to agents',
      hint: 'For example, unread checks and requests to open accounts, with their results.',
    },
    contact_messages: { label: 'Contact messages', hint: 'Messages from the form on the landing page.' },
  },
  forGood: 'Forever',
  days: daysText,
  confirm: (days: number) => `Delete data older than ${daysText(days)}`,
  confirmTitle: (what: string) => `Delete old data: ${what}?`,
  confirmText: (days: number) =>
    `Data older than ${daysText(days)} will be deleted for all users, starting within a few minutes. Newer data will be deleted once it reaches that age. Deleted data can only be recovered from a backup.`,
  saved: 'Saved',
  saveFailed: 'Failed to save the retention settings',
};

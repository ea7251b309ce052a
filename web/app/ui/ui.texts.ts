import type { CampaignCounters } from '../platform/campaign-counters.ts';
import { formatCount } from '../platform/numbers.ts';

/** UI strings for shared components on signed-in screens. */
export const uiTexts = {
  cancel: 'Cancel',
  close: 'Close',
  doNotContact: 'Do not contact',
  export: { action: 'Export', csv: 'CSV file', xlsx: 'Excel file' },
  campaignCounts: ({ total_sent: sent, total_failed: failed, total_list: total }: CampaignCounters) =>
    `${formatCount(sent)} of ${formatCount(total)} sent${failed > 0 ? `, ${formatCount(failed)} failed` : ''}`,
  actionsFor: (name: string) => `Actions for ${name}`,
  loadFailed: {
    title: (what: string) => `${what} couldn’t be loaded`,
    advice: 'Check your connection, or try again in a moment.',
    retry: 'Try again',
  },
  loadedSelect: {
    loading: 'Loading…',
    notLoaded: 'Not loaded',
    retry: 'Couldn’t load. Try again',
  },
  health: {
    good: 'Good: this account can send',
    resting: 'Resting: this account will continue automatically',
    no_computer: 'Not found on any computer yet',
    needs_you: 'Needs your attention',
    off: 'Switched off',
  },
  filters: {
    clear: 'Clear filters',
    clearSearch: 'Clear search',
  },
  pages: {
    result: 'result',
    showing: (first: number, last: number, all: string) =>
      `Showing ${formatCount(first)} to ${formatCount(last)} of ${all}`,
    search: '. Search by name to see the others.',
    narrow: '. Enter more of the name to see the others.',
    hidden: (count: number) =>
      count === 1
        ? ', 1 hidden (a personal Firefox profile)'
        : `, ${formatCount(count)} hidden (personal Firefox profiles)`,
    label: 'Pages',
    page: (page: number) => `Page ${page}`,
    previous: 'Previous page',
    next: 'Next page',
    size: 'Rows per page',
    perPage: (size: number) => `${size} per page`,
  },
  subscription: {
    title: 'Subscription Required',
    text: (what: string) => `Your subscription isn’t active. Renew it to ${what}. Nothing was deleted.`,
    request: 'Request Renewal',
  },
  computer: {
    label: 'Computer',
    notConnected: (name: string) => `${name} (not connected)`,
    offline: (name: string) => `${name} isn’t connected. Start Sandpiper Agent on it.`,
  },
  statusReason: { until: 'This is expected to last until <until></until>.' },
  serverAway: {
    title: 'The server can’t be reached',
    text: 'This page may be out of date. Sending continues as soon as the server is back, and no one is messaged twice.',
  },
  notLive: {
    title: 'Live updates aren’t available',
    text: 'Some changes appear only after you reload this page. Your network or a browser extension may be blocking live updates.',
  },
  time: {
    withAge: (age: string) => `(${age})`,
    zone: (zone: string) => `Time zone: ${zone}`,
    exact: (at: string, zone: string) => `${at} (time zone: ${zone})`,
  },
  charts: {
    messagesPerDay: 'Messages per day',
    day: 'Day',
    sent: 'Sent',
    failed: 'Failed',
    sentTotal: (count: number) => `Sent ${formatCount(count)}`,
    failedTotal: (count: number) => `Failed ${formatCount(count)}`,
    rates: { green: 'good', yellow: 'fair', red: 'low', none: 'no attempts yet' },
    noRate: 'Success rate: no attempts yet',
    rate: (rate: number, band: string) => `Success rate ${rate} percent, ${band}`,
  },
} as const;

import type { PerformanceSort } from '@sandpiper/contract/account-performance';
import type { UnreadReplies } from '@sandpiper/contract/unread-checks';
import { countText, formatCount } from '../../platform/numbers.ts';

const campaigns = (count: number) => countText(count, 'campaign');
const are = (count: number) => (count === 1 ? 'is' : 'are');
const running = (count: number) => `${campaigns(count)} ${are(count)} running`;

export const dashboardTexts = {
  page: {
    title: 'Dashboard',
    create: 'Create Campaign',
    subscription: 'create and start campaigns',
    loading: 'Loading the dashboard',
  },
  now: {
    connectionLost: 'The connection was lost, so this page may be out of date.',
    nothing: 'Nothing is being sent.',
    sending: (count: number) => `${campaigns(count)} ${are(count)} sending now.`,
    agentPaused: (count: number) => `${running(count)}, but nothing is being sent because your agent is paused.`,
    agentOutdated: (count: number) =>
      `${running(count)}, but nothing is being sent because your agent is the wrong version.`,
    agentOffline: (count: number) => `${running(count)}, but nothing is being sent because your agent is offline.`,
    waiting: (count: number) => ` ${campaigns(count)} ${are(count)} waiting.`,
    paused: (count: number) => ` ${campaigns(count)} ${are(count)} paused.`,
  },
  attention: {
    title: 'Needs your attention',
    agent: {
      outdated: { title: 'Your agent is the wrong version', text: 'Get the matching one in Settings.' },
      paused: { title: 'Your agent is paused', text: 'Resume it on your computer. Nothing is sent until you do.' },
      offline: {
        title: 'Your agent is offline',
        text: 'Start it on your computer. Nothing is sent until it’s running.',
      },
      missing: {
        title: 'No computer is connected',
        text: 'Connect one in Settings. Nothing is sent until Sandpiper Agent is running on it.',
      },
    },
    held: (account: string) => `${account} is on hold`,
    moreHeld: (count: number) => `${countText(count, 'more account')} ${are(count)} on hold`,
    paused: (campaign: string) => `${campaign} is paused`,
    morePaused: (count: number) => `${countText(count, 'more campaign')} ${are(count)} paused`,
    late: (campaign: string) => `${campaign} hasn’t started on time`,
    moreLate: (count: number) =>
      `${countText(count, 'more campaign')} ${count === 1 ? 'hasn’t' : 'haven’t'} started on time`,
    unread: ({ replies, accounts, is_exact: isExact }: Omit<UnreadReplies, 'as_of'>) =>
      `${isExact ? '' : 'At least '}${countText(replies, 'unread reply', 'unread replies')} in ${countText(accounts, 'account')}`,
    asOf: 'As of',
    tickets: (count: number) => `${countText(count, 'support ticket')} ${are(count)} awaiting a reply`,
    answered: (subject: string) => `Support replied to “${subject}”`,
    moreAnswered: (count: number) =>
      `${countText(count, 'more support ticket')} ${count === 1 ? 'has' : 'have'} a reply`,
    ticketsText: 'Reply, or change the status once the issue is resolved.',
  },
  filters: {
    title: 'Dashboard Filters',
    text: 'Filter statistics and profile performance',
    range: (zone: string) => `Date Range${zone}`,
    rangePlaceholder: 'Select date range',
    sort: 'Sort Profiles By',
    reset: 'Reset',
  },
  sorts: {
    messages_sent_desc: 'Messages sent, most first',
    messages_sent_asc: 'Messages sent, fewest first',
    messages_failed_desc: 'Messages failed, most first',
    messages_failed_asc: 'Messages failed, fewest first',
    success_rate_desc: 'Success rate, highest first',
    success_rate_asc: 'Success rate, lowest first',
    total_actions_desc: 'Total actions, most first',
    total_actions_asc: 'Total actions, fewest first',
    campaigns_used_desc: 'Campaigns, most first',
    campaigns_used_asc: 'Campaigns, fewest first',
  } satisfies Record<PerformanceSort, string>,
  figures: {
    campaigns: 'Total Campaigns',
    sent: 'Messages Sent',
    failed: 'Failed Messages',
    pending: 'Pending',
    unknown: '–',
  },
  perDay: {
    title: 'Messages per day',
    lastDays: (first: string, last: string, zone: string) => `The last 14 days, ${first} to ${last}${zone}`,
    range: (first: string, last: string, zone: string) => `${first} to ${last}${zone}`,
    loadFailed: 'The results couldn’t be loaded',
  },
  performance: {
    title: 'All-Time Profile Performance',
    subtitle: 'Profile performance across all campaigns',
    search: 'Search profiles...',
    noun: 'account',
    account: 'Account',
    inactive: 'Inactive',
    success: 'Success',
    sent: 'Sent',
    failed: 'Failed',
    blocked: 'Blocked',
    campaigns: 'Campaigns',
    perHour: 'Sent per hour',
    days: '14 days',
    sentPerDay: (account: string) => `Sent each day by ${account}`,
    lastAction: 'Last action',
    never: 'Never',
    more: (blocked: number, inCampaigns: number, perHour: string) =>
      `${formatCount(blocked)} blocked, ${campaigns(inCampaigns)}, ${perHour} sent per hour`,
    moreLast: 'Last action: <last></last>',
    hidden: 'All accounts on this page are hidden because they seem to use personal Firefox profiles',
    noneFound: 'No account matches your search',
    empty: 'No accounts yet',
    emptyText: 'Each account’s results will appear here.',
    add: 'Add an account',
  },
  recent: {
    title: 'Recent Campaigns',
    all: 'View all',
    loadFailed: 'Campaigns couldn’t be loaded',
    empty: 'No campaigns yet',
    create: 'Create a campaign',
    progress: (campaign: string) => `Progress of ${campaign}`,
  },
  quick: {
    title: 'Quick Actions',
    campaigns: 'Campaigns',
    accounts: 'Accounts',
    templates: 'Templates',
    recipients: 'Recipients',
  },
};

import { formatCount } from '../platform/numbers.ts';

/** Texts of the pages themselves, in addition to those of their features. */
export const pagesTexts = {
  showLog: 'Log',
  palette: {
    label: 'Search or run a command',
    placeholder: 'Search or run a command…',
    groups: { actions: 'Actions', screens: 'Go to', campaigns: 'Campaigns' },
    createCampaign: 'Create campaign',
    addAccount: 'Add account',
    createTemplate: 'Create template',
    createList: 'Create list',
    createTicket: 'Create support ticket',
    connectComputer: 'Connect a computer',
    theme: { light: 'Switch to the light theme', dark: 'Switch to the dark theme' },
    logOut: 'Log out',
    /** Other words that people may type. */
    keywords: {
      screens: { '/people': ['recipients'] },
      create: ['new', 'add', 'make'],
      connectComputer: ['agent', 'pair', 'code', 'link'],
      theme: ['appearance', 'mode', 'colour', 'color'],
      logOut: ['sign out'],
    },
    campaign: (status: string, sent: number, total: number) =>
      `${status}, ${formatCount(sent)} of ${formatCount(total)} sent`,
    campaignWithReason: (summary: string, reason: string) => `${summary}. ${reason}`,
    pause: (name: string) => `Pause ${name}`,
    resume: (name: string) => `Resume ${name}`,
  },
} as const;

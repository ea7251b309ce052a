import { formatCount } from '../platform/numbers.ts';

/** UI strings for the pages themselves. Each feature has its own strings. */
export const pagesTexts = {
  palette: {
    label: 'Search or run a command',
    placeholder: 'Search or run a command…',
    groups: { actions: 'Actions', screens: 'Go to' },
    createCampaign: 'Create campaign',
    addAccount: 'Add account',
    createTemplate: 'Create template',
    createList: 'Create list',
    createTicket: 'Create support ticket',
    connectComputer: 'Connect a computer',
    pauseAll: 'Pause all campaigns',
    theme: { light: 'Switch to the light theme', dark: 'Switch to the dark theme' },
    notices: 'Notices',
    shortcuts: 'Keyboard shortcuts',
    logOut: 'Log out',
    /** Synonyms that users might search for. */
    keywords: {
      screens: {
        '/people': ['recipients'],
        '/do-not-contact': ['block', 'opt out', 'unsubscribe'],
        '/settings': [
          'password',
          'two-factor',
          '2fa',
          'tokens',
          'computers',
          'email',
          'export',
          'delete account',
          'delay',
        ],
      },
      create: ['new', 'add', 'make'],
      connectComputer: ['agent', 'pair', 'code', 'link'],
      pauseAll: ['stop', 'halt', 'emergency'],
      theme: ['appearance', 'mode', 'colour', 'color'],
      notices: ['notifications', 'bell'],
      start: ['resume', 'continue'],
      shortcuts: ['keys', 'help'],
      logOut: ['sign out'],
    },
    campaign: (status: string, sent: number, total: number) =>
      `${status}, ${formatCount(sent)} of ${formatCount(total)} sent`,
    campaignWithReason: (summary: string, reason: string) => `${summary}. ${reason}`,
    pause: (name: string) => `Pause ${name}`,
    start: (name: string) => `Start ${name}`,
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    search: 'Search or run a command',
    choice: 'Shortcuts for screens',
    choiceHint: 'Press the keys one after the other. Turn this off if you often press them by accident.',
    help: 'Show keyboard shortcuts',
  },
} as const;

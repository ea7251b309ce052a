import { formatCount } from '../../../platform/numbers.ts';

const times = (count: number) => (count === 1 ? 'once' : `${formatCount(count)} times`);

export const accountDetailTexts = {
  title: 'Account',
  back: 'Accounts',
  loading: 'Loading the account',
  edit: 'Edit',
  notFound: 'Account not found',
  backToAccounts: 'Back to Accounts',
  notFoundText: 'This account doesn’t exist or was deleted.',
  loadFailed: 'This account',
  today: {
    title: 'Today',
    used: (used: number, allowed: number) => `${formatCount(used)} of ${formatCount(allowed)} messages`,
    bar: 'Messages sent today',
    resets: 'The count resets on <at></at>.',
    resetsIn: (zone: string) => `Each day starts at midnight in the time zone ${zone}.`,
    sandboxDay: 'In sandbox mode, a day lasts only about 14 minutes.',
    reached: 'Today’s limit has been reached.',
    rampDay: (day: number) => `Day ${formatCount(day)}`,
    ramp: 'Slow start',
    rampText:
      'The limit rises with each day of sending. A day without messages doesn’t raise it. A hold restarts the slow start.',
    rampOver: 'The slow start is over.',
  },
  next: {
    title: 'Next message',
    sending: 'The account is messaging someone for <campaign></campaign> right now.',
    due: 'A message for <campaign></campaign> is due now.',
    at: 'Due on <at></at> for <campaign></campaign>.',
    waits: '<text></text> Sending continues on <at></at>.',
    held: 'Nothing is sent while the account is on hold.',
    none: 'No running campaign uses this account.',
  },
  hold: {
    title: 'On hold',
    since: 'The account has been on hold since <since></since>.',
    ends: 'The hold ends automatically on <until></until> and can’t be ended earlier.',
    owner: 'The hold lasts until you check the account and choose “End hold”.',
  },
  days: { title: 'Messages per day', subtitle: (zone: string) => `The last 30 days (${zone})` },
  campaigns: {
    title: 'Campaigns',
    none: 'No campaign uses this account yet.',
    figures: (sent: number, failed: number) =>
      `${formatCount(sent)} sent${failed === 0 ? '' : `, ${formatCount(failed)} failed`}`,
  },
  settings: {
    title: 'Limits and hours',
    limit: 'Daily limit',
    hours: 'Sending hours',
    always: 'Always',
    zone: 'Time zone',
    computer: 'Firefox profile',
  },
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  dayRange: (first: string, last: string) => `${first} to ${last}`,
  refusals: {
    title: 'Holds and failures',
    subtitle: 'The last 30 days',
    none: 'No holds and no failed messages.',
    count: (count: number) => `${times(count)}, last <last></last>`,
  },
  history: {
    title: 'Earlier holds',
    none: 'This account has never been on hold.',
    noneEarlier: 'This is the account’s first hold.',
    span: '<since></since> to <until></until>',
    released: 'You ended it.',
    ended: 'It ended automatically.',
  },
} as const;

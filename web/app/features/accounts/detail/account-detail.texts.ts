import { formatCount } from '../../../platform/numbers.ts';

const times = (count: number) => (count === 1 ? 'once' : `${formatCount(count)} times`);

/** Texts of the page of one account. */
export const accountDetailTexts = {
  title: 'Account',
  back: 'Accounts',
  loading: 'Loading the account',
  edit: 'Edit',
  notFound: 'Account Not Found',
  notFoundText: 'This account does not exist, or was deleted.',
  loadFailed: 'The account',
  today: {
    title: 'Today',
    used: (used: number, allowed: number) => `${formatCount(used)} of ${formatCount(allowed)} messages`,
    bar: 'Messages of today',
    resets: 'A new day begins <at></at>.',
    resetsIn: (zone: string) => `Days follow the clock of ${zone.replaceAll('_', ' ')}.`,
    reached: 'Today’s messages are used up.',
    rampDay: (day: number) => `Day ${formatCount(day)}`,
    ramp: 'Slow start',
    rampText: 'Each day of sending allows more. A day without messages doesn’t raise it, and a hold starts it again.',
    rampOver: 'The slow start is over.',
  },
  next: {
    title: 'Next message',
    sending: 'It is messaging somebody for <campaign></campaign> right now.',
    due: 'A message for <campaign></campaign> is due now.',
    at: '<at></at>, for <campaign></campaign>.',
    waits: '<text></text> It continues <at></at>.',
    held: 'Nothing is sent while the account is on hold.',
    none: 'No running campaign uses this account.',
  },
  hold: {
    title: 'On hold',
    since: 'Since <since></since>.',
    ends: 'It ends by itself <until></until>. Nothing can end it earlier.',
    owner: 'It lasts until you have looked at the account.',
  },
  days: { title: 'Last 30 days' },
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
    utc: 'UTC',
    computer: 'Firefox profile',
  },
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  dayRange: (first: string, last: string) => `${first} to ${last}`,
  refusals: {
    title: 'Refused in 30 days',
    none: 'Nothing was refused.',
    count: (count: number) => `${times(count)}, last <last></last>`,
  },
  history: {
    title: 'Earlier holds',
    none: 'This account has never been on hold.',
    noneEarlier: 'There was no hold before this one.',
    span: '<since></since> to <until></until>',
    released: 'You ended it.',
    ended: 'It ended by itself.',
  },
} as const;

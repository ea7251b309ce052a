import { countText, formatCount } from '../../../platform/numbers.ts';

const messages = (count: number) => countText(count, 'message');

const perDay = (count: number) => `${messages(count)} a day`;
const ramped = (start: number, step: number, limit: number | null) =>
  `${messages(start)} on the first day, then ${formatCount(step)} more each day of sending${limit === null ? '' : `, up to ${formatCount(limit)}`}`;

/** UI strings for how much an account sends and when. */
export const accountLimitsTexts = {
  perDay,
  ramped,
  limit: 'Daily limit',
  limitHint:
    'Instagram restricts accounts that suddenly send a lot. The daily increase applies only after days when the account sends messages.',
  presets: { new: 'New account', established: 'Established', custom: 'Custom', none: 'No limit' },
  customHint: 'Set your own limit. Leave the last two fields empty to start at the full limit.',
  upTo: (ceiling: number) => `Up to ${formatCount(ceiling)} a day, the server’s maximum`,
  warning:
    'Instagram may restrict or suspend an account that sends this much. Choose this only for an account you can afford to lose.',
  daily: 'Messages a day',
  start: 'On the first day',
  step: 'Daily increase',
  dailyRequired: (max: number) => `Enter a whole number from 1 to ${max}`,
  rampWhole: 'Fill in both fields, or leave both empty',
  timezone: 'Time zone',
  timezoneHint: 'The account’s days and hours use this time zone.',
  timezoneNone: 'No time zone found',
  timezoneUnset: 'UTC',
  hours: 'Sending hours',
  hoursHint: 'The account sends nothing outside these hours. A campaign can limit them further.',
  hoursWrong: 'Fix the marked hours.',
  protect: (limit: number) => `Limit this account to ${formatCount(limit)} messages a day`,
  protectShort: (limit: number) => `Limit to ${formatCount(limit)} a day`,
  protectName: (name: string, limit: number) => `Limit to ${formatCount(limit)} a day: ${name}`,
  unprotected: 'Daily limit not set',
  unprotectedText: (ceiling: number | undefined) =>
    `${ceiling === undefined ? '' : `This account may send up to ${formatCount(ceiling)} messages a day. `}Instagram restricts accounts that send too much.`,
  protected: (name: string, limit: number) => `${name} now sends at most ${formatCount(limit)} messages a day`,
  protectFailed: 'Failed to set the limit',
  creation: (limit: string) => `The account starts slowly: ${limit}. You can change this later under Edit Profile.`,
};

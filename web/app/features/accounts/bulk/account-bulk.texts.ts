import { countText, formatCount } from '../../../platform/numbers.ts';

const accounts = (count: number) => countText(count, 'account');

const doneTexts = { on: 'switched on', off: 'switched off', limits: 'changed' } as const;
/** What a change does to accounts. */
export type BulkAction = keyof typeof doneTexts;

/** Running campaigns use `sending` of the `selected` accounts. `campaigns` is the number of these campaigns, and `names` lists them. */
type Uses = { selected: number; sending: number; campaigns: number; names: string };

function senders(sending: number, selected: number): string {
  if (selected === 1) return 'This account is';
  if (sending === selected) return 'These accounts are';
  return `${formatCount(sending)} of these accounts ${sending === 1 ? 'is' : 'are'}`;
}

/** UI strings for changing several accounts at once. */
export const accountBulkTexts = {
  label: 'Selected accounts',
  select: (name: string) => `Select ${name}`,
  selectPage: 'Select all accounts on this page',
  selected: (count: number) => `${accounts(count)} selected`,
  on: 'Switch On',
  off: 'Switch Off',
  limits: 'Set Limits',
  switchOff: {
    title: (count: number) => `Switch off ${accounts(count)}?`,
    confirm: (count: number) => `Switch off ${accounts(count)}`,
    question: ({ selected, sending, campaigns, names }: Uses) => {
      const effect =
        campaigns === 1
          ? 'The campaign will be slower, and will pause'
          : 'These campaigns will be slower, and each will pause';
      return `${senders(sending, selected)} sending for <campaigns>${names}</campaigns>. ${effect} if it has no other usable account.`;
    },
  },
  setLimits: {
    title: (count: number) => `Set limits for ${accounts(count)}`,
    submit: (count: number) => `Change ${accounts(count)}`,
    replaces: (count: number, names: string) =>
      `This replaces the daily limit, the slow start, the time zone and the sending hours of ${accounts(count)}: ${names}.`,
    differs: (settings: string) => `At the moment, their ${settings} differ.`,
    settings: { limit: 'daily limits', timezone: 'time zones', hours: 'sending hours' },
  },
  done: (count: number, action: BulkAction) => `${accounts(count)} ${doneTexts[action]}`,
  partlyDone: (done: number, all: number, action: BulkAction) =>
    `${formatCount(done)} of ${accounts(all)} ${doneTexts[action]}`,
  failed: 'Failed to change the accounts',
};

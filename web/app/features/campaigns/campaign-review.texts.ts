import { countText, formatCount, peopleText } from '../../platform/numbers.ts';

export const campaignReviewTexts = {
  title: (name: string) => `Start “${name}”?`,
  laterTitle: (name: string) => `Start “${name}” later?`,
  confirm: 'Start',
  chooseTime: 'Choose a time…',
  later: 'Start later…',
  acceptUnfilled: 'Send the message as written',
  nobodyPending: 'No one on this list is pending.',
  upTo: (people: number) => `Up to ${peopleText(people)} will get this message.`,
  reach: (people: number) => `${people === 0 ? 'No one' : peopleText(people)} to message.`,
  leftOut: (left: number, reasons: string) => `${formatCount(left)} skipped: ${reasons}.`,
  reachAtLeast: (people: number) => `At least ${peopleText(people)} to message.`,
  leftOutAtLeast: (left: number, reasons: string) => `At least ${formatCount(left)} skipped, including ${reasons}.`,
  unchecked: (people: number) =>
    people === 1
      ? '1 more person will be checked when the campaign starts.'
      : `${formatCount(people)} more people will be checked when the campaign starts.`,
  assumption: 'This estimate assumes that no one else is skipped.',
  plan: (accounts: number, days: number) =>
    days === 1
      ? `With ${countText(accounts, 'account')}, this finishes around <end></end>.`
      : `With ${countText(accounts, 'account')}, this takes about ${days} days of sending and finishes around <end></end>.`,
  planIfNow: (accounts: number, days: number) =>
    days === 1
      ? `If it started now with ${countText(accounts, 'account')}, it would finish around <end></end>.`
      : `If it started now with ${countText(accounts, 'account')}, it would take about ${days} days of sending and finish around <end></end>.`,
  noEnd: (accounts: number) =>
    accounts === 0
      ? 'No account can send.'
      : `${countText(accounts, 'account')} won’t reach everyone in the foreseeable future with ${accounts === 1 ? 'its' : 'their'} current limits and hours.`,
  unsent: 'Sent messages can’t be unsent.',
  missingValues: (missing: readonly { name: string; people: number }[], isMore: boolean) =>
    `Missing values: ${missing.map(({ name, people }) => `{${name}} for ${isMore ? 'at least ' : ''}${peopleText(people)}`).join(', ')}. Fill them in on the list, or add a fallback to the template.`,
  waiting: (people: number, isMore: boolean) =>
    `Another campaign is messaging ${isMore ? 'at least ' : ''}${peopleText(people)} right now. This campaign won’t message them until the other campaign is done with them.`,
  range: 'First message: <first></first>. Done between <early></early> and <late></late>.',
  firstAndEnd: 'First message: <first></first>. Done around <late></late>.',
  perDay: 'Messages per day',
  repeat: (people: number) =>
    `Send it again to the ${people === 1 ? 'person' : `${formatCount(people)} people`} who already got it`,
  repeatToAll: 'Send it again to everyone who already got it',
  accounts: {
    title: 'Accounts',
    today: (used: number, allowed: number) => `${formatCount(used)} of ${formatCount(allowed)} sent today.`,
    ready: 'Can send now.',
    out: 'Not in the estimate',
    more: (accounts: number) => `and ${countText(accounts, 'more account')}`,
  },
  messages: {
    title: 'Messages',
    firstTitle: 'First messages',
    noun: 'message',
    to: (recipient: string) => `To @${recipient}`,
  },
};

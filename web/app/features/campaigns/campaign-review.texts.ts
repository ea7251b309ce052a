import { countText, formatCount, peopleText } from '../../platform/numbers.ts';

/** Texts of the review before a campaign starts. */
export const campaignReviewTexts = {
  title: (name: string) => `Start "${name}"?`,
  confirm: 'Start',
  later: 'Start later…',
  nobodyPending: 'No one on this list is pending.',
  upTo: (people: number) => `Up to ${peopleText(people)} will get this message.`,
  people: (people: number) => (people === 0 ? 'Nobody' : peopleText(people)),
  leftOut: (reached: string, left: number, reasons: string) => `${reached}, ${formatCount(left)} left out: ${reasons}.`,
  plan: (accounts: number, days: number, end: string) =>
    days === 1
      ? `${countText(accounts, 'account')}, done about ${end}.`
      : `${countText(accounts, 'account')}, about ${days} working days, done about ${end}.`,
  noEnd: (accounts: number) =>
    accounts === 0
      ? 'No account can send.'
      : `${countText(accounts, 'account')}. With their limits and hours, they don't get to everyone within the foreseeable future.`,
  unsent: "Sent messages can't be unsent.",
  missingValues: (missing: readonly { name: string; people: number }[]) =>
    `Missing values: ${missing.map(({ name, people }) => `{${name}} for ${peopleText(people)}`).join(', ')}. Fill them in on the list, or give the template a fallback.`,
  waiting: (people: number) =>
    people === 1
      ? '1 person is being messaged by another campaign right now and waits until that is over.'
      : `${peopleText(people)} are being messaged by another campaign right now and wait until that is over.`,
  range: 'First message <first></first>. Done between <early></early> and <late></late>.',
  perDay: 'Messages per day',
  repeat: (people: number) =>
    `Send it again to the ${people === 1 ? 'person' : `${formatCount(people)} people`} who already got it`,
  accounts: {
    title: 'Accounts',
    today: (used: number, allowed: number) => `${formatCount(used)} of ${formatCount(allowed)} sent today.`,
    ready: 'Can send now.',
    out: 'Not counted on',
    more: (accounts: number) => `and ${countText(accounts, 'more account')}`,
  },
  messages: {
    title: 'Messages',
    noun: 'messages',
    to: (recipient: string) => `To @${recipient}`,
  },
};

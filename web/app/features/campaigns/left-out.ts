import type { Campaign, StartPreview } from '@sandpiper/contract/campaigns';
import { formatCount } from '../../platform/numbers.ts';
import { peopleText } from '../../platform/numbers.ts';

type Skipped = Campaign['skipped'];

/** What follows the number of people who are left out for a reason. */
const words: Record<Skipped[number]['reason'], (people: number) => string> = {
  do_not_contact: () => 'on Do not contact',
  same_message: () => 'already got this message',
  cool_off: () => 'contacted recently',
  conversation: (people) => (people === 1 ? 'has written to you' : 'have written to you'),
  not_pending: () => 'no longer pending on the list',
};

/** Such as "21 contacted recently, 9 on Do not contact", the most frequent reason first. */
export function reasonsText(skipped: Skipped): string {
  return skipped
    .filter(({ people }) => people > 0)
    .toSorted((one, other) => other.people - one.people)
    .map(({ reason, people }) => `${formatCount(people)} ${words[reason](people)}`)
    .join(', ');
}

function sumOf(skipped: Skipped): number {
  return skipped.reduce((sum, { people }) => sum + people, 0);
}

/** Whom a start would message and whom it would leave out. */
export function startText({ people, to_message: reached, skipped }: StartPreview): string {
  if (people === 0) return 'Nobody on the list is pending.';
  const left = sumOf(skipped);
  const who = reached === 0 ? 'Nobody' : peopleText(reached);
  const get = `${who} will get this message.`;
  return left === 0
    ? get
    : `${get} ${formatCount(left)} ${left === 1 ? 'is' : 'are'} left out: ${reasonsText(skipped)}.`;
}

import type { Campaign, StartPreview } from '@sandpiper/contract/campaigns';
import { formatCount } from '../../../platform/numbers.ts';
import { campaignTexts } from '../campaigns.texts.ts';

const { start: texts } = campaignTexts;

type Skipped = Campaign['skipped'];

/** The text for each reason; it follows the number of people. */
const words: Record<Skipped[number]['reason'], (people: number) => string> = campaignTexts.skipReasons;

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

/** Who a start would message and who it would leave out. */
export function startText({ people, to_message: reached, skipped }: StartPreview): string {
  if (people === 0) return texts.nobodyPending;
  const left = sumOf(skipped);
  const reach = texts.reach(reached);
  return left === 0 ? reach : `${reach} ${texts.leftOut(left, reasonsText(skipped))}`;
}

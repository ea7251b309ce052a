import type { Campaign } from '@sandpiper/contract/campaigns';
import { formatCount } from '../../../platform/numbers.ts';
import { campaignTexts } from '../campaigns.texts.ts';

type Skipped = Campaign['skipped'];

/** The text for each skip reason, given the number of people. */
const words: Record<Skipped[number]['reason'], (people: number, days?: number) => string> = campaignTexts.skipReasons;

/**
 * Returns a text such as "21 contacted recently, 9 on Do not contact", with the most common reason first. `days` is the number of days that
 * count as "recently".
 */
export function reasonsText(skipped: Skipped, days?: number): string {
  return skipped
    .filter(({ people }) => people > 0)
    .toSorted((one, other) => other.people - one.people)
    .map(({ reason, people }) => `${formatCount(people)} ${words[reason](people, days)}`)
    .join(', ');
}

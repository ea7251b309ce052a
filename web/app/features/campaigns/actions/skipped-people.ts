import type { Campaign } from '@sandpiper/contract/campaigns';
import { formatCount } from '../../../platform/numbers.ts';
import { campaignTexts } from '../campaigns.texts.ts';

type Skipped = Campaign['skipped'];

/** The text for each reason. The number of people comes before it. */
const words: Record<Skipped[number]['reason'], (people: number, days?: number) => string> = campaignTexts.skipReasons;

/**
 * Returns a text such as "21 contacted recently, 9 on Do not contact", most common reason first. `days` is how many days count as recent.
 */
export function reasonsText(skipped: Skipped, days?: number): string {
  return skipped
    .filter(({ people }) => people > 0)
    .toSorted((one, other) => other.people - one.people)
    .map(({ reason, people }) => `${formatCount(people)} ${words[reason](people, days)}`)
    .join(', ');
}

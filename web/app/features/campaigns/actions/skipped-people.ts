import type { Campaign } from '@sandpiper/contract/campaigns';
import { formatCount } from '../../../platform/numbers.ts';
import { campaignTexts } from '../campaigns.texts.ts';

type Skipped = Campaign['skipped'];

/** The text for each skip reason, given the number of people. */
const words: Record<Skipped[number]['reason'], (people: number, days?: number) => string> = campaignTexts.skipReasons;

/**
 * Formats the skip reasons, for example "21 contacted recently, 9 on Do not contact". The most common reason comes first. `days` is the
 * number of days that count as "recently".
 */
export function reasonsText(skipped: Skipped, days?: number): string {
  return skipped
    .filter(({ people }) => people > 0)
    .toSorted((one, other) => other.people - one.people)
    .map(({ reason, people }) => `${formatCount(people)} ${words[reason](people, days)}`)
    .join(', ');
}

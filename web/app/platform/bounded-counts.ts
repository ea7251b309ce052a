import { formatCount, peopleText } from './numbers.ts';
import { platformTexts } from './platform.texts.ts';

/** Formats a count that the server may have capped, such as "1,204 people" or "more than 10,000 people". */
export function boundedText({ count, is_more }: { count: number; is_more: boolean }, noun = peopleText): string {
  return is_more ? platformTexts.moreThan(noun(count)) : noun(count);
}

/** Formats a count that the server may have capped, without a noun: "1,204" or "10,000+". */
export function boundedCount({ count, is_more }: { count: number; is_more: boolean }): string {
  return `${formatCount(count)}${is_more ? '+' : ''}`;
}

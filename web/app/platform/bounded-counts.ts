import { formatCount, peopleText } from './numbers.ts';
import { platformTexts } from './platform.texts.ts';

/** A count that the server may have stopped at, such as "1,204 people" and "more than 10,000 people". */
export function boundedText({ count, is_more }: { count: number; is_more: boolean }, noun = peopleText): string {
  return is_more ? platformTexts.moreThan(noun(count)) : noun(count);
}

/** The same for a small place, such as "1,204" and "10,000+". */
export function boundedCount({ count, is_more }: { count: number; is_more: boolean }): string {
  return `${formatCount(count)}${is_more ? '+' : ''}`;
}

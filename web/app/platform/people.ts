import { formatCount } from './numbers.ts';

/** Such as "1 person" and "1,204 people". */
export function peopleText(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'person' : 'people'}`;
}

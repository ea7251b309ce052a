import { createRandom, draw } from '../random.ts';
import type { Weighted } from '../random.ts';

/** What an account meets at a person, each time the same. */
export type Trait =
  /** Everything goes well. */
  | 'ordinary'
  | 'missing'
  | 'gone'
  /** A dialog that nobody described stands in the way, whoever comes. */
  | 'dialog'
  /** The person has written to the user's accounts. */
  | 'wrote_first'
  /** The browser window ends whenever it comes here. */
  | 'crash'
  /** The first two looks find a page that did not load. */
  | 'slow_page'
  /** A message leaves, and shows only some minutes later. */
  | 'late_bubble'
  /** A message leaves; the history never shows. */
  | 'opaque'
  /** Enter does nothing. */
  | 'deaf'
  /** Enter is kept from the composer for certain. */
  | 'key_lost'
  /** Instagram marks the message as not delivered. */
  | 'refused'
  /** The page is lost right after Enter. */
  | 'page_lost';

const traits: Weighted<Trait> = [
  [53, 'ordinary'],
  [6, 'missing'],
  [3, 'gone'],
  [5, 'dialog'],
  [5, 'wrote_first'],
  [3, 'crash'],
  [7, 'slow_page'],
  [5, 'late_bubble'],
  [2, 'opaque'],
  [3, 'deaf'],
  [2, 'key_lost'],
  [2, 'refused'],
  [4, 'page_lost'],
];

/** Drawn from the seed and the name, so that a shortened history meets the same people. */
export function traitOf(seed: string, person: string): Trait {
  return draw(createRandom(`${seed} trait ${person}`), traits);
}

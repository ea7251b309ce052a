import { createRandom, draw } from '@sandpiper/testkit/random';
import type { Weighted } from '@sandpiper/testkit/random';

/** What an account encounters when it opens a person's page, the same every time. */
export type Trait =
  /** Everything goes well. */
  | 'ordinary'
  | 'missing'
  | 'gone'
  /** An unknown dialog blocks every account. */
  | 'dialog'
  /** The person has written to the first account that opens the page. */
  | 'wrote_first'
  /** The browser window crashes whenever it opens this page. */
  | 'crash'
  /** The page doesn't load the first two times. */
  | 'slow_page'
  /** The message is sent, but appears only after some minutes. */
  | 'late_bubble'
  /** The message is sent, but the conversation never shows it. */
  | 'opaque'
  /** Enter has no effect. */
  | 'deaf'
  /** Enter certainly doesn't reach the composer. */
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

/** Returns a person's trait. It depends on the seed and the name only, so that a shortened history meets the same people. */
export function traitOf(seed: string, person: string): Trait {
  return draw(createRandom(`${seed} trait ${person}`), traits);
}

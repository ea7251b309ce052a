import { createRandom, draw } from '@sandpiper/testkit/random';
import type { Weighted } from '@sandpiper/testkit/random';

/** What accounts encounter when they open a person's page and message the person. A person's trait never changes during a history. */
export type Trait =
  /** Nothing unusual happens. */
  | 'ordinary'
  | 'missing'
  | 'gone'
  /** A dialog that the agent doesn't know appears, whichever account opens the page. */
  | 'dialog'
  /** The person has written to the first account that opens the page. */
  | 'wrote_first'
  /** The browser window crashes whenever it opens this page. */
  | 'crash'
  /** The page doesn't load the first two times. */
  | 'slow_page'
  /** The message is sent, but takes a few minutes to appear in the conversation. */
  | 'late_bubble'
  /** The message is sent, but never appears in the conversation. */
  | 'opaque'
  /** Pressing Enter has no effect. */
  | 'deaf'
  /** The press of Enter doesn't reach the composer, and the agent can tell. */
  | 'key_lost'
  /** Instagram marks the message as not delivered. */
  | 'refused'
  /** The message is sent, but the page closes right after Enter is pressed. */
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

/** Returns a person's trait. It depends only on the seed and the name, so that a shrunk history has the same people. */
export function traitOf(seed: string, person: string): Trait {
  return draw(createRandom(`${seed} trait ${person}`), traits);
}

import type { Page } from '../../browser/page.ts';

/** How long things may take, in milliseconds. All are upper bounds, but the second look lasts its whole time. */
export type SiteTiming = {
  /** One page or one step on it. */
  stepMs: number;
  /** How long a page may show nothing of the site before it is opened again. */
  emptyMs: number;
  /** How long a sign-in may stand still before its page is opened again. */
  signInMs: number;
  /** A sign-in as a whole. */
  signInTotalMs: number;
  /** How long a page that has loaded may not show who is signed in, or leave its badge empty. */
  accountMs: number;
  /** How long a profile may be without a button to write to its owner. */
  buttonMs: number;
  /** How long the search for a person may find nobody. */
  searchMs: number;
  /** How long a conversation must look the same before it is read, and a text must stand ready before permission is asked. */
  settleMs: number;
  /** The same for one that shows no message: it may still be loading them. */
  settleEmptyMs: number;
  /** The same for one that shows not even a place for messages, as a new one may. */
  settleUnlistedMs: number;
  /** How long older messages may take to come in. */
  olderMs: number;
  /** How long the server's yes counts, by the wall clock, because a computer may sleep in between. */
  permissionMs: number;
  /** From Enter to the bubble. */
  outcomeMs: number;
  /** From a bubble that is marked as failed to the dialog that explains it, if one comes. */
  reasonMs: number;
  /** How long a message that shows is watched. A refusal, or the mark of a connection that gave up, may come late. */
  secondLookMs: number;
  /** Between two looks, by the wall clock. If the computer slept longer than this, the watch says nothing. */
  sleepMs: number;
  /** How long after Enter a message may still turn up. Only a page opened later can show that it did not. */
  certainAfterMs: number;
  /** How long a conversation must have stood unchanged before a message that it does not show counts as not there. */
  quietMs: number;
};

export const usualTiming: SiteTiming = {
  stepMs: 30_000,
  emptyMs: 10_000,
  signInMs: 45_000,
  signInTotalMs: 180_000,
  accountMs: 8000,
  buttonMs: 4000,
  searchMs: 12_000,
  settleMs: 500,
  settleEmptyMs: 2000,
  settleUnlistedMs: 10_000,
  olderMs: 10_000,
  permissionMs: 15_000,
  outcomeMs: 20_000,
  reasonMs: 5000,
  secondLookMs: 20_000,
  sleepMs: 10_000,
  certainAfterMs: 30_000,
  quietMs: 20_000,
};

/** In the imitation of Instagram, connections give up sooner. */
export const imitationTiming: SiteTiming = { ...usualTiming, secondLookMs: 5000 };

export type SiteContext = {
  page: Page;
  /** The site's address, without a slash at the end. */
  base: string;
  /** Who must be signed in, as a handle in lower case; null: anybody. */
  account: string | null;
  timing: SiteTiming;
  /** For the log: pages that did not look as expected, and what is waited for. */
  note: (text: string) => void;
};

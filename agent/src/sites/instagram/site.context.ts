import { approvalMs } from '@sandpiper/contract/limits';
import type { SitePage } from './page/page.view.ts';

/** In milliseconds. All are upper bounds, except that `secondLookMs` always lasts its whole time. */
export type SiteTiming = {
  /** To load a page, or for one step on it. */
  stepMs: number;
  /** How long a page may stay empty before it is opened again. */
  emptyMs: number;
  /** How long a sign-in may make no progress before its page is opened again. */
  signInMs: number;
  /** A sign-in as a whole. */
  signInTotalMs: number;
  /** How long a loaded page may take to show the signed-in account and the unread badge. */
  accountMs: number;
  /** How long a profile may take to show its Message button. */
  buttonMs: number;
  /** How long another page, or somebody else's conversation, must stay before it counts as what was opened. */
  otherPageMs: number;
  /** How long the search for a person may show nobody. */
  searchMs: number;
  /** How long a conversation must be unchanged before it is read, and the typed text before the server is asked. */
  settleMs: number;
  /** The same for a conversation without messages, which may still be loading. */
  settleEmptyMs: number;
  /** The same for a conversation without a message list, as a new one may be. */
  settleUnlistedMs: number;
  /** How long older messages may take to load. */
  olderMs: number;
  /** How long the server's approval is valid, by the wall clock, because the computer may sleep in between. */
  approvalMs: number;
  /** How long the message may take to appear after Enter. */
  outcomeMs: number;
  /** How long a dialog may take to explain a message that is marked as failed. */
  reasonMs: number;
  /** How long a page that only the owner may pass may take to show its words. */
  wordsMs: number;
  /** How long a message that has appeared is watched, because a refusal or "Failed to send" may follow. */
  secondLookMs: number;
  /** A longer gap between two looks, by the wall clock, means that the computer slept and the watch proves nothing. */
  sleepMs: number;
  /** How long after Enter a message may still appear. Only a page opened later can prove that it was not sent. */
  certainAfterMs: number;
  /** How long a conversation must be unchanged before a message that it does not show counts as not sent. */
  quietMs: number;
};

/**
 * Chosen with a margin, as instagram.com publishes no limits. Observations behind them (dmpl6454/ds-sales-agent, 2026): the
 * site shows a message before the server has accepted it, refusals follow seconds later, and a conversation rearranges its
 * messages about 2.5 s after it was opened.
 */
export const defaultTiming: SiteTiming = {
  stepMs: 30_000,
  emptyMs: 10_000,
  signInMs: 45_000,
  signInTotalMs: 180_000,
  accountMs: 8000,
  buttonMs: 4000,
  otherPageMs: 2000,
  searchMs: 12_000,
  settleMs: 500,
  settleEmptyMs: 2000,
  settleUnlistedMs: 10_000,
  olderMs: 10_000,
  approvalMs,
  outcomeMs: 20_000,
  reasonMs: 5000,
  wordsMs: 5000,
  secondLookMs: 20_000,
  sleepMs: 10_000,
  certainAfterMs: 30_000,
  quietMs: 20_000,
};

/** In the imitation of Instagram, connections fail sooner. */
export const sandboxTiming: SiteTiming = { ...defaultTiming, secondLookMs: 5000 };

export type SiteContext = SitePage & {
  /** The site's address, without a slash at the end. */
  base: string;
  /** The handle that must be signed in, in lower case; null for any. */
  account: string | null;
  timing: SiteTiming;
  /** Logs unexpected pages and what the agent waits for. */
  note: (text: string) => void;
};

import { approvalMs } from '@sandpiper/contract/limits';
import type { SitePage } from './page/page.view.ts';

/** All times are in milliseconds. They are upper bounds, except for `secondLookMs`, which always lasts its full time. */
export type SiteTiming = {
  /** How long a page may take to load, or one step on it may take. */
  stepMs: number;
  /** How long a page may stay empty before the agent reopens it. */
  emptyMs: number;
  /** How long a sign-in may make no progress before the agent reopens its page. */
  signInMs: number;
  /** How long an entire sign-in may take. */
  signInTotalMs: number;
  /** How long a loaded page may take to show the signed-in account and the unread badge. */
  accountMs: number;
  /** How long a profile may take to show its Message button. */
  buttonMs: number;
  /** How long another page, or somebody else's conversation, must stay before it counts as the page that was opened. */
  otherPageMs: number;
  /** How long the search for a person may show no matching result. */
  searchMs: number;
  /** How long a conversation must be unchanged before the agent reads it. The same for typed text before it asks the server. */
  settleMs: number;
  /** Like `settleMs`, for a conversation without messages, which may still be loading. */
  settleEmptyMs: number;
  /** Like `settleMs`, for a conversation without a message list. A new conversation may have none. */
  settleUnlistedMs: number;
  /** How long older messages may take to load. */
  olderMs: number;
  /** How long the server's approval is valid, in wall-clock time because the computer may sleep in between. */
  approvalMs: number;
  /** How long the message may take to appear after Enter. */
  outcomeMs: number;
  /** How long a dialog may take to explain a message that is marked as failed. */
  reasonMs: number;
  /** How long a page that only the owner can get past may take to show its words. */
  wordsMs: number;
  /** How long the agent keeps watching a message that has appeared, because a refusal or "Failed to send" may follow. */
  secondLookMs: number;
  /** A longer wall-clock gap between two reads means that the computer slept and that watching proves nothing. */
  sleepMs: number;
  /** How long after Enter a message may still appear. Only a page opened after that time can prove that it wasn't sent. */
  certainAfterMs: number;
  /** How long a conversation must be unchanged before a message it doesn't show counts as not sent. */
  quietMs: number;
};

/**
 * The times include a margin, because instagram.com doesn't publish limits. They are based on these observations
 * (dmpl6454/ds-sales-agent, 2026): the site shows a message before the server has accepted it, refusals follow seconds later,
 * and a conversation rearranges its messages about 2.5 s after it was opened.
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

/** In the sandbox, which imitates Instagram, messages on lost connections fail sooner. */
export const sandboxTiming: SiteTiming = { ...defaultTiming, secondLookMs: 5000 };

export type SiteContext = SitePage & {
  /** The site's address, without a trailing slash. */
  base: string;
  /** The handle of the account that must be signed in, in lower case. Null if it may be any account. */
  account: string | null;
  timing: SiteTiming;
  /** Logs unexpected pages and what the agent is waiting for. */
  note: (text: string) => void;
};

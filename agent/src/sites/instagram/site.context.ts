import { goAheadMs } from '@sandpiper/contract/limits';
import type { SitePage } from './page/page.view.ts';

/** Delays and timeouts on Instagram's pages, in milliseconds. */
export type SiteTiming = {
  /** How long a single step on a page may take. Opening a page may take twice as long. */
  stepMs: number;
  /** How long a page may stay empty before the agent reopens it. */
  emptyMs: number;
  /** How long a sign-in may go without progress before the agent reopens the page. */
  signInMs: number;
  /** How long an entire sign-in may take. */
  signInTotalMs: number;
  /**
   * How long a loaded page may take to show the signed-in account. Also how long the unread badge may stay empty before the agent reads it
   * as zero.
   */
  accountMs: number;
  /** How long a profile may take to show its "Message" button. */
  buttonMs: number;
  /**
   * How long an unexpected page or someone else's conversation must stay open before the agent gives up on the expected page or
   * conversation.
   */
  otherPageMs: number;
  /** How long a search for a person may go without a matching result. */
  searchMs: number;
  /**
   * How long a conversation must stay unchanged before the agent reads it. The same applies to the inbox, and to typed text before the
   * agent asks for the go-ahead. The unread badge must stay unchanged for twice as long.
   */
  settleMs: number;
  /** The same as `settleMs`, for a conversation without messages or an inbox without conversations, which may still be loading. */
  settleEmptyMs: number;
  /**
   * The same as `settleMs`, for a conversation without a message list. A new conversation may have none. The page check also waits this
   * long before it reports that something in a conversation is missing.
   */
  settleUnlistedMs: number;
  /** How long older messages may take to load. */
  olderMs: number;
  /**
   * How long after asking the server for the go-ahead the agent may press Enter. This is wall-clock time, because the computer may sleep
   * before Enter is pressed.
   */
  goAheadMs: number;
  /** How long the message may take to appear after Enter is pressed. */
  outcomeMs: number;
  /** How long a dialog may take to explain why a message is marked as failed. */
  reasonMs: number;
  /** How long a page that only the owner can get past may take to show its text. */
  wordsMs: number;
  /** How long the agent watches a message after it has appeared, because a refusal or "Failed to send" may follow. */
  secondLookMs: number;
  /** If the wall clock advances by more than this between two reads, the computer has probably slept, so the page proves nothing. */
  sleepMs: number;
  /**
   * How long after the journal's note the message may still appear. The note is written up to `goAheadMs` before Enter is pressed. Only a
   * page opened after this time can prove that the message wasn't sent.
   */
  certainAfterMs: number;
  /** How long a conversation without the message must be unchanged before the agent concludes that the message wasn't sent. */
  quietMs: number;
};

/**
 * Instagram doesn't document how long its pages take, so these times include a margin. They are based on observations from 2026 (GitHub
 * repository dmpl6454/ds-sales-agent): the site shows a message before the server has accepted it, refusals follow seconds later, and a
 * conversation rearranges its messages about 2.5 s after it opens.
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
  goAheadMs,
  outcomeMs: 20_000,
  reasonMs: 5000,
  wordsMs: 5000,
  secondLookMs: 20_000,
  sleepMs: 10_000,
  certainAfterMs: goAheadMs + 30_000,
  quietMs: 20_000,
};

/** The timing for the sandbox, which imitates Instagram. There, messages fail sooner if the connection is lost. */
export const sandboxTiming: SiteTiming = { ...defaultTiming, secondLookMs: 5000 };

export type SiteContext = SitePage & {
  /** The site's base URL, without a trailing slash. */
  base: string;
  /** The handle of the account that must be signed in, in lower case, or null if it may be any account. */
  account: string | null;
  timing: SiteTiming;
  /** Writes a line to the log, for example about an unexpected page or what the agent is waiting for. */
  note: (text: string) => void;
};

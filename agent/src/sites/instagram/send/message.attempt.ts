import {
  copiesSince,
  countFailed,
  countText,
  countUnsettled,
  isEndOf,
  tailOf,
  traceSince,
  type Trace,
} from '../conversation/thread.history.ts';
import type { ChatView, PageView } from '../page/page.view.ts';
import type { SendReport, Stop } from '../report.ts';
import type { SiteContext } from '../site.context.ts';
import { stopWhileSending } from '../stop-reasons/dialog.stops.ts';
import { settledStop } from '../stop-reasons/settled.stop.ts';

/** The stop reason that the agent has seen on a page, or null. The agent keeps it, because the next page may no longer show it. */
export type Watched = { stop: Stop | null };

/** What the conversation contained before the agent's message. */
type Before = { tail: string[]; copies: number; failedCopies: number; unsettled: number; notices: string[] };

/** The state of sending one message. */
export type Attempt = Watched & {
  handle: string;
  text: string;
  before: Before;
  /** Whether the composer has contained the complete text. If so, the user may have sent it from the window. */
  wasTyped: boolean;
  /** Whether the agent has begun to write the note and ask the server for the go-ahead. */
  isNoted: boolean;
  /** When the agent sent the request that got the last go-ahead. This is wall-clock time, because the computer may sleep afterward. */
  goAheadAt: number | null;
  /** Whether the composer may have received the agent's Enter. */
  isPressed: boolean;
};

function beforeIn(chat: ChatView, text: string): Before {
  return {
    tail: tailOf(chat),
    copies: countText(chat, text),
    failedCopies: countFailed(chat, text),
    unsettled: countUnsettled(chat),
    notices: chat.notices,
  };
}

export function attemptOn(chat: ChatView, handle: string, text: string): Attempt {
  const before = beforeIn(chat, text);
  return { handle, text, before, wasTyped: false, isNoted: false, goAheadAt: null, isPressed: false, stop: null };
}

/**
 * Updates what comes before the agent's message, if other messages arrived while the agent was typing. Does nothing if the page only shows
 * less of the same history. Also does nothing if the composer is empty, because one of the new messages may be the agent's.
 */
export function refreshBefore(attempt: Attempt, chat: ChatView): void {
  const now = beforeIn(chat, attempt.text);
  if (!isComposerEmpty(chat) && !isEndOf(now.tail, attempt.before.tail)) attempt.before = now;
}

export function noteStop(watched: Watched, view: PageView): void {
  watched.stop ??= stopWhileSending(view);
}

/** If the agent has seen a stop reason, waits a while for the page to show a more specific one. Returns the most specific one. */
export async function settled(site: SiteContext, { stop }: Watched): Promise<Watched> {
  return { stop: stop === null ? null : await settledStop(site, stop) };
}

export function withStop(report: SendReport, { stop }: Watched): SendReport {
  return stop === null || report.stop ? report : { ...report, stop };
}

export function isComposerEmpty(chat: ChatView): boolean {
  return chat.composer === null || chat.composer.trim() === '';
}

/**
 * Returns what follows the messages from before the attempt, or null if that isn't clear. A message without a visible author is treated as
 * the agent's if the agent pressed Enter, the composer is empty, and there is one more copy of the text after those messages.
 */
export function traceOf(chat: ChatView, { before, text, isPressed }: Attempt): Trace | null {
  const trace = traceSince(before.tail, chat, text);
  if (trace !== 'author_unclear' || !isPressed || !isComposerEmpty(chat)) return trace;
  const isOneMore = countText(chat, text) > before.copies && copiesSince(before.tail, chat, text).length > 0;
  return isOneMore ? 'ours' : trace;
}

/** Whether the composer still contains text, and the conversation shows no new message that may be the agent's. */
export function isUnsent(chat: ChatView, attempt: Attempt): boolean {
  const { before, text } = attempt;
  const hasNew = countText(chat, text) > before.copies || countUnsettled(chat) > before.unsettled;
  return !isComposerEmpty(chat) && !hasNew && traceOf(chat, attempt) === 'none';
}

export function hasFailed(chat: ChatView, { before, text }: Attempt): boolean {
  return countFailed(chat, text) > before.failedCopies;
}

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

/** Keeps a stop once the agent has seen it, because the next page may no longer show it. */
export type Watched = { stop: Stop | null };

/** The conversation before our message. */
type Before = { tail: string[]; copies: number; failedCopies: number; unsettled: number; notices: string[] };

/** The state of sending one message. */
export type Attempt = Watched & {
  handle: string;
  text: string;
  before: Before;
  /** Whether the complete text was in the composer, so that the window's user may have sent it. */
  wasTyped: boolean;
  /** Whether the note was written and the server was asked. */
  isNoted: boolean;
  /** When the server last approved. This is wall-clock time, because the computer may sleep in between. */
  approvedAt: number | null;
  /** Whether the composer may have received our Enter. */
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
  return { handle, text, before, wasTyped: false, isNoted: false, approvedAt: null, isPressed: false, stop: null };
}

/**
 * Updates what comes before our message with messages that arrived while the agent was typing. Does nothing if the page merely
 * shows less of the history.
 */
export function refreshBefore(attempt: Attempt, chat: ChatView): void {
  const now = beforeIn(chat, attempt.text);
  if (!isComposerEmpty(chat) && !isEndOf(now.tail, attempt.before.tail)) attempt.before = now;
}

export function noteStop(watched: Watched, view: PageView): void {
  watched.stop ??= stopWhileSending(view);
}

/** Waits until the page says more about a stop that the agent has seen, and returns the stop with that reason. */
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
 * Returns what follows the conversation before our message. A message without a visible author counts as ours if it has left
 * the composer and there is one more copy of our text, right after the remembered tail.
 */
export function traceOf(chat: ChatView, { before, text, isPressed }: Attempt): Trace | null {
  const trace = traceSince(before.tail, chat, text);
  if (trace !== 'author_unclear' || !isPressed || !isComposerEmpty(chat)) return trace;
  const isOneMore = countText(chat, text) > before.copies && copiesSince(before.tail, chat, text).length > 0;
  return isOneMore ? 'ours' : trace;
}

/** Whether the text is still in the composer and the conversation shows nothing new that may be ours. */
export function isUnsent(chat: ChatView, attempt: Attempt): boolean {
  const { before, text } = attempt;
  const hasNew = countText(chat, text) > before.copies || countUnsettled(chat) > before.unsettled;
  return !isComposerEmpty(chat) && !hasNew && traceOf(chat, attempt) === 'none';
}

export function hasFailed(chat: ChatView, { before, text }: Attempt): boolean {
  return countFailed(chat, text) > before.failedCopies;
}

import {
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
import { stopOn } from '../stop-reasons/dialog.stops.ts';

/** Whether Instagram has objected to the account since a moment. Kept, because the next page may no longer show it. */
export type Watched = { stop: Stop | null };

/** What a conversation shows before our message. */
type Before = { tail: string[]; copies: number; failedCopies: number; unsettled: number; notices: string[] };

/** One message on its way. */
export type Attempt = Watched & {
  handle: string;
  text: string;
  before: Before;
  /** The text has stood whole in the composer. From then on its user may have sent it as well. */
  hasStood: boolean;
  /** The note was made, and the server was asked. */
  isNoted: boolean;
  /** When the server last said yes, by the wall clock, because a computer may sleep in between. */
  allowedAt: number | null;
  /** The composer may have got our Enter. */
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
  return { handle, text, before, hasStood: false, isNoted: false, allowedAt: null, isPressed: false, stop: null };
}

/** Messages that came in while we typed belong to what was there before ours. The page may also show less than before. */
export function refreshBefore(attempt: Attempt, chat: ChatView): void {
  const now = beforeIn(chat, attempt.text);
  if (!isEmptied(chat) && !isEndOf(now.tail, attempt.before.tail)) attempt.before = now;
}

export function noteStop(watched: Watched, view: PageView): void {
  watched.stop ??= stopOn(view);
}

/** The report, and what Instagram objected to meanwhile. */
export function withStop(report: SendReport, { stop }: Watched): SendReport {
  return stop === null || report.stop ? report : { ...report, stop };
}

export function isEmptied(chat: ChatView): boolean {
  return chat.composer === null || chat.composer.trim() === '';
}

/** What of ours shows, delivered, among what came after the tail; null: the tail is not to be found. */
export function traceOf(chat: ChatView, { before, text }: Attempt): Trace | null {
  return traceSince(before.tail, chat, text);
}

/** Whether the text stands in the composer and nothing new that may be ours stands in the conversation. */
export function isUnsent(chat: ChatView, attempt: Attempt): boolean {
  const { before, text } = attempt;
  const hasNew = countText(chat, text) > before.copies || countUnsettled(chat) > before.unsettled;
  return !isEmptied(chat) && !hasNew && traceOf(chat, attempt) === 'none';
}

export function hasFailed(chat: ChatView, { before, text }: Attempt): boolean {
  return countFailed(chat, text) > before.failedCopies;
}

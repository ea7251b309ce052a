import type { Gate } from './address.ts';
import { objectionIn } from './objections.ts';
import type { ChatView, PageView } from './page.view.ts';
import type { OldReport } from './report.ts';
import { countFailed, countOwn, countUnsettled, tailOf, traceSince, type Trace } from './thread.history.ts';

/** What has been held against the account since a moment; kept, for the next page no longer shows it. */
export type Notes = { objection: Gate | null };

/** One message on its way: what the conversation was before it, and what has been held against the account since. */
export type Attempt = Notes & {
  handle: string;
  text: string;
  tail: string[];
  failedBefore: number;
  ownBefore: number;
  /** Of ours, whatever they say. */
  unsettledBefore: number;
  noticesBefore: string[];
  /** When the server last said yes, by the wall clock: a computer may sleep in between. */
  allowedAt: number | null;
  /** Enter has been pressed, wherever it went, so the message may have left. */
  hasPressed: boolean;
};

export function attemptOn(chat: ChatView, handle: string, text: string): Attempt {
  return {
    handle,
    text,
    tail: tailOf(chat),
    failedBefore: countFailed(chat, text),
    ownBefore: countOwn(chat, text),
    unsettledBefore: countUnsettled(chat),
    noticesBefore: chat.notices,
    allowedAt: null,
    hasPressed: false,
    objection: null,
  };
}

export function noteObjection(notes: Notes, view: PageView): void {
  notes.objection ??= objectionIn(view);
}

/** The report, and that the account stops where something was held against it meanwhile. */
export function withStops(report: OldReport, { objection }: Notes): OldReport {
  return objection === null || report.outcome === 'blocked' ? report : { ...report, stops: objection };
}

export function isEmptied(chat: ChatView): boolean {
  return chat.composer === null || chat.composer.trim() === '';
}

function hasNew(chat: ChatView, attempt: Attempt): boolean {
  return countOwn(chat, attempt.text) > attempt.ownBefore || countUnsettled(chat) > attempt.unsettledBefore;
}

/**
 * Whether the text stands in the composer and nothing new of ours anywhere, as after a key that went astray. The site may
 * draw our message with other words.
 */
export function isUnsent(chat: ChatView, attempt: Attempt): boolean {
  return !isEmptied(chat) && !hasNew(chat, attempt) && traceOf(chat, attempt) === 'none';
}

/** What of ours shows, delivered, among what came after the tail; null: the tail is not to be found. */
export function traceOf(chat: ChatView, attempt: Attempt): Trace | null {
  return traceSince(attempt.tail, chat, attempt.text);
}

export function hasFailed(chat: ChatView, attempt: Attempt): boolean {
  return countFailed(chat, attempt.text) > attempt.failedBefore;
}

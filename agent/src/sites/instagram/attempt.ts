import type { Gate } from './address.ts';
import { objectionIn } from './objections.ts';
import type { ChatView, PageView } from './page.view.ts';
import type { SendReport } from './report.ts';
import { countFailed, countOwn, holdsOwn, messagesSince, tailOf } from './thread.history.ts';

/** What has been held against the account since a moment; kept, for the next page no longer shows it. */
export type Notes = { objection: Gate | null };

/** One message on its way: what the conversation was before it, and what has been held against the account since. */
export type Attempt = Notes & {
  handle: string;
  text: string;
  tail: string[];
  failedBefore: number;
  ownBefore: number;
  /** When the server last said yes, by the wall clock: a computer may sleep in between. */
  allowedAt: number | null;
  /** Enter has been pressed, so the message may have left. */
  hasPressed: boolean;
};

export function attemptOn(chat: ChatView, handle: string, text: string): Attempt {
  return {
    handle,
    text,
    tail: tailOf(chat),
    failedBefore: countFailed(chat, text),
    ownBefore: countOwn(chat, text),
    allowedAt: null,
    hasPressed: false,
    objection: null,
  };
}

export function noteObjection(notes: Notes, view: PageView): void {
  notes.objection ??= objectionIn(view);
}

/** The report, and that the account stops where something was held against it meanwhile. */
export function withStops(report: SendReport, { objection }: Notes): SendReport {
  return objection === null || report.outcome === 'blocked' ? report : { ...report, stops: objection };
}

export function isEmptied(chat: ChatView): boolean {
  return chat.composer === null || chat.composer.trim() === '';
}

/** Whether the text stands in the composer and nowhere else: then, and only then, Enter did nothing. */
export function isUnsent(chat: ChatView, attempt: Attempt): boolean {
  return !isEmptied(chat) && countOwn(chat, attempt.text) <= attempt.ownBefore;
}

/** Whether our message shows, delivered, among what came after the tail; null: the tail is not to be found. */
export function isShown(chat: ChatView, attempt: Attempt): boolean | null {
  const fresh = messagesSince(attempt.tail, chat);
  return fresh === null ? null : holdsOwn(fresh, attempt.text);
}

export function hasFailed(chat: ChatView, attempt: Attempt): boolean {
  return countFailed(chat, attempt.text) > attempt.failedBefore;
}

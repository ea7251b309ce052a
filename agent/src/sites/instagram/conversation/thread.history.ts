import { createHash } from 'node:crypto';
import { plain } from '../page/page-script/elements.script.ts';
import type { ChatView, PageMessage } from '../page/page.view.ts';

/** How many of the newest messages identify the place before ours. */
const tailLength = 8;

/** A text without whitespace and invisible characters, which the site may add or remove. */
function lettersOf(text: string): string {
  return plain(text)
    .normalize('NFC')
    .replace(/[\s\p{Cf}\uFE0F]/gu, '');
}

/** A hash of a message, because the journal must not contain what people wrote. */
export function markOf(message: { text: string; isOwn: boolean }): string {
  return createHash('sha256')
    .update(`${message.isOwn ? 'own' : 'their'}:${lettersOf(message.text)}`)
    .digest('base64')
    .slice(0, 16);
}

/** Without messages that failed or are still being sent. */
function settled(chat: ChatView): PageMessage[] {
  return chat.messages.filter((message) => !message.isFailed && !message.isSending);
}

export function tailOf(chat: ChatView): string[] {
  return settled(chat).map(markOf).slice(-tailLength);
}

function matchesAt(marks: readonly string[], part: readonly string[], start: number): boolean {
  return part.every((mark, index) => marks[start + index] === mark);
}

/** The index after the remembered tail; -1 when the list does not contain it. */
function endOfTail(marks: readonly string[], tail: readonly string[]): number {
  for (let start = 0; start + tail.length <= marks.length; start += 1) {
    if (matchesAt(marks, tail, start)) return start + tail.length;
  }
  // Without older messages, the list may begin in the middle of the tail.
  for (let length = Math.min(tail.length - 1, marks.length); length > 0; length -= 1) {
    if (matchesAt(marks, tail.slice(-length), 0)) return length;
  }
  return -1;
}

/**
 * The messages after a remembered tail; null when the tail is not found. Of several matches the earliest counts, because
 * taking a message for sent does less harm than sending it twice.
 */
export function messagesSince(tail: readonly string[], chat: ChatView): PageMessage[] | null {
  const messages = settled(chat);
  const end = endOfTail(messages.map(markOf), tail);
  return end < 0 ? null : messages.slice(end);
}

function holds(message: PageMessage, text: string): boolean {
  return lettersOf(message.text) === lettersOf(text);
}

/** Our message among those after a remembered tail. */
export function ownSince(tail: readonly string[], chat: ChatView, text: string): PageMessage[] {
  return (messagesSince(tail, chat) ?? []).filter((message) => message.isOwn && holds(message, text));
}

/**
 * What follows a remembered tail: our message (`ours`), something that may be our message drawn differently (`differs`), or
 * neither (`none`). The page shows who wrote a message only indirectly, so our text never counts as `none`.
 */
export type Trace = 'ours' | 'differs' | 'none';

/** Null when the tail is not found. */
export function traceSince(tail: readonly string[], chat: ChatView, text: string): Trace | null {
  const newer = messagesSince(tail, chat);
  if (newer === null) return null;
  if (ownSince(tail, chat, text).length > 0) return 'ours';
  return newer.some((message) => message.isOwn || holds(message, text)) ? 'differs' : 'none';
}

/** How often the text appears, in any state. One more than before means that it has left the composer. */
export function countText(chat: ChatView, text: string): number {
  return chat.messages.filter((message) => holds(message, text)).length;
}

export function countFailed(chat: ChatView, text: string): number {
  return chat.messages.filter((message) => message.isFailed && holds(message, text)).length;
}

/** How many messages failed or are still being sent. */
export function countUnsettled(chat: ChatView): number {
  return chat.messages.filter((message) => message.isFailed || message.isSending).length;
}

/** Whether one tail is the end of another, because the page may show less of the same history. */
export function isEndOf(tail: readonly string[], whole: readonly string[]): boolean {
  return tail.length <= whole.length && matchesAt(whole, tail, whole.length - tail.length);
}

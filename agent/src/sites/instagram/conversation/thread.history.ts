import { createHash } from 'node:crypto';
import { plain } from '../page/page-script/elements.script.ts';
import type { ChatView, PageMessage } from '../page/page.view.ts';

/** How many of the newest messages are remembered before ours goes out. */
const tailLength = 8;

/** The letters of a text, without line breaks and invisible characters, which the site may add or drop. */
function lettersOf(text: string): string {
  return plain(text)
    .normalize('NFC')
    .replace(/[\s\p{Cf}\uFE0F]/gu, '');
}

/** Stands for a message without holding its words, because they are other people's too. */
export function markOf(message: { text: string; isOwn: boolean }): string {
  return createHash('sha256')
    .update(`${message.isOwn ? 'own' : 'their'}:${lettersOf(message.text)}`)
    .digest('base64')
    .slice(0, 16);
}

/** A bubble that failed or is still being sent proves nothing. */
function settled(chat: ChatView): PageMessage[] {
  return chat.messages.filter((message) => !message.isFailed && !message.isSending);
}

export function tailOf(chat: ChatView): string[] {
  return settled(chat).map(markOf).slice(-tailLength);
}

function matchesAt(marks: readonly string[], part: readonly string[], start: number): boolean {
  return part.every((mark, index) => marks[start + index] === mark);
}

/** Where the remembered tail ends in the list; -1 when it is not there. */
function endOfTail(marks: readonly string[], tail: readonly string[]): number {
  for (let start = 0; start + tail.length <= marks.length; start += 1) {
    if (matchesAt(marks, tail, start)) return start + tail.length;
  }
  // If older messages are not loaded, the list begins in the middle of the tail.
  for (let length = Math.min(tail.length - 1, marks.length); length > 0; length -= 1) {
    if (matchesAt(marks, tail.slice(-length), 0)) return length;
  }
  return -1;
}

/**
 * The messages that came after a remembered tail; null when the tail is not to be found. Of several possible places
 * the earliest is taken, because a message thought sent does less harm than one sent twice.
 */
export function messagesSince(tail: readonly string[], chat: ChatView): PageMessage[] | null {
  const messages = settled(chat);
  const end = endOfTail(messages.map(markOf), tail);
  return end < 0 ? null : messages.slice(end);
}

function holds(message: PageMessage, text: string): boolean {
  return lettersOf(message.text) === lettersOf(text);
}

/** Our message, by its letters, among what came after a remembered tail. */
export function ownSince(tail: readonly string[], chat: ChatView, text: string): PageMessage[] {
  return (messagesSince(tail, chat) ?? []).filter((message) => message.isOwn && holds(message, text));
}

/**
 * What came after a remembered tail: our message, something that may be our message as the site draws it, or nothing of ours.
 * Who wrote a bubble is only read from what stands beside it. Our letters are therefore never `none`, whoever seems to have
 * written them.
 */
export type Trace = 'ours' | 'differs' | 'none';

/** Null: the tail is not to be found. */
export function traceSince(tail: readonly string[], chat: ChatView, text: string): Trace | null {
  const newer = messagesSince(tail, chat);
  if (newer === null) return null;
  if (ownSince(tail, chat, text).length > 0) return 'ours';
  return newer.some((message) => message.isOwn || holds(message, text)) ? 'differs' : 'none';
}

/** How often our text is there, in whatever state. One more than before means that it has left the composer. */
export function countText(chat: ChatView, text: string): number {
  return chat.messages.filter((message) => holds(message, text)).length;
}

export function countFailed(chat: ChatView, text: string): number {
  return chat.messages.filter((message) => message.isFailed && holds(message, text)).length;
}

/** How many failed or are still being sent, whatever they say. */
export function countUnsettled(chat: ChatView): number {
  return chat.messages.filter((message) => message.isFailed || message.isSending).length;
}

/** Whether one tail is the end of another: the page may show less of the same history. */
export function isEndOf(tail: readonly string[], whole: readonly string[]): boolean {
  return tail.length <= whole.length && matchesAt(whole, tail, whole.length - tail.length);
}

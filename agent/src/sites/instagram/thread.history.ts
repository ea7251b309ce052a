import { createHash } from 'node:crypto';
import type { ChatView, PageMessage } from './page.view.ts';
import { plainText } from './report.ts';

/** How many of the newest messages are remembered before ours goes out. */
const tailLength = 8;

/** The letters of a text: where the site breaks lines, and what it puts in between unseen, says nothing. */
function lettersOf(text: string): string {
  return plainText(text)
    .normalize('NFC')
    .replace(/[\s\p{Cf}\uFE0F]/gu, '');
}

/** Stands for a message without holding its words, for these are other people's too. */
export function markOf(message: { text: string; isOwn: boolean }): string {
  return createHash('sha256')
    .update(`${message.isOwn ? 'own' : 'their'}:${lettersOf(message.text)}`)
    .digest('base64')
    .slice(0, 16);
}

/** A bubble that failed or is still on its way proves nothing. */
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
  // Where older messages are not loaded, the list begins in the middle of the tail.
  for (let length = Math.min(tail.length - 1, marks.length); length > 0; length -= 1) {
    if (matchesAt(marks, tail.slice(-length), 0)) return length;
  }
  return -1;
}

/**
 * The messages that came after a remembered tail; null when the tail is not to be found. Of several possible places
 * the earliest is taken: rather a message thought sent than one sent twice.
 */
export function messagesSince(tail: readonly string[], chat: ChatView): PageMessage[] | null {
  const messages = settled(chat);
  const end = endOfTail(messages.map(markOf), tail);
  return end < 0 ? null : messages.slice(end);
}

/**
 * What stands after a remembered tail: our message, or only something else that they surely did not write, which may be
 * our message as the site draws it, or nothing of ours.
 */
export type Trace = 'ours' | 'differs' | 'none';

/** Those that hold the text, of what came after a remembered tail. */
export function ownSince(tail: readonly string[], chat: ChatView, text: string): PageMessage[] {
  const wanted = lettersOf(text);
  return (messagesSince(tail, chat) ?? []).filter((message) => message.isOwn && lettersOf(message.text) === wanted);
}

/** Null: the tail is not to be found. */
export function traceSince(tail: readonly string[], chat: ChatView, text: string): Trace | null {
  const fresh = messagesSince(tail, chat);
  if (fresh === null) return null;
  if (holdsOwn(fresh, text)) return 'ours';
  return fresh.some((message) => message.isOwn) ? 'differs' : 'none';
}

function holdsOwn(messages: readonly PageMessage[], text: string): boolean {
  const wanted = lettersOf(text);
  return messages.some((message) => message.isOwn && lettersOf(message.text) === wanted);
}

/** Whether the conversation holds our text at all, failed bubbles left out. */
export function holdsText(chat: ChatView, text: string): boolean {
  return holdsOwn(settled(chat), text);
}

/** How often our text stands there, in whatever state: one more than before means that it has left the composer. */
export function countOwn(chat: ChatView, text: string): number {
  const wanted = lettersOf(text);
  return chat.messages.filter((message) => message.isOwn && lettersOf(message.text) === wanted).length;
}

/** Of ours, whatever they say: how many failed or are still on their way. */
export function countUnsettled(chat: ChatView): number {
  return chat.messages.filter((message) => message.isOwn && (message.isFailed || message.isSending)).length;
}

function wordsOf(text: string): string[] {
  return plainText(text).toLowerCase().split(' ');
}

/** Fewer words say nothing: a link may be drawn shorter, and some languages set no spaces. */
const tellingWords = 4;

/** Whether one of our messages has so many of its words in common with a text that it may be the text, drawn otherwise. */
export function holdsLike(chat: ChatView, text: string): boolean {
  const wanted = wordsOf(text);
  return settled(chat).some((message) => {
    const words = new Set(wordsOf(message.text));
    const shared = wanted.filter((word) => words.has(word)).length;
    return message.isOwn && (wanted.length < tellingWords || shared * 2 > wanted.length);
  });
}

/** Whether a tail holds nothing that another does not end with: the page may show less of the same history. */
export function isEndOf(tail: readonly string[], whole: readonly string[]): boolean {
  return tail.length <= whole.length && matchesAt(whole, tail, whole.length - tail.length);
}

export function countFailed(chat: ChatView, text: string): number {
  const wanted = lettersOf(text);
  return chat.messages.filter((message) => message.isFailed && message.isOwn && lettersOf(message.text) === wanted)
    .length;
}

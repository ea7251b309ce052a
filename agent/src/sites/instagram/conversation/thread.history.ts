import type { ChatView, PageMessage } from '../page/page.view.ts';
import { isMarkOf, lettersOf, markOf, mayBeAnother } from './message.marks.ts';

/** How many of the newest messages the agent remembers, so that it can later find the place where its own message belongs. */
const tailLength = 8;

/** Returns the sent messages: those that haven't failed and aren't still being sent. */
function settled(chat: ChatView): PageMessage[] {
  return chat.messages.filter((message) => !message.isFailed && !message.isSending);
}

export function tailOf(chat: ChatView): string[] {
  return settled(chat).map(markOf).slice(-tailLength);
}

/**
 * Where the remembered messages (the tail) were found: from index `start` up to, but not including, `end`. `isPart`: only the end of the
 * tail is visible.
 */
type Place = { start: number; end: number; marks: readonly string[]; isPart: boolean };

function matchesAt(messages: readonly PageMessage[], marks: readonly string[], start: number): boolean {
  return marks.every((mark, index) => {
    const message = messages[start + index];
    return message !== undefined && isMarkOf(mark, message);
  });
}

/**
 * Finds the tail in the messages. If the tail occurs more than once, returns its first occurrence, because wrongly treating a message as
 * sent does less harm than sending it twice.
 */
function placeOf(messages: readonly PageMessage[], tail: readonly string[]): Place | null {
  for (let start = 0; start + tail.length <= messages.length; start += 1) {
    if (matchesAt(messages, tail, start)) return { start, end: start + tail.length, marks: tail, isPart: false };
  }
  // If older messages aren't loaded, the list may begin in the middle of the tail.
  for (let length = Math.min(tail.length - 1, messages.length); length > 0; length -= 1) {
    const marks = tail.slice(-length);
    if (matchesAt(messages, marks, 0)) return { start: 0, end: length, marks, isPart: true };
  }
  return null;
}

function holds(message: PageMessage, text: string): boolean {
  return lettersOf(message.text) === lettersOf(text);
}

/**
 * Whether the agent's message may be among the messages that the agent recognized as the tail. A list that begins with the agent's message
 * may look like the end of the tail if a message in the tail has the same text.
 */
function mayContain(messages: readonly PageMessage[], { start, marks, isPart }: Place, text: string): boolean {
  return marks.some((mark, index) => {
    const message = messages[start + index];
    if (message === undefined || message.author === 'their' || !holds(message, text)) return false;
    return isPart || mayBeAnother(mark, message);
  });
}

/** Returns the messages that follow a remembered tail of the conversation, or null if the tail wasn't found. */
function messagesSince(tail: readonly string[], chat: ChatView): PageMessage[] | null {
  const messages = settled(chat);
  const place = placeOf(messages, tail);
  return place === null ? null : messages.slice(place.end);
}

/** Returns the messages that follow a remembered tail and have this text, except the other person's messages. */
export function copiesSince(tail: readonly string[], chat: ChatView, text: string): PageMessage[] {
  return (messagesSince(tail, chat) ?? []).filter((message) => message.author !== 'their' && holds(message, text));
}

/**
 * What follows the remembered tail of a conversation. `ours`: the agent's message. `differs`: a message that may be the agent's, displayed
 * differently. `author_unclear`: a message whose author isn't clear. `none`: none of these.
 */
export type Trace = 'ours' | 'differs' | 'author_unclear' | 'none';

/**
 * Returns what follows the remembered tail of a conversation, or null if the tail wasn't found or may contain the agent's message. A
 * message after the tail is the agent's if it has this text and is displayed as the account's own. Neither sign alone is enough. On
 * the real site, an incoming message without a link to its sender looked like the account's own, and the same text may be older or quoted.
 * A message without a visible author doesn't prove whether the agent's message was sent. A message with this text that seems to be by the
 * other person doesn't prove it either.
 */
export function traceSince(tail: readonly string[], chat: ChatView, text: string): Trace | null {
  const messages = settled(chat);
  const place = placeOf(messages, tail);
  if (place === null) return null;
  const newer = messages.slice(place.end);
  if (newer.some((message) => message.author === 'own' && holds(message, text))) return 'ours';
  if (newer.some((message) => message.author === 'own' || (message.author === 'their' && holds(message, text))))
    return 'differs';
  if (newer.some((message) => message.author === 'unknown')) return 'author_unclear';
  return mayContain(messages, place, text) ? null : 'none';
}

/** Whether the messages end with the remembered messages, or with as many of them as there is space for. */
function endsWith(messages: readonly PageMessage[], tail: readonly string[]): boolean {
  const marks = tail.slice(-messages.length);
  return messages.length === 0 || matchesAt(messages, marks, messages.length - marks.length);
}

/**
 * Whether the agent's message may have been sent although {@link traceSince} finds none. A conversation that was opened again may show only
 * its newest messages, and people write the same text more than once, so the visible messages may be newer than the agent's. Assumes that
 * the account has written nothing else since. Then only an empty conversation is proof, or a message by the account in a place where the
 * agent's message would have to be visible too.
 */
export function mayHide(tail: readonly string[], chat: ChatView, text: string): boolean {
  // A conversation shows at least its newest message. A failed message with this text is the agent's.
  if (chat.messages.length === 0 || countFailed(chat, text) > 0) return false;
  const messages = settled(chat);
  const isTheirsFrom = (start: number): boolean => messages.slice(start).every(({ author }) => author !== 'own');
  return (
    isTheirsFrom(0) ||
    messages.some(
      (message, index) =>
        message.author !== 'their' &&
        holds(message, text) &&
        endsWith(messages.slice(0, index), tail) &&
        isTheirsFrom(index + 1),
    )
  );
}

/** Counts the messages with this text, in any state. If the count has grown, the page may have added the agent's message. */
export function countText(chat: ChatView, text: string): number {
  return chat.messages.filter((message) => holds(message, text)).length;
}

export function countFailed(chat: ChatView, text: string): number {
  return chat.messages.filter((message) => message.isFailed && holds(message, text)).length;
}

/** Counts the messages that failed or are still being sent. */
export function countUnsettled(chat: ChatView): number {
  return chat.messages.filter((message) => message.isFailed || message.isSending).length;
}

/** Whether `tail` is the end of `whole`, as it is when the page shows less of the same history than before. */
export function isEndOf(tail: readonly string[], whole: readonly string[]): boolean {
  const end = whole.slice(whole.length - tail.length);
  return tail.length <= whole.length && tail.every((mark, index) => mark === end[index]);
}

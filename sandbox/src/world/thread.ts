import { randomBytes } from 'node:crypto';
import type { Message, Thread } from './world.types.ts';

interface NewMessage extends Partial<Omit<Message, 'id' | 'kind' | 'text'>> {
  kind: Message['kind'];
  text: string;
}

export function appendMessage(thread: Thread, message: NewMessage): Message {
  const now = Date.now();
  const stored: Message = {
    id: (thread.messages.at(-1)?.id ?? 0) + 1,
    messageId: newMessageId(),
    key: null,
    at: now,
    shownAt: now,
    settledAt: now,
    failedAt: null,
    ...message,
  };
  thread.messages.push(stored);
  return stored;
}

/** Creates a message ID in the site's format. */
export function newMessageId(): string {
  return `mid.$cAA${randomBytes(18).toString('base64url')}`;
}

export function hasFailed({ failedAt }: Message): boolean {
  return failedAt !== null && failedAt <= Date.now();
}

/** Shows the messages that stay hidden until the page is loaded again. */
export function revealHidden(thread: Thread): void {
  for (const message of thread.messages) message.shownAt ??= message.at;
}

export function visibleMessages(thread: Thread): Message[] {
  const now = Date.now();
  return thread.messages.filter((message) => message.shownAt !== null && message.shownAt <= now);
}

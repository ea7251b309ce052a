import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { recordActOf } from '../audit/audit.service.ts';
import type { Requester } from '../audit/audit.service.ts';
import {
  deleteContactMessage,
  insertContactMessage,
  markMailed,
  postponeMail,
  takeDueMessage,
} from './contact.store.ts';
import type { DueMessage, NewContactMessage } from './contact.store.ts';

export { triedDays } from './contact.store.ts';

export type ContactInbox = {
  receive: (message: NewContactMessage) => Promise<void>;
};

function mailOf(
  { id, created_at, name, email, message }: DueMessage,
  { to, from }: { to: string; from: string },
): Mail {
  return {
    to,
    messageId: `<contact-${id}.${Date.parse(created_at)}@${from.split('@').at(-1)}>`,
    replyTo: { name, address: email },
    subject: `Message from ${name}`,
    text: `${message}\n\n${name}\n${email}\n`,
  };
}

/** How often to check for messages that are due to be emailed. */
const lookEveryMs = 30_000;

/**
 * Stores visitors' messages. If a mail server is configured, also forwards them by email, in the background so that visitors
 * don't have to wait.
 */
export function createContactInbox(app: App): ContactInbox {
  const { mailer } = app;
  if (mailer === null) {
    return {
      receive: async (message) => {
        await insertContactMessage(app.db, message, { isMailed: false });
      },
    };
  }
  const { send, sender } = mailer;
  const to = app.config.mailTo ?? sender;
  let underway = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isClosing = false;

  async function forward(message: DueMessage): Promise<void> {
    try {
      await send(mailOf(message, { to, from: sender }));
      await markMailed(app.db, message.id);
    } catch (err) {
      app.log.error({ err, contactMessage: message.id }, 'a contact message could not be emailed yet');
      await postponeMail(app.db, message.id);
    }
  }

  async function forwardAll(): Promise<void> {
    for (;;) {
      const message = isClosing ? undefined : await takeDueMessage(app.db);
      if (message === undefined) return;
      await forward(message);
    }
  }

  /** Emails all due messages, including those that an earlier server process left unsent. */
  function forwardDue(): Promise<void> {
    underway = underway
      .then(forwardAll)
      .catch((err: unknown) => app.log.error({ err }, 'sending contact emails failed'));
    return underway;
  }

  app.http.addHook('onListen', async () => {
    timer = setInterval(() => void forwardDue(), lookEveryMs);
    void forwardDue();
  });
  app.http.addHook('onClose', async () => {
    isClosing = true;
    clearInterval(timer);
    await underway;
  });
  return {
    receive: async (message) => {
      await insertContactMessage(app.db, message, { isMailed: true });
      void forwardDue();
    },
  };
}

/** Deletes a message, even if it hasn't been emailed yet. */
export async function removeContactMessage(app: App, by: Requester, id: number): Promise<void> {
  await change(app, async (change) => {
    if (!(await deleteContactMessage(change.transaction, id))) throw notFound('Contact message');
    const subject = `contact message ${id}`;
    await recordActOf(change, by, { action: 'contact_message_deleted', userId: null, subject });
  });
}

import type { App } from '../../platform/app-context.ts';
import { createContactMail } from './contact.mail.ts';
import { insertContactMessage, markMailed, takeDueMessage } from './contact.store.ts';
import type { DueMessage, NewContactMessage } from './contact.store.ts';

export type ContactInbox = {
  receive: (message: NewContactMessage) => Promise<void>;
};

/** How often to look for messages that are due again. */
const lookEveryMs = 30_000;

/** Stores visitors' messages, and forwards them by mail if a mail server is set, without making visitors wait. */
export function createContactInbox(app: App): ContactInbox {
  const { smtpUrl, mailTo } = app.config;
  if (smtpUrl === null) {
    return {
      receive: async (message) => {
        await insertContactMessage(app.db, message, { isMailed: false });
      },
    };
  }
  const mail = createContactMail({ smtpUrl, mailTo });
  let underway = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isClosing = false;

  async function forward(message: DueMessage): Promise<void> {
    try {
      await mail.send(message);
      await markMailed(app.db, message.id);
    } catch (err) {
      app.log.error({ err, contactMessage: message.id }, 'a contact message could not be mailed yet');
    }
  }

  async function forwardAll(): Promise<void> {
    for (;;) {
      const message = isClosing ? undefined : await takeDueMessage(app.db);
      if (message === undefined) return;
      await forward(message);
    }
  }

  /** Mails what is due, including what an earlier process left behind. */
  function forwardDue(): Promise<void> {
    underway = underway.then(forwardAll).catch((err: unknown) => app.log.error({ err }, 'contact mail failed'));
    return underway;
  }

  app.http.addHook('onListen', async () => {
    timer = setInterval(() => void forwardDue(), lookEveryMs);
    void forwardDue();
  });
  app.http.addHook('onClose', async () => {
    isClosing = true;
    clearInterval(timer);
    mail.close();
    await underway;
  });
  return {
    receive: async (message) => {
      await insertContactMessage(app.db, message, { isMailed: true });
      void forwardDue();
    },
  };
}

import type { ContactMessage } from '@sandpiper/contract/contact';
import type { App } from '../../platform/app-context.ts';
import { createContactMail } from './contact.mail.ts';
import { insertContactMessage, markMailed } from './contact.store.ts';
import type { NewContactMessage } from './contact.store.ts';

export type ContactDesk = { receive: (message: NewContactMessage) => Promise<void> };

/** Keeps what visitors write, and forwards it by mail where a mail server is set, without making them wait for it. */
export function createContactDesk(app: App): ContactDesk {
  const { smtpUrl, mailTo } = app.config;
  const mail = smtpUrl === null ? null : createContactMail({ smtpUrl, mailTo });
  const underway = new Set<Promise<void>>();

  async function forward(message: ContactMessage): Promise<void> {
    try {
      await mail?.send(message);
      await markMailed(app.db, message.id);
    } catch (error) {
      app.log.error({ err: error, contactMessage: message.id }, 'a contact message could not be mailed');
    }
  }

  app.http.addHook('onClose', async () => {
    await Promise.all(underway);
    mail?.close();
  });

  return {
    receive: async (message) => {
      const stored = await insertContactMessage(app.db, message);
      if (mail === null) return;
      const forwarding = forward(stored).finally(() => underway.delete(forwarding));
      underway.add(forwarding);
    },
  };
}

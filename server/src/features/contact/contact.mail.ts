import { createTransport } from 'nodemailer';
import type { ContactMessage } from '@sandpiper/contract/contact';
import { productName } from '@sandpiper/contract/limits';

/** Forwards messages from the public page by mail. */
export type ContactMail = {
  send: (message: ContactMessage) => Promise<void>;
  close: () => void;
};

type Options = { smtpUrl: string; mailTo: string | null };

const patienceMs = 20_000;

export function createContactMail({ smtpUrl, mailTo }: Options): ContactMail {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  });
  const sender = senderOf(smtpUrl);
  return {
    send: async ({ name, email, message }) => {
      await transport.sendMail({
        from: { name: productName, address: sender },
        to: mailTo ?? sender,
        replyTo: { name, address: email },
        subject: `Message from ${name}`,
        text: `${message}\n\n${name}\n${email}\n`,
      });
    },
    close: () => transport.close(),
  };
}

/** The sender's address: the mail account's user name if it is an address, otherwise one at the mail server's host. */
function senderOf(smtpUrl: string): string {
  const { username, hostname } = new URL(smtpUrl);
  const account = decodeURIComponent(username);
  return account.includes('@') ? account : `${productName.toLowerCase()}@${hostname}`;
}

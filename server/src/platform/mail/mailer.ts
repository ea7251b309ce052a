import { createTransport } from 'nodemailer';
import { productName } from '@sandpiper/contract/limits';

/** A name and an address that are used as they are. In a string, nodemailer would look for several addresses. */
type Address = { name: string; address: string };

export type Mail = {
  /** A string can contain several addresses, so use it only for the operator's setting. */
  to: string | Address;
  subject: string;
  text: string;
  html?: string;
  replyTo?: Address;
  headers?: Record<string, string>;
  /** Every attempt uses the same ID, so that a mail program that receives the message twice can show it once. */
  messageId?: string;
};

/** Sends email through the operator's mail server. */
export type Mailer = {
  /** The email address that messages are sent from. */
  sender: string;
  send: (mail: Mail) => Promise<void>;
  close: () => void;
};

const patienceMs = 20_000;

/** Creates a mailer that sends from `from` or, if that is null, from an address derived from `smtpUrl`. */
export function createMailer(smtpUrl: string, from: string | null): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  });
  const sender = from ?? senderOf(smtpUrl);
  return {
    sender,
    send: async (mail) => {
      await transport.sendMail({ from: { name: productName, address: sender }, ...mail });
    },
    close: () => transport.close(),
  };
}

/** Decodes a part of an address. Like nodemailer, returns the part unchanged if a percent sign in it doesn't begin a valid code. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the sender's email address: the mail account's username if that is an address, otherwise an address at the mail server's host.
 */
function senderOf(smtpUrl: string): string {
  const { username, hostname } = new URL(smtpUrl);
  const account = decoded(username);
  return account.includes('@') ? account : `${productName.toLowerCase()}@${hostname}`;
}

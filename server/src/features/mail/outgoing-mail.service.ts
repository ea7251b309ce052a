import { z } from 'zod';
import type { App } from '../../platform/app-context.ts';
import type { Change } from '../../platform/change.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Mail, Mailer } from '../../platform/mail/mailer.ts';
import { mailContent } from '../../platform/secrets/sealed-owners.ts';
import type { Letter } from './letter.service.ts';
import { noteNoticesMailed } from './mail-address.store.ts';
import {
  deleteMail,
  findContactMessage,
  insertForward,
  insertMail,
  lockMails,
  postponeMail,
  takeDueMail,
  updateMail,
} from './outgoing-mail.store.ts';
import type { OutgoingMail, Purpose } from './outgoing-mail.store.ts';

export { deleteMails, noticePurposes } from './outgoing-mail.store.ts';

/** How often a process checks for emails to send. */
const lookEveryMs = 5_000;

/**
 * Lists the settings that are still needed to email users. Links in emails need PUBLIC_URL, because a request's host name can be forged.
 */
export function missingMailSettings(app: App): string[] {
  const { smtpUrl, publicUrl } = app.config;
  return [...(smtpUrl === null ? ['SMTP_URL'] : []), ...(publicUrl === null ? ['PUBLIC_URL'] : [])];
}

export function canMail(app: App): boolean {
  return missingMailSettings(app).length === 0;
}

/** Returns a link to a page in the web app. */
export function publicLink({ config }: App, path: string): string {
  return `${config.publicUrl ?? ''}${path}`;
}

const contentSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()).default({}),
});

type NewMail = Letter & { purpose: Purpose; to: string };

/** Stores an email in the transaction of the change that causes it. After the commit, a process that is set up to send email sends it. */
export async function queueMail(
  { app, transaction }: Change,
  userId: number,
  { purpose, ...content }: NewMail,
): Promise<void> {
  const sealed = app.secrets.seal(JSON.stringify(content), mailContent(userId));
  await insertMail(transaction, { user_id: userId, purpose, sealed });
}

/**
 * Queues a visitor's message to be forwarded to the operator if a mail server is configured. Deleting the message also removes it from the
 * queue.
 */
export async function queueContactMessage(app: App, transaction: Transaction, id: number): Promise<void> {
  if (app.mailer !== null) await insertForward(transaction, id);
}

/** Changes the text of the user's unsent notice emails. */
export async function replaceInNotices(
  { app, transaction }: Change,
  userId: number,
  replace: (text: string) => string,
): Promise<void> {
  for (const { id, sealed } of await lockMails(transaction, userId, 'notices')) {
    const content = unsealed(app, userId, sealed);
    const { subject, text, html } = content;
    const replaced = { ...content, subject: replace(subject), text: replace(text), html: replace(html) };
    await updateMail(transaction, id, app.secrets.seal(JSON.stringify(replaced), mailContent(userId)));
  }
}

function unsealed(app: App, userId: number, sealed: Buffer) {
  return contentSchema.parse(JSON.parse(app.secrets.open(sealed, mailContent(userId))));
}

/** Sends all emails that are due, one after another. Drops those that are too old. */
export async function sendDueMails(app: App, isStopped: () => boolean = () => false): Promise<void> {
  const { mailer } = app;
  if (mailer === null) return;
  while (!isStopped()) {
    const mail = await takeDueMail(app.db);
    if (mail === undefined) return;
    await send(app, mailer, mail);
  }
}

async function send(app: App, mailer: Mailer, mail: OutgoingMail): Promise<void> {
  const { id, purpose, user_id: user, contact_message_id: contactMessage, attempts } = mail;
  const what = { mail: id, purpose, user, contactMessage, attempts };
  if (mail.is_outdated) {
    await deleteMail(app.db, id);
    app.log.error(what, 'an email could not be sent in time and was dropped');
    return;
  }
  try {
    await mailer.send({ ...(await contentOf(app, mailer, mail)), messageId: messageIdOf(mailer, mail) });
  } catch (err) {
    await postponeMail(app.db, id);
    app.log.error({ err, ...what }, 'an email could not be sent yet');
    return;
  }
  await deleteMail(app.db, id);
  if (purpose === 'notices' && user !== null) await noteNoticesMailed(app.db, user);
}

async function contentOf(app: App, { sender }: Mailer, mail: OutgoingMail): Promise<Mail> {
  if (mail.user_id !== null && mail.sealed !== null) {
    const { to, headers, ...content } = unsealed(app, mail.user_id, mail.sealed);
    return { ...content, to: { name: '', address: to }, headers: { 'Auto-Submitted': 'auto-generated', ...headers } };
  }
  const { name, email, message } = await findContactMessage(app.db, mail.contact_message_id ?? 0);
  return {
    to: app.config.mailTo ?? sender,
    replyTo: { name, address: email },
    subject: `Message from ${name}`,
    text: `${message}\n\n${name}\n${email}\n`,
  };
}

function messageIdOf({ sender }: Mailer, { id, created_at }: OutgoingMail): string {
  return `<${id}.${Date.parse(created_at)}@${sender.split('@').at(-1)}>`;
}

/** Sends emails periodically while the server is listening. */
export function startMailing(app: App): void {
  if (app.mailer === null) return;
  let underway = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isClosing = false;
  const look = () => {
    underway = sendDueMails(app, () => isClosing)
      .catch((err: unknown) => app.log.error({ err }, 'sending emails failed'))
      .then(() => {
        if (!isClosing) timer = setTimeout(look, lookEveryMs);
      });
  };
  app.http.addHook('onListen', async () => look());
  app.http.addHook('onClose', async () => {
    isClosing = true;
    clearTimeout(timer);
    await underway;
  });
}

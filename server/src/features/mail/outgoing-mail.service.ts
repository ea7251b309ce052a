import { z } from 'zod';
import type { App } from '../../platform/app-context.ts';
import type { Change } from '../../platform/change.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { mailContent } from '../../platform/secrets/sealed-owners.ts';
import type { Letter } from './letter.service.ts';
import { noteNoticesMailed } from './mail-address.store.ts';
import { deleteMail, insertMail, lockMails, postponeMail, takeDueMail, updateMail } from './outgoing-mail.store.ts';
import type { OutgoingMail, Purpose } from './outgoing-mail.store.ts';

export { deleteMails } from './outgoing-mail.store.ts';

/** How often a process checks for emails to send. */
const lookEveryMs = 5_000;

/** Lists the settings that are still needed to send email. Links in emails need PUBLIC_URL, because a request's host name can be forged. */
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

/** Changes the text of the user's unsent notice emails. */
export async function replaceInNotices(
  { app, transaction }: Change,
  userId: number,
  replace: (text: string) => string,
): Promise<void> {
  for (const { sealed, ...mail } of await lockMails(transaction, userId, 'notices')) {
    const content = contentSchema.parse(JSON.parse(app.secrets.open(sealed, mailContent(userId))));
    const { subject, text, html } = content;
    const replaced = { ...content, subject: replace(subject), text: replace(text), html: replace(html) };
    await updateMail(transaction, { ...mail, sealed: app.secrets.seal(JSON.stringify(replaced), mailContent(userId)) });
  }
}

/** Sends all emails that are due, one after another. Drops those that are too old. */
export async function sendDueMails(app: App, isStopped: () => boolean = () => false): Promise<void> {
  const { mailer } = app;
  if (mailer === null || !canMail(app)) return;
  while (!isStopped()) {
    const mail = await takeDueMail(app.db);
    if (mail === undefined) return;
    await send(app, mailer, mail);
  }
}

async function send(app: App, mailer: Mailer, mail: OutgoingMail): Promise<void> {
  const what = { mail: mail.id, purpose: mail.purpose, user: mail.user_id, attempts: mail.attempts };
  if (mail.is_outdated) {
    await deleteMail(app.db, mail);
    app.log.error(what, 'an email could not be sent in time and was dropped');
    return;
  }
  try {
    const { headers, ...content } = contentSchema.parse(
      JSON.parse(app.secrets.open(mail.sealed, mailContent(mail.user_id))),
    );
    await mailer.send({
      ...content,
      headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      messageId: messageIdOf(app, mail),
    });
  } catch (err) {
    await postponeMail(app.db, mail);
    app.log.error({ err, ...what }, 'an email could not be sent yet');
    return;
  }
  await deleteMail(app.db, mail);
  if (mail.purpose === 'notices') await noteNoticesMailed(app.db, mail.user_id);
}

function messageIdOf({ config }: App, { id, created_at }: OutgoingMail): string {
  const host = URL.parse(config.publicUrl ?? '')?.hostname ?? 'localhost';
  return `<${id}.${Date.parse(created_at)}@${host}>`;
}

/** Sends emails periodically while the server is listening. */
export function startMailing(app: App): void {
  if (!canMail(app)) return;
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

import { noticeKinds } from '@sandpiper/contract/notice-kinds';
import type { App } from '../../platform/app-context.ts';
import { attemptEach } from '../../platform/attempt-each.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { confirmedAddressOf } from '../mail/mail-address.service.ts';
import { canMail, deleteMails, noticePurposes, publicLink, queueMail } from '../mail/outgoing-mail.service.ts';
import { noticesLetter } from './notice-letter.ts';
import { listDueReaders, lockReader, takeDueNotices } from './notice-mail.store.ts';
import { updateSwitches } from './notice-switches.store.ts';

const tokenOwner = 'unsubscribe links';

/** This text is also shown if the link was created with a key that the server no longer has. */
const unusableLink =
  'This link is incomplete or too old. Open the one in a newer email, or turn off emails in Settings.';

/** Queues emails with new notices, at most one per user every 15 minutes, plus one about the user's deletion. */
export async function writeNoticeMails(app: App): Promise<void> {
  if (!canMail(app)) return;
  await attemptEach(app, await listDueReaders(app.db), {
    work: (userId) => change(app, (change) => writeNoticeMail(change, userId)),
    failure: 'an email with notices could not be written',
    identify: (user) => ({ user }),
  });
}

async function writeNoticeMail(change: Change, userId: number): Promise<void> {
  const { app, transaction } = change;
  const to = await lockReader(transaction, userId);
  if (to === undefined) return;
  const due = await takeDueNotices(transaction, userId);
  for (const purpose of noticePurposes) {
    const notices = due.filter(({ kind }) => (kind === 'deletion_asked') === (purpose === 'deletion_asked'));
    if (notices.length === 0) continue;
    const letter = noticesLetter(
      notices.map(({ title, message, path }) => ({ title, message, url: publicLink(app, path) })),
      { settingsUrl: publicLink(app, '/settings'), unsubscribeUrl: unsubscribeUrl(app, userId, to) },
    );
    await queueMail(change, userId, { purpose, to, ...letter });
  }
}

/**
 * Builds an unsubscribe link that works without signing in. Its token is sealed with the server's key, so only the server can create one.
 */
function unsubscribeUrl(app: App, userId: number, address: string): string {
  const token = app.secrets.seal(`${userId} ${address}`, tokenOwner).toString('base64url');
  return publicLink(app, `/unsubscribe?token=${token}`);
}

function readerOf(app: App, token: string): { userId: number; address: string } {
  try {
    const [id = '', address = ''] = app.secrets.open(Buffer.from(token, 'base64url'), tokenOwner).split(' ');
    return { userId: Number(id), address };
  } catch (cause) {
    app.log.debug({ err: cause }, 'an unsubscribe link could not be read');
    throw new AppError('malformed_request', unusableLink);
  }
}

/**
 * Turns off emails for every kind of notice and deletes the user's unsent ones. Does nothing if the link was sent to an address that the
 * user has since replaced or removed.
 */
export async function unsubscribe(app: App, token: string): Promise<void> {
  const { userId, address } = readerOf(app, token);
  await change(app, async ({ transaction }) => {
    if ((await confirmedAddressOf(transaction, userId)) !== address) return;
    await updateSwitches(transaction, userId, noticeKinds, { mail: false });
    await deleteMails(transaction, userId, noticePurposes);
  });
}

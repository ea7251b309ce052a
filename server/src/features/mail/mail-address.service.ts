import { productName } from '@sandpiper/contract/limits';
import type { MailAddress } from '@sandpiper/contract/mail-address';
import type { Person } from '../../platform/access/person.ts';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { AttemptLimit } from '../../platform/http/attempt-limit.ts';
import { subscriberOf } from '../../platform/http/network.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import { mailboxKey } from '../../platform/mail/mailbox-key.ts';
import { recordActOf, recordAudit } from '../audit/audit.service.ts';
import type { AuditSource, Requester } from '../audit/audit.service.ts';
import { notifyAddressChanged } from '../notices/notices.service.ts';
import { endResetLinkOf } from '../password-reset/reset-links.service.ts';
import { letterOf } from './letter.service.ts';
import type { Letter } from './letter.service.ts';
import { confirmWithToken, deleteMailAddress, findMailAddress, upsertMailAddress } from './mail-address.store.ts';
import {
  canMail,
  deleteMails,
  missingMailSettings,
  noticePurposes,
  publicLink,
  queueMail,
} from './outgoing-mail.service.ts';

const hour = 3600;
const quarterHour = 15 * 60;

export type MailAddressLimits = { byUser: AttemptLimit; byAddress: AttemptLimit; confirmations: AttemptLimit };

/** Creates the rate limits that keep anyone from flooding someone else's mailbox, or from guessing tokens. */
export function createMailAddressLimits(app: App): MailAddressLimits {
  return {
    byUser: new AttemptLimit(app, { name: 'mail addresses', limit: 5, windowSeconds: hour }),
    byAddress: new AttemptLimit(app, { name: 'mails to an address', limit: 5, windowSeconds: hour }),
    confirmations: new AttemptLimit(app, { name: 'confirmations', limit: 50, windowSeconds: quarterHour }),
  };
}

export async function getMailAddress(app: App, user: Person): Promise<MailAddress> {
  const known = await findMailAddress(app.db, user.id);
  return {
    address: known?.address ?? null,
    is_confirmed: known !== undefined && known.confirmed_at !== null,
    is_mail_set_up: canMail(app),
    missing_settings: user.role === 'admin' ? missingMailSettings(app) : [],
  };
}

/** Returns a user's confirmed email address, or null if there is none. */
export async function confirmedAddressOf(db: Database, userId: number): Promise<string | null> {
  const known = await findMailAddress(db, userId);
  return known === undefined || known.confirmed_at === null ? null : known.address;
}

const tooMany = 'You have already requested several emails.';

/**
 * Sets the user's email address and emails a confirmation link to it, unless the address is already confirmed. An unconfirmed address gets
 * no other emails.
 */
export async function setMailAddress(
  app: App,
  limits: MailAddressLimits,
  by: Requester & { user: Person },
  address: string,
): Promise<MailAddress> {
  const { user } = by;
  if (!canMail(app)) throw new AppError('invalid_state', "This server doesn't send email.");
  if ((await confirmedAddressOf(app.db, user.id)) === address) return getMailAddress(app, user);
  await limits.byUser.take(String(user.id), tooMany);
  await limits.byAddress.take(mailboxKey(address), tooMany);
  const token = newToken('mail');
  await change(app, async (change) => {
    await deleteMails(change.transaction, user.id, ['confirm_address', ...noticePurposes]);
    await endResetLinkOf(change.transaction, user.id);
    await notifyLostAddress(change, by);
    await recordActOf(change, by, { action: 'mail_address_entered' });
    await upsertMailAddress(change.transaction, user.id, { address, tokenHash: hashToken(token) });
    const letter = confirmationLetter(publicLink(app, `/confirm-address?token=${token}`));
    await queueMail(change, user.id, { purpose: 'confirm_address', to: address, ...letter });
  });
  return getMailAddress(app, user);
}

/** The email doesn't contain the username, because someone could choose a username that advertises something to strangers. */
function confirmationLetter(url: string): Letter {
  return letterOf({
    subject: 'Confirm your email address',
    sections: [
      {
        title: 'Confirm your email address',
        paragraphs: [
          `Someone entered this address in ${productName}. If it was you, open this link within 24 hours of entering the address:`,
        ],
        link: { label: 'Confirm this address', url },
      },
    ],
    footer: [
      {
        text: `If it wasn’t you, ignore this email. ${productName} sends nothing else until the address is confirmed.`,
      },
    ],
  });
}

export async function removeMailAddress(app: App, by: Requester): Promise<void> {
  await change(app, async (change) => {
    const { transaction } = change;
    const { id } = by.user;
    await deleteMails(transaction, id, ['confirm_address', ...noticePurposes]);
    await endResetLinkOf(transaction, id);
    await notifyLostAddress(change, by);
    if (await deleteMailAddress(transaction, id)) await recordActOf(change, by, { action: 'mail_address_removed' });
  });
}

/** Notifies a user whose confirmed email address is about to be replaced or removed. */
async function notifyLostAddress(change: Change, { user, request }: Requester): Promise<void> {
  const earlier = await confirmedAddressOf(change.transaction, user.id);
  if (earlier !== null) await notifyAddressChanged(change, user.id, { earlier, from: request.ip });
}

/** Confirms the email address that the token was sent to, and returns the address. */
export async function confirmMailAddress(
  app: App,
  limits: MailAddressLimits,
  request: AuditSource,
  token: string,
): Promise<string> {
  await limits.confirmations.take(subscriberOf(request.ip), 'Too many attempts.');
  const confirmed = await change(app, async (change) => {
    const row = await confirmWithToken(change.transaction, hashToken(token));
    if (row === undefined) return undefined;
    const userId = row.user_id;
    await recordAudit(change, { action: 'mail_address_confirmed', userId, by: { kind: 'visitor' }, request });
    return row;
  });
  if (confirmed === undefined) {
    const text =
      'This link has already been used, has expired, or has been replaced by a newer one. You can get a new one in Settings.';
    throw new AppError('expired_code', text);
  }
  return confirmed.address;
}

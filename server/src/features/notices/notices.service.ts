import { randomUUID } from 'node:crypto';
import type { App } from '../../platform/app-context.ts';
import type { Change } from '../../platform/change.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { canMail, deleteMails, publicLink, queueMail } from '../mail/outgoing-mail.service.ts';
import { addressChangedLetter } from './notice-letter.ts';
import {
  accountHeldText,
  campaignEndedText,
  campaignPausedText,
  importEndedText,
  startMissedText,
  ticketAnsweredText,
  ticketPath,
  unreadRepliesText,
} from './notice-texts.ts';
import type { EndedCampaign, EndedImport, HeldAccount, NoticeText, UnreadAccount } from './notice-texts.ts';
import {
  deletionAskedText,
  exportReadyText,
  newComputerText,
  newSignInText,
  securityChangeText,
} from './user-account-texts.ts';
import type { SecurityChange } from './user-account-texts.ts';
import {
  countUnread,
  deleteNotices,
  deleteUnread,
  insertNotice,
  listNotices,
  markAllRead,
  markRead,
  markReadWithPath,
  stopMailingNotices,
} from './notices.store.ts';

/**
 * Writes a notice in the transaction of the change that causes it, and shows it in the user's browsers after the commit. For a state that
 * is checked repeatedly, pass an `occurrence` that identifies the state, so that it causes only one notice. The default is random,
 * which suits events that happen only once.
 */
export async function writeNotice(
  { app, transaction, afterCommit }: Change,
  userId: number,
  { occurrence = randomUUID(), ...text }: NoticeText & { occurrence?: string },
): Promise<void> {
  const written = await insertNotice(transaction, userId, { ...text, occurrence, canMail: canMail(app) });
  if (written === undefined) return;
  const { id, is_for_browser } = written;
  const { title, message, path } = text;
  afterCommit(() => app.events.toUser(userId, 'notice', { id, title, message, path, is_for_browser }));
}

export function notifyAccountHeld(change: Change, userId: number, held: HeldAccount): Promise<void> {
  return writeNotice(change, userId, accountHeldText(held));
}

type OwnedCampaign = { user_id: number; id: number; name: string };

/** Notifies the user that a campaign was paused. Don't call this for a campaign that its user paused. */
export function notifyCampaignPaused(
  change: Change,
  campaign: OwnedCampaign,
  reason: { text: string; action: string | null },
): Promise<void> {
  return writeNotice(change, campaign.user_id, campaignPausedText(campaign, reason));
}

export function notifyStartMissed(change: Change, campaign: OwnedCampaign & { problem: string }): Promise<void> {
  return writeNotice(change, campaign.user_id, startMissedText(campaign));
}

/** Notifies the user that a campaign has ended. Don't call this for a campaign that its user stopped. */
export function notifyCampaignEnded(change: Change, campaign: { user_id: number } & EndedCampaign): Promise<void> {
  return writeNotice(change, campaign.user_id, campaignEndedText(campaign));
}

/** Notifies the user that an import or its undo has ended. Don't call this for an import that its user stopped. */
export function notifyImportEnded(change: Change, ended: { user_id: number } & EndedImport): Promise<void> {
  return writeNotice(change, ended.user_id, importEndedText(ended));
}

type OwnedTicket = { user_id: number; id: number; ticket_number: string; subject: string };

/**
 * Notifies the user of a reply to a ticket. Replaces the unread notice about an earlier reply. The caller must have locked the ticket.
 */
export async function notifyTicketAnswered(change: Change, ticket: OwnedTicket): Promise<void> {
  const text = ticketAnsweredText(ticket);
  await deleteUnread(change.transaction, ticket.user_id, text);
  await writeNotice(change, ticket.user_id, text);
}

/** Notifies the user of new unread replies. Replaces the unread notice about earlier ones. */
export async function notifyUnreadReplies(
  change: Change,
  userId: number,
  accounts: readonly UnreadAccount[],
): Promise<void> {
  if (accounts.length === 0) return;
  const text = unreadRepliesText(accounts);
  await deleteUnread(change.transaction, userId, text);
  await writeNotice(change, userId, text);
}

export function notifyNewSignIn(
  change: Change,
  userId: number,
  signIn: { browser: string | null; address: string },
): Promise<void> {
  return writeNotice(change, userId, newSignInText(signIn));
}

/** Notifies a user of a change to how they sign in. */
export function notifySecurityChange(
  change: Change,
  userId: number,
  { what, address }: { what: SecurityChange; address: string },
): Promise<void> {
  return writeNotice(change, userId, securityChangeText(what, address));
}

/**
 * Notifies a user that their confirmed email address is being changed or removed, and emails this to the earlier address, because otherwise
 * someone who took over the user account could keep it secret. The user can't switch this email off. The new address doesn't get notices
 * that were waiting to be emailed to the earlier one. `from` is the IP address of the request.
 */
export async function notifyAddressChanged(
  change: Change,
  userId: number,
  { earlier, from }: { earlier: string; from: string },
): Promise<void> {
  const text = securityChangeText('mail_address_changed', from);
  await writeNotice(change, userId, text);
  await stopMailingNotices(change.transaction, userId);
  if (!canMail(change.app)) return;
  const letter = addressChangedLetter({ ...text, url: publicLink(change.app, text.path) });
  await queueMail(change, userId, { purpose: 'address_changed', to: earlier, ...letter });
}

/** Notifies a user that an agent token was created. A computer with this token can send messages as the user. */
export function notifyNewComputer(
  change: Change,
  userId: number,
  computer: { name: string; address: string },
): Promise<void> {
  return writeNotice(change, userId, newComputerText(computer));
}

export function notifyExportReady(change: Change, userId: number): Promise<void> {
  return writeNotice(change, userId, exportReadyText());
}

export function notifyDeletionAsked(change: Change, userId: number, dueAt: string): Promise<void> {
  return writeNotice(change, userId, deletionAskedText(dueAt));
}

/** Removes the notice that the user account will be deleted, and its unsent email, because the user has canceled the deletion. */
export async function withdrawDeletionNotice(change: Change, userId: number): Promise<void> {
  await deleteNotices(change.transaction, userId, 'deletion_asked');
  await deleteMails(change.transaction, userId, ['deletion_asked']);
  change.afterCommit(() => change.app.events.toUser(userId, 'notices_read'));
}

export async function listNoticesOf(app: App, userId: number, page: { limit: number; offset: number }) {
  const { notices, total } = await listNotices(app.db, userId, page);
  return { notices, total, unread_count: await countUnread(app.db, userId) };
}

export async function readNotice(app: App, userId: number, id: number): Promise<void> {
  if (!(await markRead(app.db, userId, id))) throw notFound('Notice');
  app.events.toUser(userId, 'notices_read');
}

export async function readAllNotices(app: App, userId: number, upTo: number): Promise<void> {
  await markAllRead(app.db, userId, upTo);
  app.events.toUser(userId, 'notices_read');
}

/** Marks the notice about replies to a ticket as read, because the user has read the replies. */
export async function readTicketNotices(
  { app, transaction, afterCommit }: Change,
  { user_id: userId, id }: Pick<OwnedTicket, 'user_id' | 'id'>,
): Promise<void> {
  const isAnyRead = await markReadWithPath(transaction, userId, ticketPath(id));
  if (isAnyRead) afterCommit(() => app.events.toUser(userId, 'notices_read'));
}

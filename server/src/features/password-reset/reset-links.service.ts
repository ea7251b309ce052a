import type { App } from '../../platform/app-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { dropMails } from '../mail/outgoing-mail.service.ts';
import { deleteExpiredResetLinks, deleteResetLinkOf } from './reset-links.store.ts';

/** The link that a user was mailed stops working. */
export async function endResetLinkOf(transaction: Transaction, userId: number): Promise<void> {
  await deleteResetLinkOf(transaction, userId);
  await dropMails(transaction, userId, ['reset_password']);
}

/** Removes links that have expired. Nothing accepts them anyway. */
export function dropExpiredResetLinks(app: App): Promise<void> {
  return deleteExpiredResetLinks(app.db);
}

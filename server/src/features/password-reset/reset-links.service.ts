import type { App } from '../../platform/app-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { dropMails } from '../mail/outgoing-mail.service.ts';
import { deleteExpiredResetLinks, deleteResetLinkOf } from './reset-links.store.ts';

/** Deletes a user's reset link, and its email if that hasn't been sent yet. */
export async function endResetLinkOf(transaction: Transaction, userId: number): Promise<void> {
  await deleteResetLinkOf(transaction, userId);
  await dropMails(transaction, userId, ['reset_password']);
}

/** Deletes expired links, which no longer work anyway. */
export function dropExpiredResetLinks(app: App): Promise<void> {
  return deleteExpiredResetLinks(app.db);
}

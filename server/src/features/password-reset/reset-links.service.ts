import type { App } from '../../platform/app-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { dropMails } from '../mail/outgoing-mail.service.ts';
import { deleteExpiredResetLinks, deleteResetLinkOf } from './reset-links.store.ts';

/** Invalidates the link that was emailed to a user. */
export async function endResetLinkOf(transaction: Transaction, userId: number): Promise<void> {
  await deleteResetLinkOf(transaction, userId);
  await dropMails(transaction, userId, ['reset_password']);
}

/** Deletes expired links. They don't work anymore anyway. */
export function dropExpiredResetLinks(app: App): Promise<void> {
  return deleteExpiredResetLinks(app.db);
}

import type { Transaction } from '../../platform/database/database.ts';
import { deleteMails } from '../mail/outgoing-mail.service.ts';
import { deleteResetLinkOf } from './reset-links.store.ts';

export { deleteExpiredResetLinks } from './reset-links.store.ts';

/** Deletes a user's reset link, and the email with the link if that email hasn't been sent yet. */
export async function endResetLinkOf(transaction: Transaction, userId: number): Promise<void> {
  await deleteResetLinkOf(transaction, userId);
  await deleteMails(transaction, userId, ['reset_password']);
}

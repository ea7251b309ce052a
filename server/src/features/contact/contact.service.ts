import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { transact } from '../../platform/database/transact.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { recordActOf } from '../audit/audit.service.ts';
import type { Requester } from '../audit/audit.service.ts';
import { queueContactMessage } from '../mail/outgoing-mail.service.ts';
import { deleteContactMessage, insertContactMessage } from './contact.store.ts';
import type { NewContactMessage } from './contact.store.ts';

/** Stores a visitor's message. If a mail server is configured, the message is also forwarded by email in the background. */
export async function receiveMessage(app: App, message: NewContactMessage): Promise<void> {
  await transact(app.db, async (transaction) => {
    await queueContactMessage(app, transaction, await insertContactMessage(transaction, message));
  });
}

/** Deletes a message. If the message hasn't been forwarded by email yet, it won't be. */
export async function removeContactMessage(app: App, by: Requester, id: number): Promise<void> {
  await change(app, async (change) => {
    if (!(await deleteContactMessage(change.transaction, id))) throw notFound('Contact message');
    const subject = `contact message ${id}`;
    await recordActOf(change, by, { action: 'contact_message_deleted', userId: null, subject });
  });
}

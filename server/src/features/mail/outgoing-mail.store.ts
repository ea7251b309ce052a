import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';

/** Purposes of emails to users. */
export type Purpose = 'confirm_address' | 'notices' | 'deletion_asked' | 'reset_password' | 'address_changed';
/** Purposes of emails that contain notices. The one about the user's deletion has its own email, which is deleted if they cancel. */
export const noticePurposes = ['notices', 'deletion_asked'] as const satisfies readonly Purpose[];
/** An email to a user has `user_id` and `sealed`. A contact message to forward has `contact_message_id` instead. */
export type OutgoingMail = {
  id: number;
  purpose: Purpose | 'contact_message';
  user_id: number | null;
  sealed: Buffer | null;
  contact_message_id: number | null;
  attempts: number;
  created_at: string;
  is_outdated: boolean;
};

/**
 * How long a process leases an email. The lease is longer than any attempt to send the email can take. Until it expires, no other process
 * sends the email.
 */
const leaseSeconds = 600;
/**
 * SQL condition that matches emails that are too old to be sent: the password reset link has expired, or the email has waited for a day
 * (three days for a contact message).
 */
const isOutdated = sql<boolean>`created_at <= ${now} - CASE purpose
  WHEN 'reset_password' THEN interval '30 minutes' WHEN 'contact_message' THEN interval '3 days' ELSE interval '1 day' END`;

export async function insertMail(
  transaction: Transaction,
  mail: { user_id: number; purpose: Purpose; sealed: Buffer },
): Promise<void> {
  await transaction.insertInto('outgoing_mails').values(mail).execute();
}

/** Queues a contact message to be forwarded. */
export async function insertForward(transaction: Transaction, contactMessageId: number): Promise<void> {
  const values = { purpose: 'contact_message', contact_message_id: contactMessageId } as const;
  await transaction.insertInto('outgoing_mails').values(values).execute();
}

export function findContactMessage(db: Database, id: number) {
  return db
    .selectFrom('contact_messages')
    .select(['name', 'email', 'message'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Deletes the user's unsent emails for these purposes. */
export async function deleteMails(
  transaction: Transaction,
  userId: number,
  purposes: readonly Purpose[],
): Promise<void> {
  await transaction
    .deleteFrom('outgoing_mails')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .execute();
}

/** Lists and locks a user's unsent emails for this purpose. */
export function lockMails(transaction: Transaction, userId: number, purpose: Purpose) {
  return transaction
    .selectFrom('outgoing_mails')
    .select(['id', 'sealed'])
    .$narrowType<{ sealed: Buffer }>()
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function updateMail(transaction: Transaction, id: number, sealed: Buffer): Promise<void> {
  await transaction.updateTable('outgoing_mails').set({ sealed }).where('id', '=', id).execute();
}

/** Leases the next due email to the calling process. */
export function takeDueMail(db: Database): Promise<OutgoingMail | undefined> {
  return db
    .updateTable('outgoing_mails')
    .set({ attempts: sql<number>`attempts + 1`, due_at: secondsFromNow(leaseSeconds) })
    .where('id', '=', (query) =>
      query
        .selectFrom('outgoing_mails')
        .select('id')
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'purpose', 'user_id', 'sealed', 'contact_message_id', 'attempts', 'created_at'])
    .returning(isOutdated.as('is_outdated'))
    .executeTakeFirst();
}

export async function deleteMail(db: Database, id: number): Promise<void> {
  await db.deleteFrom('outgoing_mails').where('id', '=', id).execute();
}

/**
 * Schedules a retry of an email that couldn't be sent. The first delay is two minutes, and it doubles with each attempt, up to four hours.
 */
export async function postponeMail(db: Database, id: number): Promise<void> {
  const delay = sql`least(interval '1 minute' * 2 ^ least(attempts, 10), interval '4 hours')`;
  await db
    .updateTable('outgoing_mails')
    .set({ due_at: sql<string>`${now} + ${delay}` })
    .where('id', '=', id)
    .execute();
}

import { sql } from 'kysely';
import type { ContactMessage } from '@sandpiper/contract/contact';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { containsPattern, daysFromNow, now, secondsFromNow } from '../../platform/database/expressions.ts';

const columns = ['id', 'name', 'email', 'message', 'created_at'] as const;

export type NewContactMessage = { name: string; email: string; message: string };
type Page = { search?: string | undefined; limit: number; offset: number };

/** Stores a message. If `isMailed` is true, the first attempt to email it is due immediately. */
export async function insertContactMessage(
  db: Database,
  message: NewContactMessage,
  { isMailed }: { isMailed: boolean },
): Promise<void> {
  await db
    .insertInto('contact_messages')
    .values({ ...message, mail_due_at: isMailed ? now : null })
    .execute();
}

export type DueMessage = ContactMessage;

/** For how many days the server tries to email a message. After that, administrators still see the message on the Support page. */
export const triedDays = 3;

/**
 * How long a process leases a message. The lease is longer than any attempt to email the message can take. Until it expires, no other
 * process emails the message.
 */
const leaseSeconds = 600;

/** Leases the next due message to the calling process. */
export async function takeDueMessage(db: Database): Promise<DueMessage | undefined> {
  return db
    .updateTable('contact_messages')
    .set({
      mail_attempts: sql<number>`mail_attempts + 1`,
      mail_due_at: secondsFromNow(leaseSeconds),
    })
    .where('id', '=', (query) =>
      query
        .selectFrom('contact_messages')
        .select('id')
        .where('mail_due_at', '<=', now)
        .where('created_at', '>', daysFromNow(-triedDays))
        .orderBy('mail_due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(columns)
    .executeTakeFirst();
}

/**
 * Schedules a retry of a message that couldn't be emailed. The first delay is two minutes, and it doubles with each attempt, up to four
 * hours.
 */
export async function postponeMail(db: Database, id: number): Promise<void> {
  const delay = sql`least(interval '1 minute' * 2 ^ least(mail_attempts, 10), interval '4 hours')`;
  await db
    .updateTable('contact_messages')
    .set({ mail_due_at: sql<string>`${now} + ${delay}` })
    .where('id', '=', id)
    .where('mailed_at', 'is', null)
    .execute();
}

export async function markMailed(db: Database, id: number): Promise<void> {
  await db.updateTable('contact_messages').set({ mailed_at: now, mail_due_at: null }).where('id', '=', id).execute();
}

/** Lists a page of matching messages, newest first, and counts all matches. */
export async function listContactMessages(db: Database, { search, limit, offset }: Page) {
  const matching = db.selectFrom('contact_messages').$if(search !== undefined && search !== '', (query) =>
    query.where(({ or, eb }) => {
      const pattern = containsPattern(search ?? '');
      return or([eb('name', 'ilike', pattern), eb('email', 'ilike', pattern), eb('message', 'ilike', pattern)]);
    }),
  );
  const messages = await matching.select(columns).orderBy('id', 'desc').limit(limit).offset(offset).execute();
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { messages, total };
}

/** Deletes a message. Returns false if there is no message with this ID. */
export async function deleteContactMessage(transaction: Transaction, id: number): Promise<boolean> {
  const result = await transaction.deleteFrom('contact_messages').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

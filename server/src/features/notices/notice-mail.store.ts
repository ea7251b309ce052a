import type { NoticeKind } from '@sandpiper/contract/notice-kinds';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';

/** The minimum time between two notice emails to the same user. */
const bundleSeconds = 15 * 60;
/** Notices older than this are no longer emailed. */
const freshSeconds = 86_400;
const readersAtOnce = 100;
const noticesPerMail = 50;

const isFresh = sql`n.is_mail_due AND n.read_at IS NULL AND n.created_at > ${secondsFromNow(-freshSeconds)}`;
/**
 * SQL condition for users who can be emailed now: active, with a confirmed address, no notice email in the last 15 minutes and none
 * waiting to be sent. `a` is the row in `mail_addresses`.
 */
const mayBeMailed = sql`a.confirmed_at IS NOT NULL
  AND (a.notices_mailed_at IS NULL OR a.notices_mailed_at <= ${secondsFromNow(-bundleSeconds)})
  AND EXISTS (SELECT FROM users u WHERE u.id = a.user_id AND u.is_active)
  AND NOT EXISTS (SELECT FROM outgoing_mails o WHERE o.user_id = a.user_id AND o.purpose = 'notices')`;

/** Lists users who have notices to be emailed and can be emailed now, at most 100. */
export async function listDueReaders(db: Database): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT a.user_id FROM mail_addresses a
    WHERE ${mayBeMailed} AND a.user_id IN (SELECT n.user_id FROM notices n WHERE ${isFresh})
    LIMIT ${readersAtOnce}`.execute(db);
  return rows.map((row) => row.user_id);
}

/**
 * Locks a user's email address until the end of the transaction and returns it. Returns undefined if the user can't be emailed now or
 * another process has locked the address.
 */
export async function lockReader(transaction: Transaction, userId: number): Promise<string | undefined> {
  const { rows } = await sql<{ address: string }>`
    SELECT a.address FROM mail_addresses a WHERE a.user_id = ${userId} AND ${mayBeMailed}
    FOR UPDATE OF a SKIP LOCKED`.execute(transaction);
  return rows[0]?.address;
}

export type DueNotice = { kind: NoticeKind; title: string; message: string; path: string };

/**
 * Returns the notices waiting to be emailed to this user, oldest first, and marks them as taken. Leaves notices beyond `noticesPerMail` for
 * the next email.
 */
export async function takeDueNotices(transaction: Transaction, userId: number): Promise<DueNotice[]> {
  const { rows } = await sql<DueNotice & { id: number }>`
    UPDATE notices SET is_mail_due = false
    WHERE user_id = ${userId} AND id IN (
      SELECT n.id FROM notices n WHERE n.user_id = ${userId} AND ${isFresh} ORDER BY n.id LIMIT ${noticesPerMail})
    RETURNING id, kind, title, message, path`.execute(transaction);
  if (rows.length > 0) {
    await transaction
      .updateTable('mail_addresses')
      .set({ notices_mailed_at: now })
      .where('user_id', '=', userId)
      .execute();
  }
  return rows.toSorted((a, b) => a.id - b.id);
}

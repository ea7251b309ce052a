import { sql } from 'kysely';
import type { Notice } from '@sandpiper/contract/notices';
import { noticeDefaults } from '@sandpiper/contract/notice-kinds';
import type { NoticeKind } from '@sandpiper/contract/notice-kinds';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { daysFromNow, literal, now } from '../../platform/database/expressions.ts';
import type { NoticeText } from './notice-texts.ts';

export type NewNotice = NoticeText & { occurrence: string };
export type WrittenNotice = { id: number; is_for_browser: boolean };

/**
 * Writes a notice for an active user, according to the user's switches for its kind. Returns undefined if the user is inactive or already
 * has a notice for this occurrence. `canMail` is whether the server can send email.
 */
export async function insertNotice(
  transaction: Transaction,
  userId: number,
  { kind, occurrence, title, message, path, canMail }: NewNotice & { canMail: boolean },
): Promise<WrittenNotice | undefined> {
  const { in_app, browser, mail } = noticeDefaults[kind];
  const { rows } = await sql<WrittenNotice>`
    WITH reader AS (
      SELECT u.id, coalesce(s.in_app, ${in_app}::boolean) AS in_app, coalesce(s.browser, ${browser}::boolean) AS browser,
        ${canMail}::boolean AND coalesce(s.mail, ${mail}::boolean) AND a.confirmed_at IS NOT NULL AS mail
      FROM users u
      LEFT JOIN notice_switches s ON s.user_id = u.id AND s.kind = ${kind}
      LEFT JOIN mail_addresses a ON a.user_id = u.id
      WHERE u.id = ${userId} AND u.is_active AND NOT EXISTS (SELECT FROM notices n
        WHERE n.user_id = u.id AND n.kind = ${kind} AND n.occurrence = ${occurrence})
    ), written AS (
      INSERT INTO notices (user_id, kind, occurrence, title, message, path, is_listed, is_mail_due)
      SELECT id, ${kind}, ${occurrence}, ${title}, ${message}, ${path}, in_app, mail FROM reader
      ON CONFLICT (user_id, kind, occurrence) DO NOTHING
      RETURNING id
    )
    SELECT written.id, reader.browser AS is_for_browser FROM written, reader`.execute(transaction);
  return rows[0];
}

/** Makes sure that the user's notices up to now are no longer emailed. */
export async function stopMailingNotices(transaction: Transaction, userId: number): Promise<void> {
  await transaction
    .updateTable('notices')
    .set({ is_mail_due: false })
    .where('user_id', '=', userId)
    .where('is_mail_due', '=', literal(true))
    .execute();
}

function listed(db: Database, userId: number) {
  return db.selectFrom('notices').where('user_id', '=', userId).where('is_listed', '=', literal(true));
}

/** Lists a page of notices, newest first, and returns the total number. */
export async function listNotices(
  db: Database,
  userId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ notices: Notice[]; total: number }> {
  const notices = await listed(db, userId)
    .select(['id', 'kind', 'title', 'message', 'path', 'created_at', sql<boolean>`read_at IS NOT NULL`.as('is_read')])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await listed(db, userId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { notices, total };
}

export async function countUnread(db: Database, userId: number): Promise<number> {
  const { unread } = await listed(db, userId)
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return unread;
}

/** Marks a notice as read. Returns false if the user has no notice with this ID. */
export async function markRead(db: Database, userId: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notices')
    .set({ read_at: sql<string>`coalesce(read_at, ${now})` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('is_listed', '=', literal(true))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function markAllRead(db: Database, userId: number, upTo: number): Promise<void> {
  await db
    .updateTable('notices')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('id', '<=', upTo)
    .where('is_listed', '=', literal(true))
    .where('read_at', 'is', null)
    .execute();
}

/** Marks a user's notices that link to `path` as read, even those that are only emailed. Returns whether any of them were unread. */
export async function markReadWithPath(db: Database, userId: number, path: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notices')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('path', '=', path)
    .where('read_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteNotices(db: Database, userId: number, kind: NoticeKind): Promise<void> {
  await db.deleteFrom('notices').where('user_id', '=', userId).where('kind', '=', kind).execute();
}

/** Deletes a user's unread notices of this kind that link to this path, including those that are only emailed. */
export async function deleteUnread(
  db: Database,
  userId: number,
  { kind, path }: Pick<NoticeText, 'kind' | 'path'>,
): Promise<void> {
  await db
    .deleteFrom('notices')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('path', '=', path)
    .where('read_at', 'is', null)
    .execute();
}

const keptDays = 90;

/** Deletes at most `limit` notices older than 90 days, and returns how many it deleted. */
export async function deleteSomeOldNotices(db: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`DELETE FROM notices WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM notices WHERE created_at < ${daysFromNow(-keptDays)} LIMIT ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

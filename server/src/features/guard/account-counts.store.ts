import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { now } from '../../platform/database/expressions.ts';

/* The counts for each of an account's days. A day is a date in the account's time zone. */

export type AccountKey = { userId: number; profileId: number };

/** Reads the account's time zone and the database's time. */
export function findZone(db: Database, { userId, profileId }: AccountKey) {
  return db
    .selectFrom('profiles')
    .select(['timezone', 'lasting_day', 'lasting_until', now.as('at')])
    .where('user_id', '=', userId)
    .where('id', '=', profileId)
    .executeTakeFirst();
}

/** Counts a message toward the day's limit. A day's first message moves the ramp to its next day. */
export async function beginMessage(transaction: Transaction, { userId, profileId }: AccountKey, day: string) {
  const isSameDay = sql<boolean>`sending_day IS NOT DISTINCT FROM ${day}::date`;
  await transaction
    .updateTable('profiles')
    .set({
      sending_day: sql<string>`${day}::date`,
      sent_on_day: sql<number>`CASE WHEN ${isSameDay} THEN sent_on_day + 1 ELSE 1 END`,
      ramp_day: sql<number>`CASE WHEN ${isSameDay} THEN greatest(ramp_day, 1) ELSE ramp_day + 1 END`,
    })
    .where('user_id', '=', userId)
    .where('id', '=', profileId)
    .execute();
}

/** Corrects the number of messages on the current sending day. A day that ends up with none doesn't advance the ramp. */
export async function changeMessages(
  transaction: Transaction,
  { userId, profileId }: AccountKey,
  day: string,
  by: 1 | -1,
) {
  await transaction
    .updateTable('profiles')
    .set({
      sent_on_day: sql<number>`sent_on_day + ${by}`,
      ramp_day: sql<number>`CASE WHEN sent_on_day + ${by} > 0 THEN ramp_day ELSE greatest(ramp_day - 1, 0) END`,
      sending_day: sql<string | null>`CASE WHEN sent_on_day + ${by} > 0 THEN sending_day END`,
    })
    .where('user_id', '=', userId)
    .where('id', '=', profileId)
    .where('sending_day', '=', sql<string>`${day}::date`)
    .execute();
}

export async function restartRamp(transaction: Transaction, { userId, profileId }: AccountKey) {
  await transaction
    .updateTable('profiles')
    .set({ ramp_day: 0 })
    .where('user_id', '=', userId)
    .where('id', '=', profileId)
    .execute();
}

export type DayCounts = { sent?: number; failed?: number; refused?: number; held?: number };

export async function addToDay(
  transaction: Transaction,
  { userId, profileId }: AccountKey,
  day: string,
  { sent = 0, failed = 0, refused = 0, held = 0 }: DayCounts,
): Promise<void> {
  await sql`INSERT INTO account_days AS d (user_id, profile_id, day, sent, failed, refused, held)
    VALUES (${userId}, ${profileId}, ${day}::date, ${sent}, ${failed}, ${refused}, ${held})
    ON CONFLICT (user_id, profile_id, day) DO UPDATE SET sent = d.sent + excluded.sent,
      failed = d.failed + excluded.failed, refused = d.refused + excluded.refused, held = d.held + excluded.held
  `.execute(transaction);
}

/** Adds to the count of messages that failed for this reason. A `by` of -1 takes one back. */
export async function addFailure(
  transaction: Transaction,
  { userId, profileId }: AccountKey,
  { day, reason, by }: { day: string; reason: string; by: 1 | -1 },
): Promise<void> {
  await sql`INSERT INTO account_failures AS f (user_id, profile_id, day, reason, count, last_at)
    VALUES (${userId}, ${profileId}, ${day}::date, ${reason}, ${by}, ${now})
    ON CONFLICT (user_id, profile_id, day, reason) DO UPDATE SET count = f.count + excluded.count,
      last_at = CASE WHEN excluded.count > 0 THEN excluded.last_at ELSE f.last_at END`.execute(transaction);
}

/** Lists why messages failed since this day, and how often. */
export function listFailures(db: Database, { userId, profileId }: AccountKey, from: string) {
  return db
    .selectFrom('account_failures')
    .select(['reason', sql<string>`max(last_at)`.as('last_at'), sql<number>`sum(count)::integer`.as('count')])
    .where('user_id', '=', userId)
    .where('profile_id', '=', profileId)
    .where('day', '>=', sql<string>`${from}::date`)
    .groupBy('reason')
    .having(sql<boolean>`sum(count) > 0`)
    .execute();
}

/** Lists the days from `from` on, newest first. Days on which nothing happened are missing. */
export function listDays(db: Database, { userId, profileId }: AccountKey, from: string) {
  return db
    .selectFrom('account_days')
    .select(['day', 'sent', 'failed', 'refused', 'held'])
    .where('user_id', '=', userId)
    .where('profile_id', '=', profileId)
    .where('day', '>=', sql<string>`${from}::date`)
    .orderBy('day', 'desc')
    .execute();
}

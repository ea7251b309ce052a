import { sql } from 'kysely';
import { compileOnce } from '../../platform/database/compiled-queries.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { now } from '../../platform/database/expressions.ts';
import type { AccountKey } from '../../platform/database/keys.ts';

/* Stores an account's daily counts. A day is a date in the account's time zone. */

const zoneQuery = compileOnce((db, { userId, profileId }: AccountKey) =>
  db
    .selectFrom('profiles')
    .select(['timezone', 'lasting_day', 'lasting_until', now.as('at')])
    .where('user_id', '=', userId)
    .where('id', '=', profileId),
);

/** Reads an account's time zone and the database's current time. */
export function findZone(db: Database, { userId, profileId }: AccountKey) {
  return zoneQuery.first(db, { userId, profileId });
}

export type AccountClock = NonNullable<Awaited<ReturnType<typeof findZone>>>;

const beginMessageQuery = compileOnce((db, { userId, profileId, day }: AccountKey & { day: string }) => {
  const isSameDay = sql<boolean>`sending_day IS NOT DISTINCT FROM ${day}::date`;
  return db
    .updateTable('profiles')
    .set({
      sending_day: sql<string>`${day}::date`,
      sent_on_day: sql<number>`CASE WHEN ${isSameDay} THEN sent_on_day + 1 ELSE 1 END`,
      ramp_day: sql<number>`CASE WHEN ${isSameDay} THEN greatest(ramp_day, 1) ELSE ramp_day + 1 END`,
    })
    .where('user_id', '=', userId)
    .where('id', '=', profileId);
});

/**
 * Counts a message toward the day's limit. The first message of a day advances the ramp by one day, and so does the first message after the
 * ramp restarts.
 */
export async function beginMessage(transaction: Transaction, { userId, profileId }: AccountKey, day: string) {
  await beginMessageQuery.run(transaction, { userId, profileId, day });
}

/**
 * Corrects the number of messages on the account's last sending day. If no messages are left, that day no longer advances the ramp. Changes
 * nothing if `day` isn't the last sending day.
 */
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

/** Adds `by` to the number of messages that failed for `reason` on `day`. A `by` of -1 subtracts a failure that was counted earlier. */
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

/**
 * Lists the reasons why an account's messages have failed since `from`, each with the number of failures and the time of the last failure.
 */
export function listFailures(db: Database, { userId, profileId }: AccountKey, from: string) {
  return db
    .selectFrom('account_failures')
    .select([
      'reason',
      sql<string>`max(last_at) FILTER (WHERE count > 0)`.as('last_at'),
      sql<number>`sum(count)::integer`.as('count'),
    ])
    .where('user_id', '=', userId)
    .where('profile_id', '=', profileId)
    .where('day', '>=', sql<string>`${from}::date`)
    .groupBy('reason')
    .having(sql<boolean>`sum(count) > 0`)
    .execute();
}

/** Lists an account's daily counts since `from`, newest first. Days on which nothing happened are missing. */
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

import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';
import type { AccountKey } from '../../platform/database/keys.ts';

/** Returns a SQL condition that matches accounts on hold. `profiles` is the name or alias of the `profiles` table in the query. */
export function isHeld(profiles: string) {
  const column = (name: string) => sql.ref(`${profiles}.${name}`);
  return sql<boolean>`(${column('hold_reason')} IS NOT NULL
    AND (${column('held_until')} IS NULL OR ${column('held_until')} > statement_timestamp()))`;
}

/** Reads an account's hold and locks the account's row until the end of the transaction. Also works for removed accounts. */
export function lockHold(transaction: Transaction, { userId, profileId }: AccountKey) {
  return transaction
    .selectFrom('profiles')
    .select(['hold_reason', 'hold_detail', 'held_at', 'held_until', 'next_due_at', 'deleted_at', 'profile_name'])
    .select(isHeld('profiles').as('is_held'))
    .where('user_id', '=', userId)
    .where('id', '=', profileId)
    .forUpdate()
    .executeTakeFirst();
}

/** Counts how often an account was put on hold for any of the `reasons` in the last `withinSeconds` seconds. */
export async function countHolds(
  db: Database,
  { userId, profileId }: AccountKey,
  { reasons, withinSeconds }: { reasons: readonly string[]; withinSeconds: number },
): Promise<number> {
  const { holds } = await db
    .selectFrom('account_holds')
    .select(({ fn }) => fn.countAll<number>().as('holds'))
    .where('user_id', '=', userId)
    .where('profile_id', '=', profileId)
    .where('reason', 'in', reasons)
    .where('held_at', '>', secondsFromNow(-withinSeconds))
    .executeTakeFirstOrThrow();
  return holds;
}

type NewHold = {
  reason: string;
  detail: string | null;
  /** How long the hold lasts. Null if it lasts until the owner reviews the account. */
  seconds: number | null;
};

/**
 * Puts an account on hold and adds the hold to the account's history. Returns when the hold ends automatically, or null if it lasts until
 * its owner ends it.
 */
export async function insertHold(transaction: Transaction, account: AccountKey, hold: NewHold): Promise<string | null> {
  const { userId: user_id, profileId: profile_id } = account;
  const held_until = hold.seconds === null ? null : secondsFromNow(hold.seconds);
  const times = await transaction
    .insertInto('account_holds')
    .values({ user_id, profile_id, reason: hold.reason, detail: hold.detail, held_at: now, held_until })
    .returning(['held_at', 'held_until'])
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable('profiles')
    .set({ hold_reason: hold.reason, hold_detail: hold.detail, ...times })
    .where('user_id', '=', user_id)
    .where('id', '=', profile_id)
    .execute();
  return times.held_until;
}

/**
 * Forgets which Instagram user an account on hold is signed in as. Also forgets it for the owner's other accounts that were last seen
 * signed in as the same Instagram user, because the owner may have changed that since. There are two exceptions. Nothing is forgotten for
 * accounts that have contacted someone within the last day or since the hold began. Otherwise, two accounts could each send a full day's
 * messages as one Instagram user. Nothing is forgotten for accounts on hold either. Otherwise, the owner could avoid their holds by signing
 * in as the same Instagram user with another account.
 */
export async function forgetSignIns(
  transaction: Transaction,
  { userId, profileId }: AccountKey,
  daySeconds: number,
): Promise<void> {
  await sql`
    UPDATE profiles p SET signed_in_as = NULL FROM profiles own
    WHERE own.user_id = ${userId} AND own.id = ${profileId} AND p.user_id = own.user_id AND p.signed_in_as = own.signed_in_as
      AND (p.id = own.id OR NOT ${isHeld('p')} AND NOT EXISTS (SELECT FROM contacts c
        WHERE c.user_id = p.user_id AND c.profile_id = p.id
          AND c.contacted_at > least(own.held_at, ${secondsFromNow(-daySeconds)})))`.execute(transaction);
}

type TimedHold = { hold_reason: string; hold_detail: string | null; held_at: string; held_until: string };

const noHold = { hold_reason: null, hold_detail: null, held_at: null, held_until: null };

const noStreaks = {
  released_in_a_row: 0,
  not_found_in_a_row: 0,
  unexpected_people: sql<string[]>`'{}'::text[]`,
  vanished_in_a_row: 0,
  undelivered_in_a_row: 0,
};

/**
 * Ends a hold after the owner has reviewed the account, and resets the counters that could soon lead to another hold. If an earlier timed
 * hold hasn't expired yet, that hold applies again.
 */
export async function endHold(transaction: Transaction, { userId, profileId }: AccountKey): Promise<void> {
  const isOwn = sql`h.user_id = ${userId} AND h.profile_id = ${profileId} AND h.released_at IS NULL`;
  const { rows } = await sql<TimedHold>`SELECT reason AS hold_reason, detail AS hold_detail, held_at, held_until
    FROM account_holds h WHERE ${isOwn} AND held_until > ${now} ORDER BY held_until DESC LIMIT 1`.execute(transaction);
  await transaction
    .updateTable('profiles')
    .set({ ...(rows[0] ?? noHold), ...noStreaks })
    .where('user_id', '=', userId)
    .where('id', '=', profileId)
    .execute();
  await sql`UPDATE account_holds h SET released_at = ${now} WHERE ${isOwn} AND (held_until IS NULL OR held_until <= ${now})
  `.execute(transaction);
}

/** Two accounts, each with the current date in its time zone. */
export type CarryOver = { fromId: number; fromDate: string; toId: number; toDate: string };

/**
 * Copies an account's hold, hold history, pacing and counters to another account. The messages that the account has sent so far then also
 * count toward the other account's limits. Messages of the current day still count toward the current day if the accounts' time zones
 * differ. If both accounts are on hold, the hold that lasts longer applies.
 */
export async function carryOver(
  transaction: Transaction,
  userId: number,
  { fromId, fromDate, toId, toDate }: CarryOver,
): Promise<void> {
  await lockHold(transaction, { userId, profileId: fromId });
  const ofAccounts = sql`f.user_id = ${userId} AND f.id = ${fromId} AND t.user_id = ${userId} AND t.id = ${toId}`;
  await sql`UPDATE profiles t SET hold_reason = f.hold_reason, hold_detail = f.hold_detail, held_at = f.held_at,
      held_until = f.held_until
    FROM profiles f WHERE ${ofAccounts} AND ${isHeld('f')}
      AND (NOT ${isHeld('t')} OR coalesce(f.held_until, 'infinity') > coalesce(t.held_until, 'infinity'))
  `.execute(transaction);
  const sendingDay = sql`CASE WHEN f.sending_day >= ${fromDate}::date THEN ${toDate}::date
    WHEN f.sending_day IS NOT NULL THEN least(f.sending_day, ${toDate}::date - 1) END`;
  await sql`UPDATE profiles t SET next_due_at = greatest(t.next_due_at, f.next_due_at),
      sent_on_day = CASE WHEN t.sending_day IS NOT DISTINCT FROM ${sendingDay} THEN greatest(t.sent_on_day, f.sent_on_day)
        WHEN coalesce(${sendingDay} > t.sending_day, f.sending_day IS NOT NULL) THEN f.sent_on_day ELSE t.sent_on_day END,
      sending_day = greatest(t.sending_day, ${sendingDay}),
      ramp_day = CASE WHEN t.sending_day IS NULL AND t.ramp_start IS NOT DISTINCT FROM f.ramp_start
        THEN f.ramp_day ELSE t.ramp_day END,
      released_in_a_row = greatest(t.released_in_a_row, f.released_in_a_row),
      not_found_in_a_row = greatest(t.not_found_in_a_row, f.not_found_in_a_row),
      unexpected_people = ARRAY(SELECT DISTINCT unnest(t.unexpected_people || f.unexpected_people)),
      vanished_in_a_row = greatest(t.vanished_in_a_row, f.vanished_in_a_row),
      undelivered_in_a_row = greatest(t.undelivered_in_a_row, f.undelivered_in_a_row)
    FROM profiles f WHERE ${ofAccounts}`.execute(transaction);
  await sql`INSERT INTO account_holds (user_id, profile_id, reason, detail, held_at, held_until, released_at)
    SELECT user_id, ${toId}::bigint, reason, detail, held_at, held_until, released_at FROM account_holds f
    WHERE user_id = ${userId} AND profile_id = ${fromId} AND NOT EXISTS (SELECT FROM account_holds t
      WHERE t.user_id = f.user_id AND t.profile_id = ${toId} AND t.reason = f.reason AND t.held_at = f.held_at)
  `.execute(transaction);
  await sql`INSERT INTO shared_sends AS known (user_id, profile_id, with_profile_id, until)
    SELECT ${userId}::bigint, ${toId}::bigint, ${fromId}::bigint, ${now}
    UNION ALL SELECT user_id, ${toId}::bigint, with_profile_id, until FROM shared_sends
      WHERE user_id = ${userId} AND profile_id = ${fromId} AND with_profile_id <> ${toId}
    ON CONFLICT (user_id, profile_id, with_profile_id) DO UPDATE SET until = greatest(known.until, excluded.until)
  `.execute(transaction);
}

/** Lists the removed accounts that may share an account's hold, because `carryOver` has copied data from one of the two to the other. */
export async function listRemovedAlike(
  transaction: Transaction,
  { userId, profileId }: AccountKey,
): Promise<AccountKey[]> {
  const { rows } = await sql<AccountKey>`SELECT p.user_id AS "userId", p.id AS "profileId" FROM profiles p
    WHERE p.user_id = ${userId} AND p.deleted_at IS NOT NULL AND EXISTS (SELECT FROM shared_sends s
      WHERE s.user_id = p.user_id AND (s.profile_id = p.id AND s.with_profile_id = ${profileId}
        OR s.profile_id = ${profileId} AND s.with_profile_id = p.id))
    ORDER BY p.id`.execute(transaction);
  return rows;
}

import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';

/** Whether an account is on hold now; `profiles` is the table's name in the query. */
export function isHeld(profiles: string) {
  const column = (name: string) => sql.ref(`${profiles}.${name}`);
  return sql<boolean>`(${column('hold_reason')} IS NOT NULL
    AND (${column('held_until')} IS NULL OR ${column('held_until')} > statement_timestamp()))`;
}

export type AccountKey = { userId: number; profileId: number };

/** Reads and locks an account's hold until the end of the transaction, also for a removed account. */
export function lockHold(transaction: Transaction, { userId, profileId }: AccountKey) {
  return transaction
    .selectFrom('profiles')
    .select(['hold_reason', 'hold_detail', 'held_at', 'held_until', 'next_due_at', 'deleted_at'])
    .select(isHeld('profiles').as('is_held'))
    .where('user_id', '=', userId)
    .where('id', '=', profileId)
    .forUpdate()
    .executeTakeFirst();
}

/** How often an account was held for one of these reasons in the last seconds. */
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
  /** Null: until its owner reviews it. */
  seconds: number | null;
};

/** Holds an account from now on, and records the hold for the time after it ends. */
export async function insertHold(transaction: Transaction, account: AccountKey, hold: NewHold): Promise<void> {
  const { userId: user_id, profileId: profile_id } = account;
  const held_until = hold.seconds === null ? null : secondsFromNow(hold.seconds);
  await transaction
    .insertInto('account_holds')
    .values({ user_id, profile_id, reason: hold.reason, detail: hold.detail, held_at: now, held_until })
    .execute();
  await transaction
    .updateTable('profiles')
    .set({ hold_reason: hold.reason, hold_detail: hold.detail, held_at: now, held_until })
    .where('user_id', '=', user_id)
    .where('id', '=', profile_id)
    .execute();
}

const noHold = { hold_reason: null, hold_detail: null, held_at: null, held_until: null };

const noStreaks = {
  released_in_a_row: 0,
  not_found_in_a_row: 0,
  unexpected_people: sql<string[]>`'{}'::text[]`,
  vanished_in_a_row: 0,
  undelivered_in_a_row: 0,
};

/** Ends a hold and resets the streaks that lead to the next one. */
export async function endHold(transaction: Transaction, { userId, profileId }: AccountKey): Promise<void> {
  await transaction
    .updateTable('profiles')
    .set({ ...noHold, ...noStreaks })
    .where('user_id', '=', userId)
    .where('id', '=', profileId)
    .execute();
  await transaction
    .updateTable('account_holds')
    .set({ released_at: now })
    .where('user_id', '=', userId)
    .where('profile_id', '=', profileId)
    .where('released_at', 'is', null)
    .execute();
}

/** Moves a removed account's hold, its history and its pace to the account that replaces it. */
export async function moveHold(
  transaction: Transaction,
  userId: number,
  { fromId, toId, isReplacing }: { fromId: number; toId: number; isReplacing: boolean },
): Promise<void> {
  await sql`UPDATE profiles t SET next_due_at = greatest(t.next_due_at, f.next_due_at),
      hold_reason = CASE WHEN ${isReplacing} THEN f.hold_reason ELSE t.hold_reason END,
      hold_detail = CASE WHEN ${isReplacing} THEN f.hold_detail ELSE t.hold_detail END,
      held_at = CASE WHEN ${isReplacing} THEN f.held_at ELSE t.held_at END,
      held_until = CASE WHEN ${isReplacing} THEN f.held_until ELSE t.held_until END
    FROM profiles f WHERE f.user_id = t.user_id AND f.id = ${fromId} AND t.user_id = ${userId} AND t.id = ${toId}
  `.execute(transaction);
  await transaction
    .updateTable('account_holds')
    .set({ profile_id: toId })
    .where('user_id', '=', userId)
    .where('profile_id', '=', fromId)
    .execute();
  await transaction
    .updateTable('profiles')
    .set(noHold)
    .where('user_id', '=', userId)
    .where('id', '=', fromId)
    .execute();
}

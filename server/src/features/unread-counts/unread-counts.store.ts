import { sql } from 'kysely';
import type { UnreadReplies } from '@sandpiper/contract/unread-checks';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { literal, now } from '../../platform/database/expressions.ts';

/** How many unread conversations a check found in an account. `is_exact` is false if Instagram shows only a lower bound. */
export type FoundCount = { profile_id: number; unread_count: number; is_exact: boolean };

/**
 * Stores the accounts' counts. Returns whether any account has more unread conversations than at its previous check. An account that was
 * never checked counts as having had none.
 */
export async function saveCounts(
  transaction: Transaction,
  userId: number,
  counts: readonly FoundCount[],
): Promise<boolean> {
  const ids = counts.map(({ profile_id }) => profile_id);
  const before = await transaction
    .selectFrom('unread_counts')
    .select(['profile_id', 'unread_count'])
    .where('user_id', '=', userId)
    .where('profile_id', 'in', [0, ...ids])
    .execute();
  await transaction
    .insertInto('unread_counts')
    .columns(['user_id', 'profile_id', 'unread_count', 'is_exact', 'checked_at'])
    .values(counts.map((count) => ({ user_id: userId, ...count, checked_at: now })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'profile_id']).doUpdateSet((of) => ({
        unread_count: of.ref('excluded.unread_count'),
        is_exact: of.ref('excluded.is_exact'),
        checked_at: of.ref('excluded.checked_at'),
      })),
    )
    .execute();
  const known = new Map(before.map((row) => [row.profile_id, row.unread_count]));
  return counts.some(({ profile_id, unread_count }) => unread_count > (known.get(profile_id) ?? 0));
}

/** Selects the counts above zero of the user's active accounts. */
function unread(db: Database, userId: number) {
  return db
    .selectFrom('unread_counts')
    .innerJoin('profiles', (join) =>
      join
        .onRef('profiles.user_id', '=', 'unread_counts.user_id')
        .onRef('profiles.id', '=', 'unread_counts.profile_id')
        .on('profiles.deleted_at', 'is', null)
        .on('profiles.is_active', '=', literal(true)),
    )
    .where('unread_counts.user_id', '=', userId)
    .where('unread_count', '>', 0);
}

/** Lists the active accounts with unread conversations, the accounts with the most first. */
export function listUnread(db: Database, userId: number) {
  return unread(db, userId)
    .select(['profile_name', 'unread_count', 'is_exact'])
    .orderBy('unread_count', 'desc')
    .orderBy('profiles.id')
    .execute();
}

/** Adds up the unread conversations of all active accounts. Returns null if there are none. */
export async function addUpUnread(db: Database, userId: number): Promise<UnreadReplies | null> {
  const { replies, accounts, is_exact, as_of } = await unread(db, userId)
    .select(({ fn }) => [
      fn.sum<number | null>('unread_count').as('replies'),
      fn.countAll<number>().as('accounts'),
      sql<boolean | null>`bool_and(is_exact)`.as('is_exact'),
      fn.min<string | null>('checked_at').as('as_of'),
    ])
    .executeTakeFirstOrThrow();
  return replies === null || as_of === null ? null : { replies, accounts, is_exact: is_exact === true, as_of };
}

/** Deletes the counts of all the user's accounts or, if `profileId` is given, of that account. */
export async function deleteCounts(db: Database, userId: number, profileId?: number): Promise<void> {
  await db
    .deleteFrom('unread_counts')
    .where('user_id', '=', userId)
    .$if(profileId !== undefined, (query) => query.where('profile_id', '=', profileId ?? 0))
    .execute();
}

import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

export type FillingKind = 'copy' | 'merge' | 'split' | 'not_reached';

/**
 * Returns the names of the given lists that are being filled. A list is being filled while people are added to it from other lists or by an
 * import, or while a change to many people, or its undo, adds people to it or makes people on it pending.
 */
export async function listBeingFilled(db: Database, userId: number, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT l.name FROM lists l WHERE l.user_id = ${userId} AND l.id = ANY(${[...ids]}::bigint[]) AND (
      EXISTS (SELECT FROM list_fillings f WHERE f.user_id = l.user_id AND f.list_id = l.id AND f.status = 'running')
      OR EXISTS (SELECT FROM imports i WHERE i.user_id = l.user_id AND i.list_id = l.id AND i.status = 'importing')
      OR EXISTS (SELECT FROM people_changes c WHERE c.user_id = l.user_id AND coalesce(c.list_id, l.id) = l.id AND (
        c.status = 'running' AND (c.type = 'add_to_list' OR c.type = 'set_status' AND c.recipient_status = 'pending')
        OR c.status = 'undoing' AND c.type IN ('remove_from_list', 'set_status'))))
    ORDER BY l.id`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Locks lists until the end of the transaction, so that they can't be deleted or filled. Locks them in order of their IDs to avoid
 * deadlocks. Returns the IDs of the lists that exist.
 */
export async function lockLists(transaction: Transaction, userId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await transaction
    .selectFrom('lists')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'in', [0, ...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export async function countOnLists(
  db: Database,
  userId: number,
  listIds: readonly number[],
  statuses: readonly string[],
) {
  const { people } = await db
    .selectFrom('list_counts')
    .select(sql<number>`coalesce(sum(people), 0)`.as('people'))
    .where('user_id', '=', userId)
    .where('list_id', 'in', [0, ...listIds])
    .where('status', 'in', statuses)
    .executeTakeFirstOrThrow();
  return people;
}

/** Records that a list is being filled. Replaces the list's previous record. */
export async function insertFilling(
  transaction: Transaction,
  userId: number,
  filling: { listId: number; kind: FillingKind; total: number },
): Promise<void> {
  const { listId, kind, total } = filling;
  const values = { kind, total, status: 'running' as const, done: 0, added: 0, duplicates: 0 };
  await transaction
    .insertInto('list_fillings')
    .values({ user_id: userId, list_id: listId, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'list_id']).doUpdateSet(values))
    .execute();
}

export type Looked = { list_id: number; looked: number; added: number; duplicates: number };

export async function addToFillings(
  transaction: Transaction,
  userId: number,
  looked: readonly Looked[],
): Promise<void> {
  await sql`UPDATE list_fillings f SET done = f.done + n.looked, added = f.added + n.added,
      duplicates = f.duplicates + n.duplicates
    FROM jsonb_to_recordset(${JSON.stringify(looked)}::jsonb)
      AS n (list_id bigint, looked integer, added integer, duplicates integer)
    WHERE f.user_id = ${userId} AND f.list_id = n.list_id`.execute(transaction);
}

/**
 * Records that these lists are no longer being filled. If the status is `done`, lowers each total to the number of people processed,
 * because some people may have been deleted before they could be copied.
 */
export async function endFillings(
  transaction: Transaction,
  userId: number,
  { listIds, status }: { listIds: readonly number[]; status: 'done' | 'stopped' },
): Promise<void> {
  await transaction
    .updateTable('list_fillings')
    .set({ status, ...(status === 'done' ? { total: sql<number>`done` } : {}) })
    .where('user_id', '=', userId)
    .where('list_id', 'in', [0, ...listIds])
    .execute();
}

/** Deletes the jobs of this kind that still copy people from this list, and marks the lists that they fill as stopped. */
export async function stopJobsFrom(
  transaction: Transaction,
  userId: number,
  { kind, listId }: { kind: string; listId: number },
): Promise<void> {
  await sql`
    WITH ended AS (
      DELETE FROM background_jobs WHERE user_id = ${userId} AND kind = ${kind}
        AND progress->'sources' @> jsonb_build_array(jsonb_build_object('id', ${listId}::bigint))
      RETURNING progress->'targets' AS targets
    )
    UPDATE list_fillings f SET status = 'stopped' FROM ended
    WHERE f.user_id = ${userId} AND ended.targets @> to_jsonb(f.list_id)`.execute(transaction);
}

import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { holdList } from '../../platform/database/lists.store.ts';

/* The stored counts of lists. Triggers on the `recipients` table add the rows. See migration 0017. */

type ListKey = { user_id: number; list_id: number };

/** Finds lists whose counts have more than `moreThan` uncompacted rows. */
export async function listManyCounts(db: Database, moreThan: number): Promise<ListKey[]> {
  const { rows } = await sql<ListKey>`
    SELECT user_id, list_id FROM list_counts WHERE NOT is_sum GROUP BY 1, 2 HAVING count(*) > ${moreThan}`.execute(db);
  return rows;
}

/** Compacts a list's counts to one row per status and day. If the list was deleted, deletes its remaining counts. */
export async function addUpCounts(transaction: Transaction, { user_id, list_id }: ListKey): Promise<void> {
  // The lock makes a deletion of the list wait. Otherwise, the deletion could miss the new rows.
  const list = await holdList(transaction, user_id, list_id);
  await sql`
    WITH gone AS (
      DELETE FROM list_counts WHERE user_id = ${user_id} AND list_id = ${list_id} RETURNING status, added_on, people)
    INSERT INTO list_counts (user_id, list_id, status, added_on, people, is_sum)
    SELECT ${user_id}, ${list_id}, status, added_on, sum(people), true FROM gone WHERE ${list !== undefined}
    GROUP BY status, added_on HAVING sum(people) <> 0`.execute(transaction);
}

import { sql } from 'kysely';
import type { ListFilling } from '@sandpiper/contract/lists';
import type { RecipientStatus } from '@sandpiper/contract/recipients';
import type { Database } from '../../platform/database/database.ts';
import { now } from '../../platform/database/expressions.ts';

const people = sql<number>`coalesce(sum(n.people), 0)`;
const peopleWith = (status: RecipientStatus) =>
  sql<number>`coalesce(sum(n.people) FILTER (WHERE n.status = ${status}), 0)`;

/**
 * Selects the progress of the list's running import. If there is none, selects that of the last operation that filled the list from other
 * lists.
 */
const filling = sql<ListFilling | null>`coalesce(
  (SELECT jsonb_build_object('kind', 'import', 'status', 'running', 'total', i.rows, 'done', i.rows_done, 'added', i.added,
    'duplicates', 0) FROM imports i WHERE i.user_id = lists.user_id AND i.list_id = lists.id AND i.status = 'importing'),
  (SELECT to_jsonb(f) - 'user_id' - 'list_id' FROM list_fillings f WHERE f.user_id = lists.user_id AND f.list_id = lists.id))`;

function listsWithCounts(db: Database, userId: number) {
  return db
    .selectFrom('lists')
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('list_counts as n')
          .select([
            people.as('recipient_count'),
            peopleWith('pending').as('pending_count'),
            peopleWith('sent').as('sent_count'),
            peopleWith('failed').as('failed_count'),
            peopleWith('not_found').as('not_found_count'),
          ])
          .whereRef('n.user_id', '=', 'lists.user_id')
          .whereRef('n.list_id', '=', 'lists.id')
          .as('counts'),
      (join) => join.onTrue(),
    )
    .select(['lists.id', 'lists.name', 'lists.description', 'lists.source', 'lists.variables', 'lists.created_at'])
    .select([
      'counts.recipient_count',
      'counts.pending_count',
      'counts.sent_count',
      'counts.failed_count',
      'counts.not_found_count',
    ])
    .select(filling.as('filling'))
    .where('lists.user_id', '=', userId);
}

/** Returns all lists, newest first. */
export function listLists(db: Database, userId: number) {
  return listsWithCounts(db, userId).orderBy('lists.id', 'desc').execute();
}

export function findListWithCounts(db: Database, userId: number, id: number) {
  return listsWithCounts(db, userId).where('lists.id', '=', id).executeTakeFirst();
}

type Batch = { userId: number; listId: number; limit: number };

/** Lists the IDs of the first `limit` recipients on a list. */
export async function listFirstRecipients(db: Database, { userId, listId, limit }: Batch): Promise<number[]> {
  const rows = await db
    .selectFrom('recipients')
    .select('id')
    .where('user_id', '=', userId)
    .where('list_id', '=', listId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Deletes the first `limit` recipients on a list, but none after `lastId`, and returns them. Deletes them by their place in the table. If it
 * compared IDs, it would read all of the user's recipients whenever the planner's statistics don't include the user yet: deleting 300 of
 * 200,000 took 227 ms instead of 0.2 ms.
 */
export function deleteFirstRecipients(
  db: Database,
  { userId, listId, limit, lastId }: Batch & { lastId: number | undefined },
) {
  const first = db
    .selectFrom('recipients')
    .select(sql.ref('ctid').as('ctid'))
    .where('user_id', '=', userId)
    .where('list_id', '=', listId)
    .$if(lastId !== undefined, (query) => query.where('id', '<=', lastId ?? 0))
    .orderBy('id')
    .limit(limit);
  return db
    .deleteFrom('recipients')
    .where(sql<boolean>`ctid = ANY(ARRAY(${first}))`)
    .returning(['person_id', 'list_id', 'created_at'])
    .execute();
}

/** Deletes a list. The next sweep deletes its imports that are waiting for the user, because nobody can continue them anymore. */
export async function deleteList(db: Database, userId: number, id: number): Promise<void> {
  await db
    .updateTable('imports')
    .set({ kept_until: now })
    .where('user_id', '=', userId)
    .where('list_id', '=', id)
    .where('status', 'in', ['receiving', 'checked'])
    .execute();
  await db.deleteFrom('lists').where('user_id', '=', userId).where('id', '=', id).execute();
}

import { sql } from 'kysely';
import type { Insertable, UpdateObject } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { DB, PeopleChanges } from '../../platform/database/database.types.ts';
import { secondsFromNow } from '../../platform/database/expressions.ts';

const shown = [
  'id',
  'type',
  'tag',
  'list_id',
  'list_name',
  'recipient_status',
  'reason',
  'scope',
  'scope_list_id',
  'scope_list_name',
  'filter',
  'status',
  'total',
  'done',
  'changed',
  'left_out',
  'withdrawn',
  'put_back',
  'not_put_back',
  'has_items',
  'created_at',
  'finished_at',
] as const;

/**
 * Selects the usernames of people who may have been getting a message during the change. Leaves out people who have been forgotten since.
 */
const inFlight = sql<string[]>`ARRAY(SELECT p.username FROM people p WHERE p.user_id = people_changes.user_id
  AND p.id = ANY(people_changes.in_flight) ORDER BY p.username)`;

function ofUser(db: Database, userId: number) {
  return db.selectFrom('people_changes').where('user_id', '=', userId);
}

export function findChange(db: Database, userId: number, id: number) {
  return ofUser(db, userId).select(shown).select(inFlight.as('in_flight')).where('id', '=', id).executeTakeFirst();
}

export type ChangeRow = NonNullable<Awaited<ReturnType<typeof findChange>>>;

/** Lists a page of changes, newest first, and counts all changes. */
export async function listChanges(db: Database, userId: number, page: { limit: number; offset: number }) {
  const changes = await ofUser(db, userId)
    .select(shown)
    .select(inFlight.as('in_flight'))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await ofUser(db, userId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { changes, total };
}

export async function insertChange(transaction: Transaction, row: Insertable<PeopleChanges>): Promise<number> {
  const { id } = await transaction.insertInto('people_changes').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Reads a change and locks it until the end of the transaction, so that its next piece, its cancellation and its undo can't overlap. */
export function lockChange(transaction: Transaction, userId: number, id: number) {
  return ofUser(transaction, userId).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export type LockedChange = NonNullable<Awaited<ReturnType<typeof lockChange>>>;

export async function updateChange(
  transaction: Transaction,
  { user_id, id }: { user_id: number; id: number },
  values: UpdateObject<DB, 'people_changes'>,
): Promise<void> {
  await transaction
    .updateTable('people_changes')
    .set(values)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/** Lists up to 20 ended changes that can no longer be undone but still have undo data, a filter or a list of chosen IDs. */
export async function listToForget(db: Database, seconds: number) {
  const { rows } = await sql<{ user_id: number; id: number }>`
    SELECT user_id, id FROM people_changes WHERE finished_at < ${secondsFromNow(-seconds)}
      AND status <> 'undoing' AND (has_items OR chosen IS NOT NULL OR filter IS NOT NULL) LIMIT 20`.execute(db);
  return rows;
}

/** Deletes changes without undo data that ended more than `seconds` seconds ago. */
export async function deleteOldChanges(db: Database, seconds: number): Promise<void> {
  await sql`DELETE FROM people_changes WHERE finished_at < ${secondsFromNow(-seconds)}
    AND NOT has_items`.execute(db);
}

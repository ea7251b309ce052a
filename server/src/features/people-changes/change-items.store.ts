import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { PeopleChangeItems } from '../../platform/database/database.types.ts';
import type { DeliveryStatuses } from '../deliveries/withdrawal.service.ts';

/* Stores what a change did to each person, as items. Undoing the change deletes its items as it proceeds. */

export type ChangeKey = { user_id: number; id: number };
export type NewItem = Omit<Insertable<PeopleChangeItems>, 'user_id' | 'change_id'>;

export async function insertItems(
  transaction: Transaction,
  { user_id, id }: ChangeKey,
  items: readonly NewItem[],
): Promise<void> {
  if (items.length === 0) return;
  await transaction
    .insertInto('people_change_items')
    .values(items.map((item) => ({ ...item, user_id, change_id: id })))
    .execute();
}

/** Deletes and returns the items of the next people. `people` is the maximum number of people. */
export async function takeItems(transaction: Transaction, { user_id, id }: ChangeKey, people: number) {
  const { rows } = await sql<Item>`
    WITH taken AS (
      DELETE FROM people_change_items WHERE user_id = ${user_id} AND change_id = ${id} AND person_id = ANY(ARRAY(
        SELECT DISTINCT person_id FROM (SELECT person_id FROM people_change_items
          WHERE user_id = ${user_id} AND change_id = ${id} ORDER BY person_id LIMIT ${people}) next))
      RETURNING *)
    SELECT taken.*, p.username FROM taken JOIN people p ON p.user_id = ${user_id} AND p.id = taken.person_id
    ORDER BY taken.id`.execute(transaction);
  return rows;
}

export type Item = {
  id: number;
  person_id: number;
  username: string;
  list_id: number | null;
  recipient_id: number | null;
  recipient_status: PeopleChangeItems['recipient_status'];
  variables: unknown;
  import_id: number | null;
  added_at: string | null;
  delivery_statuses: DeliveryStatuses;
};

export async function deleteSomeItems(db: Database, { user_id, id }: ChangeKey, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM people_change_items WHERE user_id = ${user_id} AND change_id = ${id} AND id = ANY(ARRAY(
      SELECT id FROM people_change_items WHERE user_id = ${user_id} AND change_id = ${id} LIMIT ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

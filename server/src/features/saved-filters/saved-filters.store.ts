import { sql } from 'kysely';
import type { PeopleFilter } from '@sandpiper/contract/people-filter';
import type { Database } from '../../platform/database/database.ts';

const columns = ['id', 'name', 'filter', 'created_at'] as const;

type NewFilter = { name: string; filter: PeopleFilter };

/** Lists filters, sorted by name. */
export function listFilters(db: Database, userId: number) {
  return db
    .selectFrom('saved_filters')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy(sql`lower(name)`)
    .execute();
}

export async function countFilters(db: Database, userId: number): Promise<number> {
  const { filters } = await db
    .selectFrom('saved_filters')
    .select(({ fn }) => fn.countAll<number>().as('filters'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return filters;
}

export function insertFilter(db: Database, userId: number, { name, filter }: NewFilter) {
  return db
    .insertInto('saved_filters')
    .values({ user_id: userId, name, filter: JSON.stringify(filter) })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export function updateFilter(db: Database, userId: number, id: number, { name, filter }: NewFilter) {
  return db
    .updateTable('saved_filters')
    .set({ name, filter: JSON.stringify(filter) })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
}

export async function deleteFilter(db: Database, userId: number, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('saved_filters')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

import { sql } from 'kysely';
import type { ImportKey } from './imports.store.ts';

/**
 * SQL conditions for queries over an import's rows. Right after an import or a list is created, the database's planner has no statistics
 * about the new rows and expects a single row, so it would use the wrong index and read the whole import or list once for each person.
 * These conditions leave the planner only one usable index. `+ 0` prevents the use of an index on a column. For a value from a subquery,
 * the planner assumes an average number of rows. `OFFSET 0` prevents the planner from turning a subquery into a join.
 */

export type Positions = { from: number; to: number };

/** Returns a SQL condition that matches an import's rows `i` from position `from` up to, but not including, `to`. */
export function isWithin({ user_id, id }: ImportKey, { from, to }: Positions) {
  return sql<boolean>`i.user_id = ${user_id} AND i.import_id = ${id} AND i.position >= ${from} AND i.position < ${to}`;
}

/** Returns a SQL condition that matches an import's rows `i` at these positions, which must be sorted and should be close together. */
export function isAtOneOf(key: ImportKey, positions: readonly number[]) {
  const [from = 0, to = -1] = [positions.at(0), positions.at(-1)];
  return sql<boolean>`${isWithin(key, { from, to: to + 1 })} AND i.position + 0 = ANY(${[...positions]}::integer[])`;
}

/** Returns a SQL condition that matches a user's rows in the table with this alias. */
export function ownedBy(alias: string, userId: number) {
  return sql<boolean>`${sql.ref(`${alias}.user_id`)} = (SELECT ${userId}::bigint)`;
}

/**
 * Returns a SQL expression for the physical locations of a user's recipients, for a comparison with `ctid`. Locks the recipients'
 * rows until the end of the transaction.
 */
export function placesOf(userId: number, recipientIds: readonly number[]) {
  return sql<string>`ANY(ARRAY(SELECT r.ctid FROM unnest(${[...recipientIds]}::bigint[]) AS given (id) CROSS JOIN LATERAL (
    SELECT r.ctid FROM recipients r WHERE r.user_id = ${userId} AND r.id = given.id OFFSET 0 FOR UPDATE) r))`;
}

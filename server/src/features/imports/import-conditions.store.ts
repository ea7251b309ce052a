import { sql } from 'kysely';
import type { ImportKey } from './imports.store.ts';

/*
 * Conditions for queries over the rows of an import. Right after an import or a list was created, the planner has no statistics
 * about it and expects a single row. It would then read the whole import or list through some other index, once for each person.
 * These conditions leave it only one index: `+ 0` keeps it from using an index on that column, it estimates a value from a
 * subquery as average, and `OFFSET 0` keeps a subquery from becoming a join.
 */

export type Positions = { from: number; to: number };

/** Matches the rows `i` of an import from one position up to another. */
export function isWithin({ user_id, id }: ImportKey, { from, to }: Positions) {
  return sql<boolean>`i.user_id = ${user_id} AND i.import_id = ${id} AND i.position >= ${from} AND i.position < ${to}`;
}

/** Matches the rows `i` of an import at these positions, which must be sorted and should be close together. */
export function isAtOneOf(key: ImportKey, positions: readonly number[]) {
  const [from = 0, to = -1] = [positions.at(0), positions.at(-1)];
  return sql<boolean>`${isWithin(key, { from, to: to + 1 })} AND i.position + 0 = ANY(${[...positions]}::integer[])`;
}

/** Matches a user's rows in a table, by the table's alias. */
export function ownedBy(alias: string, userId: number) {
  return sql<boolean>`${sql.ref(`${alias}.user_id`)} = (SELECT ${userId}::bigint)`;
}

/**
 * Selects the physical locations of a user's recipients, for a condition on `ctid`, and locks their rows until the end of the
 * transaction.
 */
export function placesOf(userId: number, recipientIds: readonly number[]) {
  return sql<string>`ANY(ARRAY(SELECT r.ctid FROM unnest(${[...recipientIds]}::bigint[]) AS given (id) CROSS JOIN LATERAL (
    SELECT r.ctid FROM recipients r WHERE r.user_id = ${userId} AND r.id = given.id OFFSET 0 FOR UPDATE) r))`;
}

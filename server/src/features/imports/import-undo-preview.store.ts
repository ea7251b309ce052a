import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { literal } from '../../platform/database/expressions.ts';
import { ownedBy } from './import-conditions.store.ts';
import type { ImportOfList } from './imports.store.ts';

/* Finds the people who stay on the list if an import is undone. Reads page by page, so that other requests don't have to wait. */

const pageSize = 1000;

/** Returns a subquery for the recipients `r` that an import added to its list. `person` is the column that contains a username. */
function addedAs({ user_id, id, list_id }: ImportOfList, person: string) {
  return sql<{ id: number }>`SELECT r.id FROM recipients r WHERE ${ownedBy('r', user_id)}
    AND r.recipient = ${sql.ref(person)} AND r.list_id + 0 = ${list_id} AND r.import_id = ${id} OFFSET 0`;
}

/** Yields, page by page, the IDs of the import's recipients who have been contacted at or after `since`. */
export async function* pagesOfContacted(db: Database, key: ImportOfList, since: string): AsyncGenerator<number[]> {
  let after = { at: since, id: 0 };
  for (;;) {
    const { rows } = await sql<{ at: string; person: number; id: number | null }>`
      SELECT p.at, p.id AS person, r.id FROM (
        SELECT p.id, p.username, p.last_contacted_at::text AS at FROM people p WHERE p.user_id = ${key.user_id}
          AND (p.last_contacted_at, p.id) > (${after.at}::timestamptz, ${after.id})
        ORDER BY p.last_contacted_at, p.id LIMIT ${pageSize}) p
      LEFT JOIN LATERAL (${addedAs(key, 'p.username')}) r ON true ORDER BY p.at, p.id`.execute(db);
    yield rows.flatMap(({ id }) => (id === null ? [] : [id]));
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = { at: last.at, id: last.person };
  }
}

/** Yields, page by page, the IDs of the import's recipients with the status `sent`. */
export async function* pagesOfSent(db: Database, { user_id, id, list_id }: ImportOfList): AsyncGenerator<number[]> {
  let after = 0;
  for (;;) {
    const rows = await db
      .selectFrom('recipients')
      .select(['id', 'import_id'])
      .where('user_id', '=', user_id)
      .where('list_id', '=', list_id)
      .where('status', '=', literal('sent'))
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    yield rows.flatMap((row) => (row.import_id === id ? [row.id] : []));
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = last.id;
  }
}

/** Lists the IDs of the import's recipients that an agent may be messaging right now. */
export async function listBeingMessaged(db: Database, key: ImportOfList): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT r.id FROM claims l
    CROSS JOIN LATERAL (${addedAs(key, 'l.recipient')}) r
    WHERE l.user_id = ${key.user_id} AND l.committed_at IS NOT NULL`.execute(db);
  return rows.map(({ id }) => id);
}

import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import type { ListKey } from '../../platform/database/keys.ts';
import { isWithin, ownedBy, placesOf } from './import-conditions.store.ts';
import type { Positions } from './import-conditions.store.ts';
import type { ImportKey, ImportOfList } from './imports.store.ts';

/** Lists the IDs of the recipients that these rows added and that are still on the list. */
export async function listAddedPeople(
  transaction: Transaction,
  key: ImportOfList,
  positions: Positions,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT r.id FROM import_rows i CROSS JOIN LATERAL (
      SELECT r.id, r.import_id FROM recipients r WHERE ${ownedBy('r', key.user_id)} AND r.recipient = i.username
        AND r.list_id + 0 = ${key.list_id} OFFSET 0) r
    WHERE ${isWithin(key, positions)} AND i.fate NOT IN ('invalid', 'repeated') AND r.import_id = ${key.id}`.execute(
    transaction,
  );
  return rows.map((row) => row.id);
}

/**
 * Returns which of these recipients an undo may remove: those who haven't been contacted since `since`, don't have the status `sent`,
 * and can't be receiving a message from an agent right now.
 */
export async function listNotContacted(
  transaction: Transaction,
  { user_id }: ImportKey,
  { ids, since }: { ids: readonly number[]; since: string },
): Promise<number[]> {
  const { rows } = await sql<{ id: number; is_kept: boolean }>`
    SELECT r.id, r.status = 'sent' OR EXISTS (SELECT FROM contacts c WHERE ${ownedBy('c', user_id)}
        AND c.person IN (r.recipient, p.former_key) AND c.contacted_at >= ${since}::timestamptz OFFSET 0)
      OR EXISTS (SELECT FROM claims l WHERE ${ownedBy('l', user_id)} AND l.recipient = r.recipient
        AND l.committed_at IS NOT NULL OFFSET 0) AS is_kept
    FROM unnest(${[...ids]}::bigint[]) AS given (id)
    CROSS JOIN LATERAL (SELECT * FROM recipients r WHERE r.user_id = ${user_id} AND r.id = given.id OFFSET 0) r
    LEFT JOIN LATERAL (SELECT p.former_key FROM people p WHERE ${ownedBy('p', user_id)} AND p.username = r.recipient
      OFFSET 0) p ON true`.execute(transaction);
  return rows.flatMap(({ id, is_kept }) => (is_kept ? [] : [id]));
}

/**
 * Restores the variable values that people had before the import, unless someone has changed the values since. Returns the
 * number of people whose values were restored.
 */
export async function restoreValues(
  transaction: Transaction,
  key: ImportOfList,
  positions: Positions,
): Promise<number> {
  const { user_id, id, list_id } = key;
  const { rows } = await sql<{ id: number }>`
    SELECT r.id FROM import_rows i CROSS JOIN LATERAL (
      SELECT r.id, r.variables FROM recipients r WHERE ${ownedBy('r', user_id)} AND r.recipient = i.username
        AND r.list_id + 0 = ${list_id} OFFSET 0 FOR UPDATE) r
    WHERE ${isWithin(key, positions)} AND i.previous IS NOT NULL AND r.variables = i.previous || i.variables`.execute(
    transaction,
  );
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  await sql`UPDATE recipients r SET variables = (SELECT nullif(i.previous, '{}') FROM import_rows i
      WHERE i.username = r.recipient AND i.import_id = ${id} AND i.user_id + 0 = ${user_id} AND i.previous IS NOT NULL)
    WHERE r.ctid = ${placesOf(user_id, ids)}`.execute(transaction);
  return rows.length;
}

/** Lists the variables that undone imports have added to the list. */
export async function listCreatedVariables(transaction: Transaction, { userId, listId }: ListKey): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT name FROM imports, unnest(created_variables) AS names (name)
    WHERE user_id = ${userId} AND list_id = ${listId} AND status IN ('undoing', 'undone')`.execute(transaction);
  return rows.map(({ name }) => name);
}

/** Forgets which undone imports created these variables. If the user creates such a variable again, the next undo keeps the variable. */
export async function forgetCreatedVariables(
  transaction: Transaction,
  { userId, listId }: ListKey,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  await sql`
    UPDATE imports SET created_variables = ARRAY(SELECT unnest(created_variables) EXCEPT SELECT unnest(${names}::text[]))
    WHERE user_id = ${userId} AND list_id = ${listId} AND status = 'undone' AND created_variables && ${names}::text[]`.execute(
    transaction,
  );
}

import type { ImportFate } from '@sandpiper/contract/import-fates';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import { sql } from 'kysely';
import type { ImportKey } from './imports.store.ts';

/*
 * Stores an import's rows. Until the first check, rows are stored in the chunks in which they arrived. After the check, each row is stored
 * with its fate.
 */

type At = ImportKey & { position: number };

export async function hasChunk(transaction: Transaction, { user_id, id, position }: At): Promise<boolean> {
  const row = await transaction
    .selectFrom('import_chunks')
    .select('position')
    .where('user_id', '=', user_id)
    .where('import_id', '=', id)
    .where('position', '=', position)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes all chunks at or after a position. Returns their total size in bytes. */
export async function deleteChunksFrom(transaction: Transaction, { user_id, id, position }: At): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    WITH deleted AS (DELETE FROM import_chunks
      WHERE user_id = ${user_id} AND import_id = ${id} AND position >= ${position} RETURNING octet_length(rows) AS bytes)
    SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM deleted`.execute(transaction);
  return onlyRow(rows).bytes;
}

export async function insertChunks(
  transaction: Transaction,
  { user_id, id }: ImportKey,
  chunks: readonly { position: number; rows: string }[],
): Promise<void> {
  await transaction
    .insertInto('import_chunks')
    .values(chunks.map((chunk) => ({ user_id, import_id: id, ...chunk })))
    .execute();
}

/** Deletes a chunk and returns its rows, or undefined if there is no chunk at this position. */
export async function takeChunk(transaction: Transaction, { user_id, id, position }: At): Promise<string | undefined> {
  const chunk = await transaction
    .deleteFrom('import_chunks')
    .where('user_id', '=', user_id)
    .where('import_id', '=', id)
    .where('position', '=', position)
    .returning('rows')
    .executeTakeFirst();
  return chunk?.rows;
}

/**
 * Lists a user's chunks that match a regular expression. In the stored JSON, a tab or line break is an escape sequence that ends with a
 * letter. The query replaces each of these sequences with a space first, so that the letter doesn't look like part of a name.
 */
export function listMatchingChunks(transaction: Transaction, userId: number, pattern: string) {
  return transaction
    .selectFrom('import_chunks')
    .selectAll()
    .where('user_id', '=', userId)
    .where(sql<boolean>`regexp_replace(rows, '\\\\[bfnrt]', ' ', 'g') ~* ${pattern}`)
    .execute();
}

export async function updateChunk(
  transaction: Transaction,
  { user_id, import_id, position }: { user_id: number; import_id: number; position: number },
  rows: string,
): Promise<void> {
  await transaction
    .updateTable('import_chunks')
    .set({ rows })
    .where('user_id', '=', user_id)
    .where('import_id', '=', import_id)
    .where('position', '=', position)
    .execute();
}

const rowColumns = ['position', 'line', 'given', 'username', 'variables', 'problem', 'fate'] as const;

/** Lists a page of rows in the order of the file. Without a fate, selects the page by position, because positions have no gaps. */
export function listRows(
  db: Database,
  { user_id, id }: ImportKey,
  { fate, limit, offset }: { fate: ImportFate | undefined; limit: number; offset: number },
) {
  const ofImport = db.selectFrom('import_rows').select(rowColumns).where('import_id', '=', id).orderBy('position');
  if (fate === undefined) {
    return ofImport
      .where('user_id', '=', user_id)
      .where('position', '>=', offset)
      .where('position', '<', offset + limit)
      .execute();
  }
  // `+ 0` keeps the database from using the primary key. Otherwise, it would read the rows from the start until it had found enough rows
  // with the given fate.
  return ofImport
    .where(sql`user_id + 0`, '=', user_id)
    .where('fate', '=', fate)
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Deletes up to `limit` rows and up to `limit` chunks of an import. Returns the number of deleted rows and chunks. */
export async function deleteSomeRows(
  transaction: Transaction,
  { user_id, id }: ImportKey,
  limit: number,
): Promise<number> {
  let deleted = 0;
  for (const table of ['import_chunks', 'import_rows'] as const) {
    const { numAffectedRows } = await sql`
      DELETE FROM ${sql.table(table)} WHERE user_id = ${user_id} AND import_id = ${id} AND position = ANY(ARRAY(
        SELECT position FROM ${sql.table(table)} WHERE user_id = ${user_id} AND import_id = ${id}
        ORDER BY position LIMIT ${limit}))`.execute(transaction);
    deleted += Number(numAffectedRows ?? 0n);
  }
  return deleted;
}

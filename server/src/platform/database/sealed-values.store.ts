import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database } from './database.ts';

/* Lists every encrypted column in the database. A test compares this list with the actual columns. */

export type SealedRow = { user_id: number; id: number; purpose: string; sealed: Buffer };

export type SealedPlace = {
  table: 'profiles' | 'two_factor_secrets' | 'outgoing_mails' | 'kept_keys';
  column: 'sealed' | 'insta_password_sealed';
  /** The columns that identify a row. */
  key: 'user_id, id' | 'user_id' | 'purpose';
};

export const sealedPlaces: readonly SealedPlace[] = [
  { table: 'kept_keys', column: 'sealed', key: 'purpose' },
  { table: 'profiles', column: 'insta_password_sealed', key: 'user_id, id' },
  { table: 'two_factor_secrets', column: 'sealed', key: 'user_id' },
  { table: 'outgoing_mails', column: 'sealed', key: 'user_id, id' },
];

type Columns = { user_id: RawBuilder<number>; id: RawBuilder<number>; purpose: RawBuilder<string> };

/** Returns SQL for the columns that identify a row, with constants in place of columns that a table doesn't have. */
function columnsOf({ key }: SealedPlace): Columns {
  const hasUser = key !== 'purpose';
  return {
    user_id: hasUser ? sql.ref('user_id') : sql`0`,
    id: key === 'user_id, id' ? sql.ref('id') : sql`0`,
    purpose: hasUser ? sql`''` : sql.ref('purpose'),
  };
}

/** Lists the next values that weren't encrypted with the current key, in row order. */
export async function listEarlierSealed(
  db: Database,
  place: SealedPlace,
  { after, header, limit }: { after: SealedRow | null; header: Buffer; limit: number },
): Promise<SealedRow[]> {
  const { user_id, id, purpose } = columnsOf(place);
  const sealed = sql.ref<Buffer>(place.column);
  const isAfter =
    after === null
      ? sql`true`
      : sql`(${user_id}, ${id}, ${purpose}) > (${after.user_id}::bigint, ${after.id}::bigint, ${after.purpose}::text)`;
  const { rows } = await sql<SealedRow>`
    SELECT ${user_id}::bigint AS user_id, ${id}::bigint AS id, ${purpose}::text AS purpose, ${sealed} AS sealed
    FROM ${sql.table(place.table)}
    WHERE ${sealed} IS NOT NULL AND substring(${sealed} FROM 1 FOR ${header.length}::integer) <> ${header} AND ${isAfter}
    ORDER BY 1, 2, 3 LIMIT ${limit}`.execute(db);
  return rows;
}

function isRow(place: SealedPlace, row: SealedRow) {
  const { user_id, id, purpose } = columnsOf(place);
  return sql`${user_id} = ${row.user_id}::bigint AND ${id} = ${row.id}::bigint AND ${purpose} = ${row.purpose}::text
    AND ${sql.ref(place.column)} = ${row.sealed}`;
}

/** Replaces a value. Returns false if the value was changed or deleted in the meantime. */
export async function replaceSealed(
  db: Database,
  place: SealedPlace,
  row: SealedRow,
  sealed: Buffer,
): Promise<boolean> {
  const { numAffectedRows } = await sql`UPDATE ${sql.table(place.table)} SET ${sql.ref(place.column)} = ${sealed}
    WHERE ${isRow(place, row)}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Deletes a value. Clears the column if the value is an account's stored password, and otherwise deletes the row. */
export async function dropSealed(db: Database, place: SealedPlace, row: SealedRow): Promise<void> {
  const table = sql.table(place.table);
  if (place.table === 'profiles') {
    await sql`UPDATE ${table} SET ${sql.ref(place.column)} = NULL WHERE ${isRow(place, row)}`.execute(db);
  } else await sql`DELETE FROM ${table} WHERE ${isRow(place, row)}`.execute(db);
}

/** Counts the encrypted values by key ID. The ID is null for values from earlier versions, which didn't write an ID. */
export async function countSealed(db: Database, mark: Buffer, idBytes: number): Promise<Map<string | null, number>> {
  const all = sql.join(
    sealedPlaces.map(
      ({ table, column }) => sql`SELECT ${sql.ref(column)} AS sealed FROM ${sql.table(table)}
        WHERE ${sql.ref(column)} IS NOT NULL`,
    ),
    sql` UNION ALL `,
  );
  const { rows } = await sql<{ key_id: string | null; count: number }>`
    SELECT CASE WHEN substring(sealed FROM 1 FOR ${mark.length}::integer) = ${mark}
        THEN encode(substring(sealed FROM ${mark.length + 1}::integer FOR ${idBytes}::integer), 'hex') END AS key_id,
      count(*)::float8 AS count
    FROM (${all}) values_of_all GROUP BY 1`.execute(db);
  return new Map(rows.map(({ key_id, count }) => [key_id, count]));
}

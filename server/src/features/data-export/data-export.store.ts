import { dataExportDays } from '@sandpiper/contract/limits';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { daysFromNow, now } from '../../platform/database/expressions.ts';
import type { ExportKind } from './export-kind.ts';

export type ExportKey = { user_id: number; id: number };

/** Chunks are large, so deleting many at once would delay other requests. */
const chunksAtOnce = 10;

const available = sql<string>`created_at + make_interval(days => ${dataExportDays})`;

export function findExport(db: Database, userId: number) {
  return db
    .selectFrom('data_exports')
    .select(['user_id', 'id', 'created_at', 'ready_at', available.as('available_until')])
    .where('user_id', '=', userId)
    .where(available, '>', now)
    .executeTakeFirst();
}

/** Inserts an export. Returns undefined if the user already has an export. */
export function insertExport(transaction: Transaction, userId: number) {
  return transaction
    .insertInto('data_exports')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('id')
    .executeTakeFirst();
}

export function lockExport(transaction: Transaction, { user_id, id }: ExportKey) {
  return transaction
    .selectFrom('data_exports')
    .select(({ eb }) => eb(available, '<=', now).as('is_expired'))
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Restarts an export's expiry period. */
export async function renewExport(transaction: Transaction, { user_id, id }: ExportKey): Promise<void> {
  await transaction
    .updateTable('data_exports')
    .set({ created_at: now })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

export async function markReady(transaction: Transaction, { user_id, id }: ExportKey): Promise<void> {
  await transaction
    .updateTable('data_exports')
    .set({ ready_at: now })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/** A position in the sorted rows of one kind of data: the values of the key columns, as strings. */
export type Place = readonly string[];
type Found = { row: string; place: string[] };

/** Reads up to `limit` rows of one kind of data after a position. Each row is a JSON string. */
export async function readRows(
  db: Database,
  userId: number,
  { kind, after, limit }: { kind: ExportKind; after: Place | null; limit: number },
): Promise<Found[]> {
  const { key, columns, more = {}, only = 'true' } = kind;
  const owner = kind.table === 'users' ? 'id' : 'user_id';
  const place = key.map(([column, type]) => [sql.ref(`t.${column}`), sql.raw(type)] as const);
  const values = [
    ...columns.map((column) => sql`${sql.ref(`t.${column}`)} AS ${sql.ref(column)}`),
    ...Object.entries(more).map(([name, expression]) => sql`${sql.raw(expression)} AS ${sql.ref(name)}`),
  ];
  const isLater =
    after === null || key.length === 0
      ? sql`true`
      : sql`(${sql.join(place.map(([column]) => column))}) >
          (${sql.join(place.map(([, type], index) => sql`${after[index]}::${type}`))})`;
  const order = key.length === 0 ? sql`` : sql`ORDER BY ${sql.join(place.map(([column]) => column))}`;
  const { rows } = await sql<Found>`
    SELECT (SELECT row_to_json(v)::text FROM (SELECT ${sql.join(values)}) v) AS row,
      ARRAY[${sql.join(place.map(([column]) => sql`${column}::text`))}]::text[] AS place
    FROM ${sql.table(kind.table)} t
    WHERE t.${sql.ref(owner)} = ${userId} AND ${isLater} AND ${sql.raw(only)} ${order} LIMIT ${limit}`.execute(db);
  return rows;
}

type Chunk = { position: number; kind: string; rows: string };

export async function insertChunk(transaction: Transaction, { user_id, id }: ExportKey, chunk: Chunk): Promise<void> {
  await transaction
    .insertInto('data_export_chunks')
    .values({ user_id, export_id: id, ...chunk })
    .execute();
}

/** Returns the first chunk after a position, or undefined if there is none. */
export function findChunkAfter(db: Database, { user_id, id }: ExportKey, position: number) {
  return db
    .selectFrom('data_export_chunks')
    .select(['position', 'kind', 'rows'])
    .where('user_id', '=', user_id)
    .where('export_id', '=', id)
    .where('position', '>', position)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
}

export async function deleteSomeChunks(db: Database, { user_id, id }: ExportKey): Promise<number> {
  const result = await db
    .deleteFrom('data_export_chunks')
    .where('user_id', '=', user_id)
    .where('export_id', '=', id)
    .where('position', 'in', (query) =>
      query
        .selectFrom('data_export_chunks')
        .select('position')
        .where('user_id', '=', user_id)
        .where('export_id', '=', id)
        .orderBy('position')
        .limit(chunksAtOnce),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

export async function deleteExport(db: Database, { user_id, id }: ExportKey): Promise<void> {
  await db.deleteFrom('data_exports').where('user_id', '=', user_id).where('id', '=', id).execute();
}

/**
 * Makes a user's export expire now, so that nobody can download it. An export that is still being prepared starts again. Returns whether
 * the export was ready.
 */
export async function expireExport(transaction: Transaction, userId: number): Promise<boolean> {
  const row = await transaction
    .updateTable('data_exports')
    .set({ created_at: sql<string>`to_timestamp(0)` })
    .where('user_id', '=', userId)
    .returning('ready_at')
    .executeTakeFirst();
  return (row?.ready_at ?? null) !== null;
}

/** Finds a user's export, even if it has expired. */
export function findAnyExport(db: Database, userId: number): Promise<ExportKey | undefined> {
  return db.selectFrom('data_exports').select(['user_id', 'id']).where('user_id', '=', userId).executeTakeFirst();
}

/** Lists up to 20 expired exports. Leaves out exports that are still being prepared. */
export function listOldExports(db: Database): Promise<ExportKey[]> {
  return db
    .selectFrom('data_exports')
    .select(['user_id', 'id'])
    .where('created_at', '<', daysFromNow(-dataExportDays))
    .where('ready_at', 'is not', null)
    .limit(20)
    .execute();
}

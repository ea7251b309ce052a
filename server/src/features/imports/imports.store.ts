import { sql } from 'kysely';
import type { UpdateObject } from 'kysely';
import type { DB } from '../../platform/database/database.types.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { daysFromNow, literal, now } from '../../platform/database/expressions.ts';

export type ImportKey = { user_id: number; id: number };
/** An import, and the list to which it adds people. */
export type ImportOfList = ImportKey & { list_id: number };
export type ImportChange = UpdateObject<DB, 'imports'>;

const unfinished = ['receiving', 'checking', 'checked', 'importing'] as const;

/** Selects a user's imports, except dropped ones, which were canceled or abandoned. */
function visible(db: Database, userId: number) {
  return db
    .selectFrom('imports')
    .leftJoin('lists', (join) =>
      join.onRef('lists.user_id', '=', 'imports.user_id').onRef('lists.id', '=', 'imports.list_id'),
    )
    .where('imports.user_id', '=', userId)
    .where('imports.status', '<>', literal('dropped'));
}

function withList(db: Database, userId: number) {
  return visible(db, userId)
    .selectAll('imports')
    .select(['lists.name as current_list_name', 'lists.source'])
    .select(sql<boolean>`coalesce(imports.kept_until > ${now}, false)`.as('is_kept'));
}

export type ImportRecord = NonNullable<Awaited<ReturnType<typeof findImport>>>;

export function findImport(db: Database, userId: number, id: number) {
  return withList(db, userId).where('imports.id', '=', id).executeTakeFirst();
}

/** Lists a page of imports, newest first, and counts all matches. */
export async function listImports(
  db: Database,
  { userId, listId }: { userId: number; listId: number | undefined },
  page: { limit: number; offset: number },
) {
  const imports = await withList(db, userId)
    .$if(listId !== undefined, (query) => query.where('imports.list_id', '=', listId ?? 0))
    .orderBy('imports.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await visible(db, userId)
    .$if(listId !== undefined, (query) => query.where('imports.list_id', '=', listId ?? 0))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { imports, total };
}

/** Locks an import until the end of the transaction. If you also need its list, lock the list first. */
export function lockImport(transaction: Transaction, { user_id, id }: ImportKey) {
  return withList(transaction, user_id).where('imports.id', '=', id).forUpdate('imports').executeTakeFirst();
}

/** Counts a user's unfinished imports, including dropped ones whose rows are still being deleted. */
export async function countOpenImports(db: Database, userId: number): Promise<number> {
  const { open } = await db
    .selectFrom('imports')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('user_id', '=', userId)
    .where('status', 'in', [...unfinished, 'dropped'])
    .executeTakeFirstOrThrow();
  return open;
}

type NewImport = { list_id: number; list_name: string; file_name: string; username: string; variables: string[] };

export async function insertImport(
  transaction: Transaction,
  userId: number,
  { keptDays, ...values }: NewImport & { keptDays: number },
): Promise<number> {
  const { id } = await transaction
    .insertInto('imports')
    .values({ user_id: userId, kept_until: daysFromNow(keptDays), ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateImport(
  transaction: Transaction,
  { user_id, id }: ImportKey,
  change: ImportChange,
): Promise<void> {
  await transaction.updateTable('imports').set(change).where('user_id', '=', user_id).where('id', '=', id).execute();
}

export async function deleteImport(transaction: Transaction, { user_id, id }: ImportKey): Promise<void> {
  await transaction.deleteFrom('imports').where('user_id', '=', user_id).where('id', '=', id).execute();
}

/** Selects imports whose deadline has passed, except imports that are running, being checked or being undone. */
function outdated(db: Database) {
  return db
    .selectFrom('imports')
    .where('kept_until', '<', now)
    .where('status', 'not in', ['checking', 'importing', 'undoing']);
}

export function listOutdatedImports(db: Database, limit: number) {
  return outdated(db).select(['user_id', 'id']).orderBy('kept_until').limit(limit).execute();
}

/** Locks an outdated import until the end of the transaction. Returns undefined if the user has continued the import meanwhile. */
export function lockOutdatedImport(transaction: Transaction, { user_id, id }: ImportKey) {
  return outdated(transaction)
    .select(['user_id', 'id', 'list_id', 'status'])
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Finds an import, even if it was dropped. */
export function findAnyImport(db: Database, { user_id, id }: ImportKey) {
  return db
    .selectFrom('imports')
    .select('status')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

import type { Database, Transaction } from './database.ts';

/* Finds, locks and changes lists, but not the people on them. */

type Changes<Columns> = { [Name in keyof Columns]?: Columns[Name] | undefined };
type ListText = { name: string; description: string | null; source: string | null };

function list(db: Database, userId: number, id: number) {
  return db
    .selectFrom('lists')
    .select(['id', 'name', 'description', 'source', 'variables'])
    .where('user_id', '=', userId)
    .where('id', '=', id);
}

export function findList(db: Database, userId: number, id: number) {
  return list(db, userId, id).executeTakeFirst();
}

export type List = NonNullable<Awaited<ReturnType<typeof findList>>>;

/** Finds a list. Until the end of the transaction, it can't be deleted, and its variables can't be renamed or removed. */
export function holdList(transaction: Transaction, userId: number, id: number) {
  return list(transaction, userId, id).forKeyShare().executeTakeFirst();
}

/** Finds a list and locks it until the end of the transaction, so that only one import at a time adds to it. */
export function lockListForImport(transaction: Transaction, userId: number, id: number) {
  return list(transaction, userId, id).forNoKeyUpdate().executeTakeFirst();
}

/**
 * Finds a list and locks it until the end of the transaction, so that nobody can be added to it and no campaign can be created for it.
 */
export function lockList(transaction: Transaction, userId: number, id: number) {
  return list(transaction, userId, id).forUpdate().executeTakeFirst();
}

export function insertList(
  db: Database,
  userId: number,
  values: ListText & { variables?: string[]; is_for_tests?: boolean },
) {
  return db
    .insertInto('lists')
    .values({ user_id: userId, ...values })
    .returning(['id', 'name', 'description', 'source', 'variables', 'created_at'])
    .executeTakeFirstOrThrow();
}

/**
 * Updates a list. Omitted columns keep their values. If the name is omitted, it is set to itself, because a statement that sets no column
 * would be invalid SQL. Returns false if there is no such list.
 */
export async function updateList(
  db: Database,
  userId: number,
  id: number,
  { name, ...values }: Changes<ListText & { variables: string[] }>,
): Promise<boolean> {
  const result = await db
    .updateTable('lists')
    .set(({ ref }) => ({ name: name ?? ref('name'), ...values }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
